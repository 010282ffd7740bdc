// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "core/system/scratch_directory.h"
#include "runs/request.h"
#include "sc_main/doubt/guess_fit.h"
#include "sc_main/doubt/guesses.h"

namespace gf::app {

/// The guesses of many runs, which have some in common, and a sample of values for all of them.
/// First look() at each request; then design(), and for each sample, apply() to each request. What
/// a request sets itself is no guess of it and stays. May be called by several threads at a time.
class DoubtOverlay {
 public:
  explicit DoubtOverlay(bool calibrated) : calibrated_(calibrated) {}

  /// Notes the guesses of the request's platform with its settings.
  void look(const runs::Request& request);
  /// Draws `samples` values of each guess noted so far that varies.
  void design(unsigned samples, std::uint64_t seed);
  /// Adds the values of a sample, moved where they contradict each other on the request's machine
  /// (GuessFit). Guesses that no request had before design() keep their defaults and are late().
  void apply(runs::Request& request, std::size_t sample);

  /// In the order of design(); before it none.
  [[nodiscard]] const std::vector<Guess>& guesses() const { return varied_; }
  /// Where each value of a sample lies in its range, 0 ... 1; as all are before any is moved.
  [[nodiscard]] const std::vector<double>& shares(std::size_t sample) const {
    return shares_[sample];
  }
  [[nodiscard]] const std::vector<std::string>& values(std::size_t sample) const {
    return values_[sample];
  }
  [[nodiscard]] std::size_t late() const { return late_.size(); }
  /// By sample: guesses that GuessFit moved in a request of it.
  [[nodiscard]] const std::vector<std::set<std::size_t>>& moved() const { return moved_; }

 private:
  struct Machine {
    std::vector<Guess> guesses;
    GuessFit fit;
  };
  /// What a request is a run of, found once for equal ones.
  const Machine& machine_of(const runs::Request& request);

  const bool calibrated_;
  const core::ScratchDirectory scratch_;  ///< Files that requests bring, for their parameters.
  std::mutex mutex_;
  std::map<std::string, Machine> by_request_;
  std::vector<Guess> seen_;  ///< By first sight; sorted by identity before the design.
  std::map<std::string, std::size_t> number_;  ///< In varied_, by identity.
  std::set<std::string> late_;
  std::vector<Guess> varied_;
  std::vector<std::vector<std::string>> values_;  ///< By sample.
  std::vector<std::vector<double>> shares_;
  std::vector<std::set<std::size_t>> moved_;
};

}  // namespace gf::app
