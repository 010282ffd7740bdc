// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
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

/// The hardware of a device that does what its kernels and reduces ask of it, where a machine has
/// it.
class ComputeIf {
 public:
  virtual ~ComputeIf() = default;
  /// A task with bytes or a workload begins, now; `done` when it has read and written its bytes, or
  /// the workload has ended. Kernels come one at a time, and reduces beside them.
  virtual void begin(const Task& task, std::function<void()> done) = 0;
};

/// What a device computes for a schedule: its kernels one at a time, first come first served, and
/// beside them its reduces, one at a time, as libraries of collectives reduce in a stream of their
/// own. Copies go on beside both.
/// Timing: a kernel takes its duration, or as long as what it asks of `hardware` where that is
/// longer. Without hardware none slows another: bytes take bytes / memory_rate, those of a reduce
/// three times as long (it reads two operands and writes one).
/// Not modelled: launch overheads of what is no workload.
class DeviceWork final : public sc_core::sc_module, public core::Quiescent {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter kernels{*this, "kernels", core::Unit::kCount, "kernels that ended"};
    core::Counter reduces{*this, "reduces", core::Unit::kCount, "reduces that ended"};
    core::Duration busy{*this, "busy", "time of kernels and reduces"};
  };
  using Done = std::function<void(std::size_t task, core::Ticks began)>;

  /// `done` hears of each task that ended, when it does. `hardware` may be null.
  DeviceWork(const sc_core::sc_module_name& name, core::ByteRate memory_rate, Done done,
             ComputeIf* hardware = nullptr);

  /// Queues a kernel or a reduce, which `done` will call `number`.
  void submit(std::size_t number, const Task& task);
  /// Without hardware.
  [[nodiscard]] core::Ticks time_of(const Task& task) const;
  [[nodiscard]] bool idle() const override {
    return kernels_.queue.empty() && reduces_.queue.empty();
  }
  void append_waits(std::vector<core::Wait>&) const override {}  ///< Time, or who names himself.
  [[nodiscard]] const Stats& stats() const { return stats_; }
  /// What is counted, for a process that does not simulate this device (core/ranks/ranks.h).
  void put_counts(core::ByteWriter& writer) const;
  void take_counts(core::ByteReader& reader);

 private:
  struct Entry {
    std::size_t number;
    const Task* task;
  };
  /// What is done one after the other.
  struct Stream {
    core::Wakeup wakeup;
    std::deque<Entry> queue{};  ///< Front: under way.
    core::Ticks began = 0;      ///< When the front task was started.
    unsigned open = 0;          ///< Of the front task: time and hardware, if not over.
  };
  void step_kernels() { step(kernels_); }  ///< Process: something of the front kernel is over.
  void step_reduces() { step(reduces_); }  ///< Process: the same of the front reduce.
  void step(Stream& stream);
  void over(Stream& stream);  ///< Its time, or what it asked of the hardware.
  void start(Stream& stream);
  [[nodiscard]] bool asks_hardware(const Task& task) const {
    return hardware_ != nullptr && (task.bytes.count() > 0 || !task.workload.empty());
  }

  const core::ByteRate memory_rate_;
  const Done done_;
  ComputeIf* const hardware_;
  Stream kernels_{{this, core::Runs<&DeviceWork::step_kernels>{}}};
  Stream reduces_{{this, core::Runs<&DeviceWork::step_reduces>{}}};
  Stats stats_;
};

}  // namespace gf::model
