// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <systemc>

#include "core/base/ticks.h"
#include "core/base/units.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "workloads/schedule/schedule.h"

namespace gf::core {
class ByteReader;
class ByteWriter;
}  // namespace gf::core

namespace gf::model {

/// Hardware of a device that executes its kernels and reduces, if the machine models it.
class ComputeIf {
 public:
  virtual ~ComputeIf() = default;
  /// Begins a task with bytes or a workload now. Calls `done` when the task has read and written
  /// its bytes, or when the workload has ended. Kernels come one at a time, and concurrently with
  /// reduces.
  virtual void begin(const Task& task, std::function<void()> done) = 0;
  /// Begins a slice now. Calls `passed` when its block can begin the next one of its channel, and
  /// then `done` when the slice has ended.
  virtual void begin_slice(const Task& task, std::function<void()> passed,
                           std::function<void()> done) = 0;
};

/// The computations of a device for a schedule. Its kernels run one at a time in the order of
/// submission. Reduces also run one at a time, concurrently with the kernels, because libraries of
/// collectives use a stream of their own. Slices of a channel run in the order of the schedule, and
/// concurrently with everything else. Copies run concurrently with all of them.
/// Timing: a kernel takes its duration or the time of its accesses to `hardware`, whichever is
/// longer. Without hardware tasks do not slow each other: bytes take bytes / memory_rate, and those
/// of a reduce three times as long (it reads two operands and writes one).
/// Not modelled: launch overheads of kernels without a workload.
class DeviceWork final : public sc_core::sc_module, public core::Quiescent {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter kernels{*this, "kernels", core::Unit::kCount, "kernels that ended"};
    core::Counter reduces{*this, "reduces", core::Unit::kCount, "reduces that ended"};
    core::Counter slices{*this, "slices", core::Unit::kCount, "slices of channels that ended"};
    core::Duration busy{*this, "busy", "time of kernels and reduces"};
  };
  using Done = std::function<void(std::size_t task, core::Ticks began)>;

  /// `done` is called for each task when it ends. `hardware` may be null.
  DeviceWork(const sc_core::sc_module_name& name, core::ByteRate memory_rate, Done done,
             ComputeIf* hardware = nullptr);

  /// Adds a slice to the program of its channel, behind those added before.
  void expect(std::size_t number, const Task& task);
  /// Queues a kernel or a reduce, or lets a slice begin when it is its turn; `number` is passed to
  /// `done`.
  void submit(std::size_t number, const Task& task);
  /// Returns the time of a task without hardware.
  [[nodiscard]] core::Ticks time_of(const Task& task) const;
  [[nodiscard]] bool idle() const override {
    return kernels_.queue.empty() && reduces_.queue.empty() && slices_under_way_ == 0;
  }
  /// It waits for time, or for hardware that reports its own waits.
  void append_waits(std::vector<core::Wait>&) const override {}
  [[nodiscard]] const Stats& stats() const { return stats_; }
  /// Transfers the counters to a process that does not simulate this device (core/ranks/ranks.h).
  void put_counts(core::ByteWriter& writer) const;
  void take_counts(core::ByteReader& reader);

 private:
  struct Entry {
    std::size_t number;
    const Task* task;
  };
  /// Tasks that run one after the other.
  struct Stream {
    core::Wakeup wakeup;
    std::deque<Entry> queue{};  ///< The front task is running.
    core::Ticks began = 0;      ///< When the front task was started.
    unsigned open = 0;          ///< Unfinished parts of the front task: its time, its hardware.
  };
  /// The program of a channel's block on this device, or of a group of its warps.
  struct Channel {
    std::deque<std::size_t> program{};         ///< Slices that have not begun.
    std::map<std::size_t, const Task*> may{};  ///< Those that may begin.
    bool busy = false;                         ///< A slice has not passed.
  };
  [[nodiscard]] Channel& channel_of(const Task& task);
  void begin_slices(Channel& channel);
  void step_kernels() { step(kernels_); }  ///< SC_METHOD: the front kernel's time is over.
  void step_reduces() { step(reduces_); }  ///< SC_METHOD: the front reduce's time is over.
  void step(Stream& stream);
  void over(Stream& stream);  ///< One part of the front task has ended.
  void start(Stream& stream);
  [[nodiscard]] bool asks_hardware(const Task& task) const {
    return hardware_ != nullptr && (task.bytes.count() > 0 || !task.workload.empty());
  }

  const core::ByteRate memory_rate_;
  const Done done_;
  ComputeIf* const hardware_;
  Stream kernels_{{this, core::Runs<&DeviceWork::step_kernels>{}}};
  Stream reduces_{{this, core::Runs<&DeviceWork::step_reduces>{}}};
  std::map<std::pair<unsigned, unsigned>, Channel> channels_;  ///< By channel and group of warps.
  unsigned slices_under_way_ = 0;
  Stats stats_;
};

}  // namespace gf::model
