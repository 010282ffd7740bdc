// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tlm>

#include "tlm_models/gpu/warp_instruction.h"

namespace gf::model {

enum class AtomicOp : std::uint8_t {
  kAdd,
  kMin,
  kMax,
  kAnd,
  kOr,
  kXor,
  kExchange,
  kCompareSwap,
};

/// Makes a generic payload an atomic read-modify-write at the memory side, whatever its command. By
/// convention the command is TLM_WRITE, so a target that does not know the extension stores the
/// operand. The data array holds the operand (kCompareSwap: compare, then swap) and, after the
/// response, the previous contents.
struct AtomicExtension : tlm::tlm_extension<AtomicExtension> {
  AtomicOp op = AtomicOp::kAdd;
  MemoryScope scope = MemoryScope::kSystem;  ///< Scope in which it is one step.

  [[nodiscard]] tlm::tlm_extension_base* clone() const override {
    return new AtomicExtension(*this);
  }
  void copy_from(const tlm::tlm_extension_base& other) override {
    *this = static_cast<const AtomicExtension&>(other);
  }
};

}  // namespace gf::model
