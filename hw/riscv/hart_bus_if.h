// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::hw::riscv {

/// What a hart reaches that is not memory at hand: little-endian accesses of 1, 2 or 4 bytes, each
/// aligned. They may take simulated time. False: nobody answers there.
class HartBusIf {
 public:
  virtual ~HartBusIf() = default;
  virtual bool read(std::uint32_t address, unsigned bytes, std::uint32_t& value) = 0;
  virtual bool write(std::uint32_t address, unsigned bytes, std::uint32_t value) = 0;
};

/// Looks at a hart instruction by instruction: a debugger. A hart without one is not slowed down.
class HartWatchClient {
 public:
  virtual ~HartWatchClient() = default;
  /// Before the instruction at `pc`. True: stop in front of it.
  virtual bool instruction_comes(std::uint32_t pc) = 0;
  /// Before a load or a store.
  virtual void access_comes(std::uint32_t address, unsigned bytes, bool is_write) = 0;
};

}  // namespace gf::hw::riscv
