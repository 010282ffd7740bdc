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
#include "workloads/schedule/schedule_csv.h"

namespace gf::platforms::schedule {

/// How devices perform kernels and reduces: in a time given by RunnerParams::memory_rate, or on the
/// platform's own hardware, whose parameters the platform declares.
enum class Computes : std::uint8_t { kByRate, kByHardware };

/// The common part of platforms that run schedules: the parameters that select schedules, the
/// runner, and the output. A platform provides a CopyMoverIf for its machine and forwards its own
/// calls.
class SchedulePart {
 public:
  explicit SchedulePart(const RunnerParams& params = RunnerParams()) : params_(params) {}
  explicit SchedulePart(Computes computes) : computes_(computes) {}
  /// Declares "schedule", "record", "tasks" and the runner's parameters.
  void declare(const core::ParamScope& root);
  /// Declares "workload" too, for platforms that have none of their own. It is empty by default.
  void declare_workload(const core::ParamScope& root);
  /// Call before declare().
  void set(Computes computes) { computes_ = computes; }
  /// The platform's own defaults; change them before declare().
  [[nodiscard]] RunnerParams& params() { return params_; }
  /// Restricts the run to the copy of that name (Platform::keep_only()).
  void keep_only(const std::string& copy) { only_ = copy; }

  /// True if a file or a workload is given. It may be invalid, which make() finds out.
  [[nodiscard]] bool wanted() const { return !file_.empty() || !workload_.empty(); }
  /// The same for a platform whose `workload` may also be something else: true if a file is given,
  /// or if `workload` names a generator of schedules.
  [[nodiscard]] bool wanted(const std::string& workload) const;
  /// Takes `file`, the value of the platform's own parameter `parameter`, as the file of schedules;
  /// empty: none. Throws UserError(kUsage) if there are two files.
  void take_file(const std::string& parameter, const std::string& file);
  /// Returns the schedules of the file, or else of the workload, for that many devices.
  [[nodiscard]] std::vector<model::Schedule> make(model::DeviceCount devices,
                                                  std::uint64_t seed) const {
    return make(workload_, devices, seed);
  }
  [[nodiscard]] std::vector<model::Schedule> make(const std::string& workload,
                                                  model::DeviceCount devices,
                                                  std::uint64_t seed) const;
  /// For the GPUs of a tree, because a generator may ask for its symmetry.
  [[nodiscard]] std::vector<model::Schedule> make(const std::string& workload,
                                                  const model::PcieTree& tree,
                                                  std::uint64_t seed) const;
  /// Makes the runner, "host", for these schedules. Call during the construction of the platform.
  void build(CopyMoverIf& copies, std::vector<model::Schedule> schedules);

  [[nodiscard]] bool built() const { return runner_ != nullptr; }
  [[nodiscard]] const Runner& runner() const { return *runner_; }
  [[nodiscard]] RunProgress progress() const;
  [[nodiscard]] std::vector<CopySpan> copies()
      const;  ///< As Platform::copies(); none if not built.
  /// Returns the time from the start of the run to the end of the last task that ended.
  [[nodiscard]] double seconds() const;
  /// Fails the run if a collective has wrong elements, and then returns true.
  bool judge(RunOutcome& outcome) const;
  [[nodiscard]] static Outputs outputs();
  [[nodiscard]] std::vector<Result> results() const;
  [[nodiscard]] std::string table() const;
  void write_tasks(const core::RunDirectory& directory) const;   ///< tasks.csv, with `tasks`.
  void write_record(const core::RunDirectory& directory) const;  ///< schedule.csv, with `record`.

 private:
  [[nodiscard]] std::vector<model::Schedule> chosen(std::vector<model::Schedule> all) const {
    if (!only_.empty()) all = only_copy(all, only_);
    model::number_regions(all);
    if (record_) refuse_slices(all);
    return all;
  }
  /// Throws UserError(kUsage): files of schedules have no slices.
  static void refuse_slices(const std::vector<model::Schedule>& all);

  std::string file_;
  std::string workload_;
  std::string only_;
  bool record_ = false;  ///< Whether to write schedule.csv: the tasks that ran.
  bool tasks_ = true;    ///< Whether to write tasks.csv: the tasks with their times.
  RunnerParams params_;
  Computes computes_ = Computes::kByRate;
  std::unique_ptr<Runner> runner_;
};

}  // namespace gf::platforms::schedule
