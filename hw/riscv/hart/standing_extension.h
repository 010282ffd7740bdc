// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm>

namespace gf::hw::riscv {

/// Of a read: the target may set `stands` where reading has no effect and the value stays until it
/// calls invalidate_direct_mem_ptr() for its address. A core then sleeps while its program polls
/// it. Ignorable: a target that knows nothing of it is read at each poll.
struct StandingExtension : tlm::tlm_extension<StandingExtension> {
  bool stands = false;

  [[nodiscard]] tlm::tlm_extension_base* clone() const override {
    return new StandingExtension(*this);
  }
  void copy_from(const tlm::tlm_extension_base& other) override {
    stands = static_cast<const StandingExtension&>(other).stands;
  }
};

}  // namespace gf::hw::riscv
