// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/stats/stats.h"
#include "core/time/clock_domain.h"

namespace gf::hw::gpu {

/// The cause and the start of a stall, if there is one.
class Stall {
 public:
  [[nodiscard]] bool on() const { return cause_ != nullptr; }
  void begin(core::Duration& cause, core::Cycle now) {
    if (cause_ == &cause) return;
    cause_ = &cause;
    since_ = now;
  }
  void end(core::Cycle now, core::Ticks period) {
    if (cause_ != nullptr) cause_->add_ticks((now - since_) * period);
    cause_ = nullptr;
  }

 private:
  core::Duration* cause_ = nullptr;
  core::Cycle since_ = 0;
};

}  // namespace gf::hw::gpu
