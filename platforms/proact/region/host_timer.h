// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <systemc>
#include <utility>

#include "core/base/ticks.h"
#include "core/time/wakeup.h"

namespace gf::platforms::proact {

/// A timer for the host's program and driver: calls functions at given times.
class HostTimer final : public sc_core::sc_module {
 public:
  explicit HostTimer(const sc_core::sc_module_name& name) : sc_module(name) {}

  /// Calls `what` at `time`. For several with the same time, the first one requested is called
  /// first.
  void at(core::Ticks time, std::function<void()> what) {
    to_do_.emplace(time, std::move(what));
    wakeup_.at(time);
  }
  void after(const sc_core::sc_time& delay, std::function<void()> what) {
    at(core::now_ticks() + delay.value(), std::move(what));
  }

 private:
  void act() {  ///< Process
    while (!to_do_.empty() && to_do_.begin()->first <= core::now_ticks()) {
      const std::function<void()> what = std::move(to_do_.begin()->second);
      to_do_.erase(to_do_.begin());
      what();
    }
    if (!to_do_.empty()) wakeup_.at(to_do_.begin()->first);
  }

  std::multimap<core::Ticks, std::function<void()>> to_do_;
  core::Wakeup wakeup_{this, core::Runs<&HostTimer::act>{}};
};

}  // namespace gf::platforms::proact
