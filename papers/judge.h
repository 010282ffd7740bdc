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

/// Changes what judges ask for before it is asked for: adds settings, as `reproduce --doubt` does.
/// It is called by several judges' threads at a time.
using Overlay = std::function<void(runs::Request& request)>;

/// What an experiment is given: runs, and its claims to hold them against. A judge asks for all the
/// runs it can name before it reads the first, so that they are made side by side:
///   void lone_copy(Judge& judge) {
///     const runs::Run near = judge.ask({"pcie_t2", {"workload=ring"}}, "a ring");
///     judge.set("pcie.ring.time", near.value("time") * 1e3);  // ms
///   }
class Judge {
 public:
  /// `pages`: so many runs, the first asked for, are made with their pages.
  Judge(const Experiment& experiment, runs::Pool& pool, std::uint64_t seed, Overlay overlay = {},
        std::size_t pages = 0);

  /// Asks for a run, with the seed of the whole set, and does not wait. `label`: what the report
  /// calls it. Its files hold results alone, unless request.options say otherwise ({"--stats-of",
  /// "*"}): the report keeps every run.
  runs::Run ask(runs::Request request, const std::string& label);
  /// The simulated value of a row, in the row's unit. A row that the experiment does not have, or
  /// one that is set twice, is a defect of the judge and throws.
  void set(const std::string& id, Value simulated);
  void draw(Figure figure) { result_.figures.push_back(std::move(figure)); }
  void note(std::string sentence) { result_.notes.push_back(std::move(sentence)); }
  /// Before computing for longer than a blink in this process: one of the jobs of -j.
  [[nodiscard]] runs::Pool::Turn turn() { return {pool_, priority()}; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  /// A row's claim. Throws as set().
  [[nodiscard]] const Measurement& claim(const std::string& id);

  /// 0 ... 1: how many of the runs asked for so far ended. May be called by another thread.
  [[nodiscard]] double fraction() const;
  /// Rows with their values, a failure for each that was not set, and links to the runs that there
  /// are. `failure`: why the judge gave up, or empty.
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

/// Lets the experiment judge. Its result is fit for the table whatever happens: an exception, a row
/// without a value or a figure with a defect becomes a failure that says so. An interruption passes
/// through as runs::Interrupted. One that lacks what it needs is skipped: no rows, and a note.
ExperimentResult judge(const Experiment& experiment, Judge& judge);

}  // namespace gf::papers
