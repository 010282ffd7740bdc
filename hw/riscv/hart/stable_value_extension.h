// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm>

namespace gf::hw::riscv {

/// For a read, a target may set `stands` if reading has no side effect and the value remains until
/// the target calls invalidate_direct_mem_ptr() for its address. A core then sleeps while its
/// program polls the value. Ignorable: a target that does not know it is read at each poll.
struct StableValueExtension : tlm::tlm_extension<StableValueExtension> {
  bool stands = false;

  [[nodiscard]] tlm::tlm_extension_base* clone() const override {
    return new StableValueExtension(*this);
  }
  void copy_from(const tlm::tlm_extension_base& other) override {
    stands = static_cast<const StableValueExtension&>(other).stands;
  }
};

}  // namespace gf::hw::riscv
