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

}  // namespace gf::hw::riscv
