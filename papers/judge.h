// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "papers/experiment.h"
#include "runs/pool.h"

namespace gf::papers {

/// Changes requests of judges before they are submitted: adds settings, as `reproduce --doubt`
/// does. Threads of several judges call it concurrently.
using Overlay = std::function<void(runs::Request& request)>;

/// Interface of an experiment: runs, and the claims to compare with them. A judge should request
/// all runs that it can name before it reads the first, so that they run in parallel:
///   void lone_copy(Judge& judge) {
///     const runs::Run near = judge.ask({"pcie_t2", {"workload=ring"}}, "a ring");
///     judge.set("pcie.ring.time", near.value("time") * 1e3);  // ms
///   }
class Judge {
 public:
  /// `pages`: how many runs, from the first requested, get pages.
  Judge(const Experiment& experiment, runs::Pool& pool, std::uint64_t seed, Overlay overlay = {},
        std::size_t pages = 0);

  /// Requests a run, with the seed of the whole set, and does not wait. `label`: its name in the
  /// report. The run keeps results only, as the report keeps every run, unless request.options say
  /// otherwise ({"--stats-of", "*"}).
  runs::Run ask(runs::Request request, const std::string& label);
  /// Sets the simulated value of a row, in the row's unit. Throws if the experiment has no such row
  /// or if it is set twice: both are defects of the judge.
  void set(const std::string& id, Value simulated);
  void draw(Figure figure) { result_.figures.push_back(std::move(figure)); }
  void note(std::string sentence) { result_.notes.push_back(std::move(sentence)); }
  /// To be held during a computation in this process that takes noticeable time: it counts as one
  /// of the jobs of -j.
  [[nodiscard]] runs::Pool::Turn turn() { return {pool_, priority()}; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  /// Returns a row's claim. Throws like set().
  [[nodiscard]] const Measurement& claim(const std::string& id);

  /// Returns the share of the requested runs that have ended, 0 ... 1. Other threads may call it.
  [[nodiscard]] double fraction() const;
  /// Returns the rows with their values, a failure for each that was not set, and links to the
  /// existing runs. `failure`: why the judge stopped early, or empty.
  [[nodiscard]] ExperimentResult result(const std::string& failure);

 private:
  [[nodiscard]] double priority() const { return experiment_.seconds; }
  Measurement& row(const std::string& id);

  const Experiment& experiment_;
  runs::Pool& pool_;
  const std::uint64_t seed_;
  const Overlay overlay_;
  const std::size_t pages_;
  ExperimentResult result_;
  std::vector<bool> set_;  ///< By row.
  mutable std::mutex mutex_;
  struct Asked {
    runs::Run run;
    std::string label;
    runs::Request request;  ///< Without the texts of its inputs.
  };
  std::vector<Asked> runs_;
};

/// Runs the experiment's judge. The result always fits the table: an exception, a row without a
/// value or a defective figure becomes a failure that says so. An interruption passes through as
/// runs::Interrupted. An experiment that lacks something is skipped: no rows, and a note.
ExperimentResult judge(const Experiment& experiment, Judge& judge);

}  // namespace gf::papers
