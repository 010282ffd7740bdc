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

/// What the program lends a platform for a run.
struct RunContext {
  std::uint64_t seed = 1;
  core::RunDirectory* directory = nullptr;           ///< Null: write no files.
  core::Progress* progress = nullptr;                ///< Null: show none.
  sc_core::sc_time stop_at = sc_core::SC_ZERO_TIME;  ///< Zero: run to the end.
  std::function<bool()> interrupted;  ///< True: finish early; partial results are marked.
};

/// How a run ended.
struct RunOutcome {
  core::ExitCode code = core::ExitCode::kDone;
  std::string reason;           ///< "done", "stopped at 5 ms", a deadlock report, ...
  bool cut_short = false;       ///< Work that was asked for is left: results are partial.
  std::vector<Result> results;  ///< In the order in which the table shows them.
  std::string table;            ///< What stdout shows.
};

/// A copy of a schedule as it ran, by the name that Platform::keep_only() takes.
struct CopySpan {
  std::string name;  ///< "copy 0->2", "copy 0->2 #3" for the third of that pair.
  std::uint64_t bytes = 0;
  core::Ticks submitted = core::kNever;
  core::Ticks finished = core::kNever;  ///< kNever: it has not ended.
};

/// What is done, and of how much; {0, 0}: nobody knows.
using HowFar = std::pair<std::uint64_t, std::uint64_t>;

/// A machine that `gpufabric run` can build. Calls come in this order, each once:
/// declare, build, then describe and run as wanted. How a run goes is written here once; a platform
/// says what its machine is, and what comes out of it.
class Platform {
 public:
  virtual ~Platform() = default;
  /// Declares platform parameters, then, as they decide what exists, those of every instance.
  virtual void declare(core::ParamScope root) = 0;
  /// From now on the flow of that name ("copy 0->2", as a core::HopJournal calls it) is all that
  /// build() puts to work: a run says how long it takes alone. False: this platform cannot do that.
  /// Throws UserError(kUsage) when there is no such flow. After declare().
  [[nodiscard]] virtual bool keep_only(const std::string& /*flow*/) { return false; }
  /// Creates and binds the modules. Throws UserError when the parameters make no machine.
  virtual void build(std::uint64_t seed) = 0;
  /// What is connected to what.
  [[nodiscard]] virtual Graph graph() const = 0;
  /// Who sends on its links, for those who watch how busy they are.
  [[nodiscard]] virtual std::vector<core::LinkSender> link_senders() const {
    return core::link_senders();
  }
  /// Period of the clock in whose cycles the run reports the latency of its packets, which the
  /// journal of hops says count; 0: it reports none. After build().
  [[nodiscard]] virtual core::Ticks packet_cycle() const { return 0; }
  /// Its copies are what is asked for, where no question names packets.
  [[nodiscard]] virtual bool is_about_copies() const { return false; }
  /// Copies of the schedules that ran, in the order in which keep_only() numbers them.
  [[nodiscard]] virtual std::vector<CopySpan> copies() const { return {}; }
  /// Simulates until `context` wants it to end, and gathers what came out. Once.
  RunOutcome run(const RunContext& context);

 protected:
  /// For the progress line; asked while the simulation runs.
  [[nodiscard]] virtual HowFar progress() const { return {0, 0}; }
  /// Lets the machine begin, and simulates: core::run_simulation() once, or a phase at a time.
  virtual core::RunEndReport simulate(const core::RunLimits& limits);
  /// Changes code and reason where the run's own checks failed. After simulate(), before the rest.
  virtual void judge(RunOutcome& /*outcome*/) {}
  [[nodiscard]] virtual std::vector<Result> results() const = 0;
  [[nodiscard]] virtual std::string table() const { return ""; }
  /// Writes files of the platform's own beside those that every run has.
  virtual void write_files(const core::RunDirectory& /*directory*/) const {}
};

/// A row of `gpufabric list`.
struct PlatformEntry {
  std::string name;
  std::string summary;
  std::string source;  ///< "[SC16], Fig. 1": what it models.
  std::function<std::unique_ptr<Platform>()> make;
};

/// Every platform, in the order in which `list` shows them; add() makes one more.
core::Registry<PlatformEntry>& platform_registry();
inline const std::vector<PlatformEntry>& all_platforms() { return platform_registry().entries(); }

}  // namespace gf::platforms
