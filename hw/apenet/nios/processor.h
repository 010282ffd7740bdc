// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <systemc>

#include "core/base/ring.h"
#include "core/base/ticks.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "core/trace/probe.h"
#include "hw/apenet/nios/cost_table.h"

namespace gf::hw::apenet {

enum class NiosTaskKind : std::uint8_t { kRegister, kTx, kTxRetire, kRxPacket };
inline constexpr std::size_t kTaskKinds = 4;

/// Counts the cycles of a task while it runs.
class Meter {
 public:
  void charge(unsigned cycles) { cycles_ += cycles; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }

 private:
  std::uint64_t cycles_ = 0;
};

/// A routine of the firmware. It runs in segments: each one computes and charges cycles.
/// Its effects on the hardware take place at the start of the next segment, when those
/// cycles have passed.
class Firmware {
 public:
  virtual ~Firmware() = default;
  /// Runs segment `step` (0, 1, ...) for `what`, which the poster gave. Returns true if
  /// another one follows.
  virtual bool run(unsigned step, void* what, Meter& meter) = 0;
};

/// Carries out tasks in place of their Firmware, as does a core that runs a program (SoftCore).
class TaskClient {
 public:
  virtual ~TaskClient() = default;
  /// Begins a task for `what`, which the poster gave. The task ends with Processor::task_ended().
  virtual void task_begins(NiosTaskKind kind, void* what) = 0;
};

/// The processor of the card, a Nios II. It runs one task at a time from one queue, to its end.
/// Timing: a segment takes the cycles that it charges; the first of a task takes `dispatch`
/// more. A task begins when it is posted if the processor is free, otherwise when all earlier
/// tasks have ended.
/// Order: first come, first served for all kinds: receiving and sending share the processor. A
/// timeline shows each task from its begin to its end.
/// With a TaskClient this is the queue in front of a core, and a task takes the time of its
/// program. Without one, the cost table gives the time of each primitive; instruction set, caches
/// and interrupts are not modelled.
class Processor final : public sc_core::sc_module, public core::Quiescent {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Duration busy{*this, "busy", "time that a task was running"};
    core::Duration busy_register{*this, "busy.register", "time in tasks that register buffers"};
    core::Duration busy_tx{*this, "busy.tx", "time in tasks that send from GPU memory"};
    core::Duration busy_tx_retire{*this, "busy.tx_retire", "time in tasks that end GPU messages"};
    core::Duration busy_rx{*this, "busy.rx", "time in tasks that receive packets"};
    core::Counter tasks{*this, "tasks", core::Unit::kCount, "tasks ended"};
    core::Counter rx_tasks{*this, "tasks.rx", core::Unit::kCount,
                           "ended tasks that received a packet"};
    core::Histogram wait{*this, "wait", core::Unit::kSeconds,
                         "time from posting a task to its beginning", 1e-15};
    core::Histogram rx_time{*this, "rx_time", core::Unit::kSeconds,
                            "duration of a task that receives a packet", 1e-15};
    core::Counter queue_max{*this, "queue_max", core::Unit::kCount,
                            "maximum depth of the task queue"};
  };

  Processor(const sc_core::sc_module_name& name, const CostTable& costs);

  /// Queues a run of `code` for `what`, which belongs to the poster and must outlive the task.
  void post(NiosTaskKind kind, Firmware& code, void* what);

  /// Makes `client` carry out all tasks from now on.
  void run_by(TaskClient& client) { client_ = &client; }
  void task_ended();  ///< Called by the client; may begin the next task.
  [[nodiscard]] bool has_client() const { return client_ != nullptr; }

  [[nodiscard]] const CostTable& costs() const { return costs_; }
  [[nodiscard]] core::Ticks began() const { return began_; }  ///< Of the running task.
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return !running_ && queue_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  struct Task {
    Firmware* code = nullptr;
    void* what = nullptr;
    core::Ticks posted = 0;
    NiosTaskKind kind = NiosTaskKind::kRegister;
  };
  void work();  ///< Process; the only process that runs firmware.
  void begin();
  void run_segment();
  void end_task();
  void report() const;  ///< Adds the ending task to the timeline.

  const CostTable costs_;
  const core::Ticks period_;
  TaskClient* client_ = nullptr;
  core::Ring<Task> queue_;
  Task task_;
  bool running_ = false;
  bool more_ = false;  ///< The running task has another segment.
  unsigned step_ = 0;
  core::Ticks began_ = 0;
  core::Ticks until_ = 0;  ///< End of the running segment.
  core::Wakeup wakeup_{this, core::Runs<&Processor::work>{}};
  core::Probe task_probe_;
  core::Probe queue_probe_;
  Stats stats_;
};

}  // namespace gf::hw::apenet
