// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/ring.h"
#include "hw/gpu/memory/access.h"

namespace gf::hw::gpu {

/// A page walk that found no mapping, recorded for the driver.
struct Fault {
  std::uint64_t page = 0;  ///< Virtual address / page size.
  bool write = false;
  core::Cycle at = 0;  ///< When the walk ended.
};

/// The faults of a GPU that wait for the driver: first in first out, a bounded number.
/// Timing: a fault can be taken from the cycle after it came. A freed place is available in
/// the next cycle.
class FaultBuffer {
 public:
  explicit FaultBuffer(unsigned entries) : places_(entries) {}

  /// Returns false, without any effect, if there is no place.
  bool put(const Fault& fault) {
    if (!places_.take(fault.at)) return false;
    faults_.push(fault);
    return true;
  }
  [[nodiscard]] bool has(core::Cycle now) const {
    return !faults_.empty() && faults_.front().at < now;
  }
  Fault take(core::Cycle now) {  ///< Precondition: has(now).
    places_.give(now);
    return faults_.pop();
  }
  [[nodiscard]] std::size_t size() const { return faults_.size(); }

 private:
  Places places_;
  core::Ring<Fault> faults_;
};

}  // namespace gf::hw::gpu
