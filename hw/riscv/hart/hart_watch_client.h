// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::hw::riscv {

/// Why an instruction took more than its cycle.
enum class Stall : std::uint8_t {
  kNone,
  kFetch,   ///< It was not in the instruction cache, or came by the bus.
  kLoad,    ///< A load from the memory at hand.
  kMiss,    ///< A load that was not in the data cache.
  kBus,     ///< An access of the bus.
  kBranch,  ///< A taken branch, a jump, a trap or its return: the pipeline begins anew.
  kMultiply,
  kDivide,
  kAsleep,  ///< Of a core: wfi.
};
/// "fetch", "load", ...; "" for kNone.
const char* name_of(Stall stall);

/// Further cycles of an instruction: before it was there, and in it.
struct Stalls {
  std::uint64_t fetch = 0;
  std::uint64_t execute = 0;
  Stall why = Stall::kNone;  ///< Those of `execute`.
};

/// Looks at a hart instruction by instruction: a debugger, a profile, a trace. A hart without one
/// is not slowed down.
class HartWatchClient {
 public:
  virtual ~HartWatchClient() = default;
  /// Before the instruction at `pc`. True: stop in front of it.
  virtual bool instruction_comes(std::uint32_t pc) = 0;
  /// Before a load or a store.
  virtual void access_comes(std::uint32_t /*address*/, unsigned /*bytes*/, bool /*is_write*/) {}
  /// After the instruction that came last; not after one that could not be fetched.
  virtual void instruction_done(const Stalls& /*stalls*/) {}
};

}  // namespace gf::hw::riscv
