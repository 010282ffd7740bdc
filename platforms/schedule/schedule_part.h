// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/param/params.h"
#include "platforms/platform.h"
#include "platforms/schedule/copy_mover_if.h"
#include "platforms/schedule/only_copy.h"
#include "platforms/schedule/schedule_runner.h"
#include "platforms/schedule/task_rows.h"
#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::platforms::schedule {

/// How devices do kernels and reduces: in the time that RunnerParams::memory_rate says, or by
/// hardware that the platform has, whose parameters it declares itself.
enum class Computes : std::uint8_t { kByRate, kByHardware };

/// What platforms that run schedules have in common: how a user says which, the runner, and what
/// comes out. A platform gives it a CopyMoverIf over its machine, and passes its own calls on.
class SchedulePart {
 public:
  explicit SchedulePart(const RunnerParams& params = RunnerParams()) : params_(params) {}
  explicit SchedulePart(Computes computes) : computes_(computes) {}
  /// "schedule", "record", "tasks", and those of the runner.
  void declare(const core::ParamScope& root);
  /// "workload" too, which is empty unless the user says one: platforms that have none of their
  /// own.
  void declare_workload(const core::ParamScope& root);
  /// Before declare().
  void set(Computes computes) { computes_ = computes; }
  /// Defaults of a platform's own: before declare().
  [[nodiscard]] RunnerParams& params() { return params_; }
  /// The copy of that name is all that runs (Platform::keep_only()).
  void keep_only(const std::string& copy) { only_ = copy; }

  /// A file is given, or a workload: right or wrong, which make() finds out.
  [[nodiscard]] bool wanted() const { return !file_.empty() || !workload_.empty(); }
  /// The same of a platform whose `workload` may be something else, too: a file is given, or a
  /// generator of schedules has that name.
  [[nodiscard]] bool wanted(const std::string& workload) const;
  /// The file that a parameter of the platform's own, `parameter`, names; empty: none. Throws
  /// UserError(kUsage) if there are two.
  void take_file(const std::string& parameter, const std::string& file);
  /// The schedules of the file, or else of the workload, on so many devices.
  [[nodiscard]] std::vector<model::Schedule> make(unsigned devices, std::uint64_t seed) const {
    return make(workload_, devices, seed);
  }
  [[nodiscard]] std::vector<model::Schedule> make(const std::string& workload, unsigned devices,
                                                  std::uint64_t seed) const;
  /// On the GPUs of a tree, whose symmetry a generator may ask for.
  [[nodiscard]] std::vector<model::Schedule> make(const std::string& workload,
                                                  const model::PcieTree& tree,
                                                  std::uint64_t seed) const;
  /// Makes the runner, "host", of these schedules: within the construction of the platform.
  void build(CopyMoverIf& copies, std::vector<model::Schedule> schedules);

  [[nodiscard]] bool built() const { return runner_ != nullptr; }
  [[nodiscard]] const Runner& runner() const { return *runner_; }
  [[nodiscard]] HowFar progress() const;
  [[nodiscard]] std::vector<CopySpan> copies()
      const;  ///< As Platform::copies(); none if not built.
  /// From the start of the run to the end of the last task that ended.
  [[nodiscard]] double seconds() const;
  /// Wrong elements of a collective fail the run. True: there were some.
  bool judge(RunOutcome& outcome) const;
  [[nodiscard]] std::vector<Result> results() const;
  [[nodiscard]] std::string table() const;
  void write_tasks(const core::RunDirectory& directory) const;   ///< tasks.csv, with `tasks`.
  void write_record(const core::RunDirectory& directory) const;  ///< schedule.csv, with `record`.

 private:
  [[nodiscard]] std::vector<model::Schedule> chosen(std::vector<model::Schedule> all) const {
    if (!only_.empty()) all = only_copy(all, only_);
    model::number_regions(all);
    return all;
  }

  std::string file_;
  std::string workload_;
  std::string only_;
  bool record_ = false;  ///< What ran is written as a schedule.
  bool tasks_ = true;    ///< What ran is written with its times.
  RunnerParams params_;
  Computes computes_ = Computes::kByRate;
  std::unique_ptr<Runner> runner_;
};

}  // namespace gf::platforms::schedule
