// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::hw::riscv {

/// Reason why an instruction took more than one cycle.
enum class HartStall : std::uint8_t {
  kNone,
  kFetch,   ///< Missed the instruction cache, or was fetched over the bus.
  kLoad,    ///< A load from the attached memory.
  kMiss,    ///< A load or store that missed the data cache.
  kBus,     ///< A bus access.
  kBranch,  ///< A taken branch, a jump, a trap or its return: the pipeline is refilled.
  kMultiply,
  kDivide,
  kAsleep,  ///< Of a core: in wfi.
};
/// Returns "fetch", "load", ...; "" for kNone.
const char* name_of(HartStall stall);

/// Further cycles of an instruction, for its fetch and its execution.
struct Stalls {
  std::uint64_t fetch = 0;
  std::uint64_t execute = 0;
  HartStall why = HartStall::kNone;  ///< The reason for those of `execute`.
};

/// Observes a hart instruction by instruction, for example a debugger, a profile or a trace. Harts
/// without observers are not slowed down.
class HartWatchClient {
 public:
  virtual ~HartWatchClient() = default;
  /// Called before the instruction at `pc`. Returns whether to stop before it.
  virtual bool instruction_comes(std::uint32_t pc) = 0;
  /// Called before a load or a store.
  virtual void access_comes(std::uint32_t /*address*/, unsigned /*bytes*/, bool /*is_write*/) {}
  /// Called after each instruction, except one that could not be fetched.
  virtual void instruction_done(const Stalls& /*stalls*/) {}
};

}  // namespace gf::hw::riscv
