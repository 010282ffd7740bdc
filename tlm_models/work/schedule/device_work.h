// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <systemc>

#include "core/quiescence.h"
#include "core/stats.h"
#include "core/ticks.h"
#include "core/units.h"
#include "core/wakeup.h"
#include "tlm_models/work/schedule/schedule.h"

namespace gf::model {

/// What a device computes for a schedule: its kernels and reduces, one at a time, first come first
/// served. Copies go on beside them, and neither slows the other.
/// Timing: a reduce of n bytes takes 3 n / memory_rate (it reads two operands and writes one), a
/// kernel its duration, or bytes / memory_rate where that is longer.
/// Not modelled: what copies take of the memory's rate, launch overheads.
class DeviceWork final : public sc_core::sc_module, public core::Quiescent {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter kernels{*this, "kernels", core::Unit::kCount, "kernels that ended"};
    core::Counter reduces{*this, "reduces", core::Unit::kCount, "reduces that ended"};
    core::Duration busy{*this, "busy", "time of kernels and reduces"};
  };
  using Done = std::function<void(std::size_t task, core::Ticks began)>;

  SC_HAS_PROCESS(DeviceWork);
  /// `done` hears of each task that ended, when it does.
  DeviceWork(const sc_core::sc_module_name& name, core::ByteRate memory_rate, Done done);

  /// Queues a kernel or a reduce, which `done` will call `number`.
  void submit(std::size_t number, const Task& task);
  [[nodiscard]] core::Ticks time_of(const Task& task) const;
  [[nodiscard]] bool idle() const override { return queue_.empty(); }
  void append_waits(std::vector<core::Wait>&) const override {}  ///< Time alone holds it up.
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  struct Entry {
    std::size_t number;
    const Task* task;
  };
  void step();  ///< SC_METHOD: the front task has ended.
  void start();

  const core::ByteRate memory_rate_;
  const Done done_;
  std::deque<Entry> queue_;  ///< Front: under way.
  core::Ticks began_ = 0;    ///< When the front task was started.
  core::Wakeup wakeup_{"wakeup"};
  Stats stats_;
};

}  // namespace gf::model
