// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tlm>

#include "tlm_models/gpu/instruction.h"

namespace gf::hw::gpu {

enum class AtomicOp : std::uint8_t { kAdd, kMin, kMax, kAnd, kOr, kXor, kExchange, kCompareSwap };

/// Makes a TLM write a read-modify-write at the memory that holds the address. Ignorable: a target
/// that does not know it sees a write of the operands.
struct AtomicExtension : tlm::tlm_extension<AtomicExtension> {
  AtomicOp op = AtomicOp::kAdd;
  model::MemoryScope scope = model::MemoryScope::kSystem;
  bool returns = true;  ///< The old values come back with the response.

  tlm::tlm_extension_base* clone() const override { return new AtomicExtension(*this); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const AtomicExtension&>(other);
  }
};

/// Data pointer of accesses whose bytes are not modelled; as many as an access may have. Who gets
/// it must not keep what it reads there, nor write it to a memory with contents.
inline std::uint8_t* no_bytes() {
  static std::uint8_t bytes[4096];
  return bytes;
}

}  // namespace gf::hw::gpu
