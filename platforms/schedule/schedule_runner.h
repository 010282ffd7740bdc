// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "core/param/param.h"
#include "core/ranks/rank_data.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "platforms/schedule/channel_fifos.h"
#include "platforms/schedule/copy_mover_if.h"
#include "workloads/schedule/device_work.h"
#include "workloads/schedule/elements/collective_data.h"
#include "workloads/schedule/inputs/schedule_file.h"
#include "workloads/schedule/ready_tasks.h"
#include "workloads/schedule/schedule.h"

namespace gf::core {
class Timeline;
}

namespace gf::platforms::schedule {

/// Parameters of a Runner. A platform passes the memory rate of its devices and the source for it.
struct RunnerParams : core::ParamGroup {
  RunnerParams()
      : RunnerParams(core::gigabytes_per_second(240),
                     "NVIDIA, Tesla K80: 480 GB/s on its two GPUs") {}
  RunnerParams(const core::ByteRate& rate, const char* source)
      : memory_rate(param("memory_rate", rate,
                          "memory bandwidth of a GPU, which sets the time of reduces and of "
                          "kernels with bytes in schedules",
                          source, core::at_least(core::ByteRate(1e6)))) {}

  core::Param<sc_core::sc_time> gap =
      param("graph_gap", sc_core::sc_time(10, sc_core::SC_US), "idle time between two graphs",
            "assumed", core::at_least(sc_core::sc_time(1, sc_core::SC_US)),
            core::experiment_choice("keeps graphs of copies apart"));
  core::Param<sc_core::sc_time> issue_interval =
      param("issue_interval", sc_core::SC_ZERO_TIME,
            "time between two copy calls of the host, which are made in file order",
            "assumed: 0, all copies at their start time, as in [SC16], VII");
  core::Param<core::ByteRate> memory_rate;
  core::Param<double> compute_rate = param(
      "compute_rate", model::kUsualComputeRate,
      "operations per second of a GPU, for nodes of Chakra traces with an operation count "
      "(num_ops) but no duration",
      "assumed: 100 TFLOP/s, as of a step of training", core::between(1e9, 1e18),
      core::experiment_choice("which GPU the traces are for: 4e12 of a K80 to 1e15 of an H100"));
};

/// One schedule that ran. Times are in ticks of simulated time, unless a member says otherwise.
struct ScheduleResult {
  const model::Schedule* schedule = nullptr;
  /// In the order of the schedule's tasks. A kernel or a reduce has a record too; its `first_sent`
  /// is when its device started it.
  std::vector<model::Flow> flows;
  core::Ticks began = 0;                              ///< Simulated time of its start.
  core::Ticks first_end = core::kNever;               ///< End of its first copy, from its start.
  std::vector<std::uint64_t> delivered_at_first_end;  ///< By task, in bytes.
  bool complete = false;
  model::CollectiveData::Verdict verdict;  ///< For a collective whose elements are checked.
};

/// Shows a task that has ended on a timeline: a copy from its issue, other tasks from their start.
/// Each task of a schedule has its own row. `causes`: whether the fabric records why a copy waited.
void show_task(core::Timeline& timeline, const ScheduleResult& result, std::size_t task,
               bool causes);

/// The host program. It issues the tasks of each schedule when they may start. When all have ended
/// and the machine has been idle for `gap`, it goes on with the next schedule. It passes copies to
/// `copies`, and kernels and reduces to the "work" module of their device, which exists only if a
/// schedule has such tasks. Throws UserError(kUsage) for copies that the fabric refuses.
///
/// If several ranks share the machine, each issues the tasks that begin on its devices, and is
/// notified when tasks end there. Rank 0 gets all records (core::RankData). This works for one
/// schedule only, in which no task waits for a task that ends in another rank; others are refused.
class Runner final : public sc_core::sc_module,
                     public core::Quiescent,
                     private CopyClient,
                     private model::SliceClient,
                     private core::RankData {
 public:
  SC_HAS_PROCESS(Runner);
  Runner(const sc_core::sc_module_name& name, const RunnerParams& params, CopyMoverIf& copies,
         std::vector<model::Schedule> schedules);

  [[nodiscard]] const std::vector<model::Schedule>& schedules() const { return schedules_; }
  /// Results of the schedules begun so far; the last may be incomplete.
  [[nodiscard]] const std::vector<ScheduleResult>& results() const { return results_; }
  [[nodiscard]] const CopyMoverIf& copies() const { return copies_; }
  [[nodiscard]] std::uint64_t bytes_total() const { return bytes_total_; }
  /// Bytes of all schedules so far.
  [[nodiscard]] std::uint64_t bytes_delivered() const { return bytes_delivered_; }
  [[nodiscard]] bool idle() const override { return done_ || !core::ranks().first(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  void step();  ///< Process: issues due tasks, or begins the next schedule.
  void begin_schedule(core::Ticks now);
  /// Throws UserError(kUsage) for a kernel that needs SMs if the devices have none.
  void check_workload(const model::Schedule& schedule, const model::Task& task) const;
  /// Throws UserError(kUsage) for a slice that its device cannot run.
  void check_slice(const model::Schedule& schedule, const model::Task& task) const;
  void check_ranks() const;  ///< Throws UserError(kUsage) for what several ranks cannot run.
  void pack(core::ByteWriter& writer) override;
  void merge(std::vector<Packed>& others) override;
  [[nodiscard]] std::optional<unsigned> rank_counting(const std::string& path) const override;
  void show_ended(const std::vector<std::size_t>& tasks);
  [[nodiscard]] bool here(unsigned device) const {
    return copies_.rank_of(device) == core::ranks().self();
  }
  void add_work();  ///< Makes the "work" modules of all devices, if any schedule needs them.
  void issue(std::size_t task);
  void submit(std::size_t task);
  void copy_ended(model::Flow& flow) override;
  void copies_ready() override { wakeup_.at(core::now_ticks()); }
  void slice_begins(const model::Task& slice) override;
  void slice_passed(const model::Task& slice) override;
  void ended(std::size_t task);
  void end_schedule(core::Ticks now);
  void show_schedule(core::Ticks now) const;    ///< To the timeline, if there is one.
  [[nodiscard]] core::Ticks next_call() const;  ///< kNever: no task waits only for time.

  const RunnerParams params_;
  CopyMoverIf& copies_;
  const std::vector<model::Schedule> schedules_;
  std::vector<ScheduleResult> results_;
  model::ReadyTasks ready_;                      ///< Of the current schedule.
  std::unique_ptr<model::CollectiveData> data_;  ///< If the current schedule is checked.
  core::Ticks called_ = core::kNever;  ///< When the last task was issued; kNever: none yet.
  bool done_ = false;
  /// With several ranks, for the timeline: tasks that began or ended here and that rank 0 must
  /// learn about.
  struct News final : RankData {
    explicit News(Runner& runner) : RankData(When::kSample), owner(runner) {}
    void note(std::size_t task);
    void pack(core::ByteWriter& writer) override;
    void merge(std::vector<Packed>& others) override;
    Runner& owner;
    std::vector<std::size_t> tasks;
  } news_{*this};
  std::size_t shown_ = 0;  ///< Number of ended tasks that rank 0 has shown.
  std::uint64_t bytes_total_ = 0;
  std::uint64_t bytes_delivered_ = 0;
  std::vector<std::unique_ptr<model::DeviceWork>> work_;  ///< By device; may be empty.
  std::optional<ChannelFifos> fifos_;                     ///< If a schedule has slices.
  core::Wakeup wakeup_{this, core::Runs<&Runner::step>{}};
};

}  // namespace gf::platforms::schedule
