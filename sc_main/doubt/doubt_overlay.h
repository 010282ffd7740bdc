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

/// The guesses of many runs, which share some of them, and a sample of values for all guesses. Call
/// look() for each request, then design(), then apply() for each request and sample. A parameter
/// that a request sets is no guess and keeps its value. Thread-safe.
class DoubtOverlay {
 public:
  explicit DoubtOverlay(bool calibrated) : calibrated_(calibrated) {}

  /// Records the guesses of the request's platform with its settings.
  void look(const runs::Request& request);
  /// Draws `samples` values for each varying guess recorded so far.
  void design(unsigned samples, std::uint64_t seed);
  /// Adds the values of a sample to the request. Values that contradict each other on the request's
  /// machine are moved (GuessFit). Guesses that no request had before design() keep their defaults
  /// and count as late().
  void apply(runs::Request& request, std::size_t sample);

  /// Returns the varied guesses in the order of design(); empty before it.
  [[nodiscard]] const std::vector<Guess>& guesses() const { return varied_; }
  /// Returns the position of each value of a sample in its range, 0 ... 1, before any is moved.
  [[nodiscard]] const std::vector<double>& shares(std::size_t sample) const {
    return shares_[sample];
  }
  [[nodiscard]] const std::vector<std::string>& values(std::size_t sample) const {
    return values_[sample];
  }
  [[nodiscard]] std::size_t late() const { return late_.size(); }
  /// Returns, by sample, the guesses that GuessFit moved in any request.
  [[nodiscard]] const std::vector<std::set<std::size_t>>& moved() const { return moved_; }

 private:
  struct Machine {
    std::vector<Guess> guesses;
    GuessFit fit;
  };
  /// Returns the machine a request runs on; equal requests share it.
  const Machine& machine_of(const runs::Request& request);

  const bool calibrated_;
  const core::ScratchDirectory scratch_;  ///< Input files of requests, to read parameters from.
  std::mutex mutex_;
  std::map<std::string, Machine> by_request_;
  std::vector<Guess> seen_;  ///< In order of first sight; sorted by identity for the design.
  std::map<std::string, std::size_t> number_;  ///< Index in `varied_`, by identity.
  std::set<std::string> late_;
  std::vector<Guess> varied_;
  std::vector<std::vector<std::string>> values_;  ///< By sample.
  std::vector<std::vector<double>> shares_;
  std::vector<std::set<std::size_t>> moved_;
};

}  // namespace gf::app
