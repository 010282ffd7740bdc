// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/registry.h"
#include "core/base/ticks.h"
#include "core/param/params.h"
#include "core/stats/link_senders.h"
#include "core/stats/result_value.h"
#include "platforms/graph.h"

namespace gf::core {
class RunDirectory;
class Progress;
struct RunEndReport;
struct RunLimits;
}  // namespace gf::core

namespace gf::platforms {

using Result = core::ResultValue;
using Note = core::OutputNote;

/// Results and files of a platform's runs.
struct Outputs {
  std::vector<core::OutputNote> results;
  std::vector<core::OutputNote> files = {};  ///< Without those that every run has.
};
Outputs operator+(Outputs outputs, const Outputs& more);

/// Resources and limits that the program gives a platform for one run.
struct RunContext {
  std::uint64_t seed = 1;
  core::RunDirectory* directory = nullptr;           ///< Null: write no files.
  core::Progress* progress = nullptr;                ///< Null: show no progress.
  sc_core::sc_time stop_at = sc_core::SC_ZERO_TIME;  ///< Zero: run to the end.
  std::function<bool()> interrupted;  ///< True: finish early; partial results are marked.
};

/// How a run ended.
struct RunOutcome {
  core::ExitCode code = core::ExitCode::kDone;
  std::string reason;           ///< "done", "stopped at 5 ms", a deadlock report, ...
  bool cut_short = false;       ///< Requested work is unfinished: results are partial.
  std::vector<Result> results;  ///< In the order in which the table shows them.
  std::string table;            ///< Text for stdout.
};

/// Times of one copy of a schedule, under the name that Platform::keep_only() takes.
struct CopySpan {
  std::string name;  ///< "copy 0->2", "copy 0->2 #3" for the third of that pair.
  std::uint64_t bytes = 0;
  core::Ticks submitted = core::kNever;
  core::Ticks finished = core::kNever;  ///< kNever: not ended.
};

/// Work done and total work; {0, 0}: unknown.
using RunProgress = std::pair<std::uint64_t, std::uint64_t>;

/// A machine that `gpufabric run` can build. Call declare() and build() once each, in this order,
/// then graph() and run() as needed. run() implements the common course of a run; a platform
/// provides its machine and its results.
class Platform {
 public:
  virtual ~Platform() = default;
  /// Returns notes of everything that results() and write_files() may give. May be called at any
  /// time, without a machine.
  [[nodiscard]] virtual Outputs outputs() const { return {}; }
  /// Declares the platform's parameters, then those of every instance. The platform's own come
  /// first because they decide which instances exist.
  virtual void declare(core::ParamScope root) = 0;
  /// Restricts build() to the flow of that name ("copy 0->2", as in a core::HopJournal), so a run
  /// measures how long the flow takes with no other traffic. Returns false if the platform cannot
  /// do that. Throws UserError(kUsage) when there is no such flow. Call after declare().
  [[nodiscard]] virtual bool keep_only(const std::string& /*flow*/) { return false; }
  /// Creates and binds the modules. Throws UserError when the parameters describe no valid machine.
  virtual void build(std::uint64_t seed) = 0;
  /// Returns the nodes and links of the machine. After build().
  [[nodiscard]] virtual Graph graph() const = 0;
  /// Returns the senders on the machine's links, for observers of link load.
  [[nodiscard]] virtual std::vector<core::LinkSender> link_senders() const {
    return core::link_senders();
  }
  /// Returns the period of the clock in whose cycles the run reports packet latency. The journal of
  /// hops decides which packets count. 0: packet latency is not reported. After build().
  [[nodiscard]] virtual core::Ticks packet_cycle() const { return 0; }
  /// True if `gpufabric why` explains copies by default, when its question does not name packets.
  [[nodiscard]] virtual bool is_about_copies() const { return false; }
  /// Returns the copies of the schedules that ran, in the order in which keep_only() numbers them.
  [[nodiscard]] virtual std::vector<CopySpan> copies() const { return {}; }
  /// Simulates until `context` ends the run, and collects its results. Call once.
  RunOutcome run(const RunContext& context);

 protected:
  /// Called during the simulation, for the progress line.
  [[nodiscard]] virtual RunProgress progress() const { return {0, 0}; }
  /// Starts the machine and simulates: calls core::run_simulation() once, or once per phase.
  virtual core::RunEndReport simulate(const core::RunLimits& limits);
  /// Changes code and reason if the run's own checks failed. Called after simulate() and before
  /// results(), table() and write_files().
  virtual void judge(RunOutcome& /*outcome*/) {}
  [[nodiscard]] virtual std::vector<Result> results() const = 0;
  [[nodiscard]] virtual std::string table() const { return ""; }
  /// Writes the platform's own files, in addition to those of every run.
  virtual void write_files(const core::RunDirectory& /*directory*/) const {}
};

/// A row of `gpufabric list`.
struct PlatformEntry {
  std::string name;
  std::string summary;
  std::string source;  ///< The system it models, with its source: "[SC16], Fig. 1".
  std::function<std::unique_ptr<Platform>()> make;
};

/// Returns all platforms, in the order in which `list` shows them; add() registers another.
core::Registry<PlatformEntry>& platform_registry();
inline const std::vector<PlatformEntry>& all_platforms() { return platform_registry().entries(); }

}  // namespace gf::platforms
