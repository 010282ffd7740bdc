// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::hw::riscv {

/// Everything that a hart accesses outside its attached memory: little-endian, aligned accesses of
/// 1, 2 or 4 bytes. They may take simulated time. Return false if nothing answers at the address.
class HartBusIf {
 public:
  virtual ~HartBusIf() = default;
  virtual bool read(std::uint32_t address, unsigned bytes, std::uint32_t& value) = 0;
  virtual bool write(std::uint32_t address, unsigned bytes, std::uint32_t value) = 0;
};

}  // namespace gf::hw::riscv
