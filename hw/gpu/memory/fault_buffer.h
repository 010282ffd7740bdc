// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/ring.h"
#include "hw/gpu/memory/access.h"

namespace gf::hw::gpu {

/// What a page walk without an end leaves for the driver.
struct Fault {
  std::uint64_t page = 0;  ///< Virtual address / page size.
  bool write = false;
  core::Cycle at = 0;  ///< When the walk ended.
};

/// The faults of a GPU that wait for the driver: first in first out, a bounded number.
/// Timing: a fault can be taken from the cycle after it came; a place that is free again is there
/// in the next cycle.
class FaultBuffer {
 public:
  explicit FaultBuffer(unsigned entries) : places_(entries) {}

  /// False: no place, nothing happened.
  bool put(const Fault& fault) {
    if (!places_.take(fault.at)) return false;
    faults_.push(fault);
    return true;
  }
  [[nodiscard]] bool has(core::Cycle now) const {
    return !faults_.empty() && faults_.front().at < now;
  }
  Fault take(core::Cycle now) {  ///< has(now).
    places_.give(now);
    return faults_.pop();
  }
  [[nodiscard]] std::size_t size() const { return faults_.size(); }

 private:
  Places places_;
  core::Ring<Fault> faults_;
};

}  // namespace gf::hw::gpu
