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

/// What a device computes for a schedule: its kernels one at a time, first come first served, and
/// beside them its reduces, one at a time, as libraries of collectives reduce in a stream of their
/// own. Copies go on beside both. None slows another.
/// Timing: a reduce of n bytes takes 3 n / memory_rate (it reads two operands and writes one), a
/// kernel its duration, or bytes / memory_rate where that is longer.
/// Not modelled: what reduces take of the SMs, and all of the memory's rate; launch overheads.
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
  [[nodiscard]] bool idle() const override {
    return kernels_.queue.empty() && reduces_.queue.empty();
  }
  void append_waits(std::vector<core::Wait>&) const override {}  ///< Time alone holds it up.
  [[nodiscard]] const Stats& stats() const { return stats_; }

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
  };
  void step_kernels() { step(kernels_); }  ///< SC_METHOD: the front kernel has ended.
  void step_reduces() { step(reduces_); }  ///< SC_METHOD: the front reduce has ended.
  void step(Stream& stream);
  void start(Stream& stream);

  const core::ByteRate memory_rate_;
  const Done done_;
  Stream kernels_{core::Wakeup("wakeup")};
  Stream reduces_{core::Wakeup("wakeup_reduces")};
  Stats stats_;
};

}  // namespace gf::model
