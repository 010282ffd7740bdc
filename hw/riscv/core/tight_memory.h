// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

namespace gf::hw::riscv {

/// Tightly coupled on-chip memory of a core, from `base` on: a TLM-2.0 target that grants direct
/// access, which the core uses. It adds no time; the core accounts for its accesses.
class TightMemory final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<TightMemory> socket{"socket"};

  TightMemory(const sc_core::sc_module_name& name, std::uint32_t base, std::uint32_t size);

  [[nodiscard]] std::uint32_t base() const { return base_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }

 private:
  void access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned debug(tlm::tlm_generic_payload& payload);
  bool direct(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);

  const std::uint32_t base_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace gf::hw::riscv
