// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/time/clock_domain.h"
#include "core/time/cycle_boxes.h"

namespace gf::hw::gpu {

class MemoryPorts;

/// Deliveries of GPUs to their own SMs and ports at the beginning of a cycle: answers that
/// leave a crossbar, and places that are free again. It leads its clock; one object serves all
/// GPUs of a node.
class Deliveries final : private core::Clocked {
 public:
  explicit Deliveries(core::ClockDomain& clock) : clock_(clock) { clock.lead(*this); }
  Deliveries(const Deliveries&) = delete;
  Deliveries& operator=(const Deliveries&) = delete;

  /// Posts a delivery in cycle `at`, which must be in the future. Deliveries of one cycle keep the
  /// order of the posts. Call it only while the clock serves a cycle.
  void post(core::Cycle at, MemoryPorts& to, unsigned kind, void* what) {
    boxes_.add(at, {&to, what, at, kind});
  }
  [[nodiscard]] core::ClockDomain& clock() const { return clock_; }

 private:
  struct Mail {
    MemoryPorts* to;
    void* what;
    core::Cycle at;
    unsigned kind;
  };
  void cycle(core::Cycle now) override;

  core::ClockDomain& clock_;
  core::CycleBoxes<Mail> boxes_{clock_};
};

}  // namespace gf::hw::gpu
