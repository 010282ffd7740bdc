// SPDX-License-Identifier: Apache-2.0
#include "hw/riscv/core/tight_memory.h"

#include <algorithm>
#include <cstring>

#include "tlm_models/memory/at_target.h"

namespace gf::hw::riscv {

TightMemory::TightMemory(const sc_core::sc_module_name& name, std::uint32_t base,
                         std::uint32_t size)
    : sc_module(name), base_(base), bytes_(size) {
  socket.register_b_transport(this, &TightMemory::access);
  socket.register_transport_dbg(this, &TightMemory::debug);
  socket.register_get_direct_mem_ptr(this, &TightMemory::direct);
}

void TightMemory::access(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
  tlm::tlm_response_status status = model::check_attributes(payload);
  if (status == tlm::TLM_OK_RESPONSE && debug(payload) != payload.get_data_length())
    status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
  payload.set_dmi_allowed(true);
  payload.set_response_status(status);
}

unsigned TightMemory::debug(tlm::tlm_generic_payload& payload) {
  if (payload.get_address() < base_ || payload.get_address() - base_ >= bytes_.size()) return 0;
  const std::uint64_t offset = payload.get_address() - base_;
  const auto bytes = static_cast<unsigned>(
      std::min<std::uint64_t>(payload.get_data_length(), bytes_.size() - offset));
  if (payload.is_write()) std::memcpy(bytes_.data() + offset, payload.get_data_ptr(), bytes);
  if (payload.is_read()) std::memcpy(payload.get_data_ptr(), bytes_.data() + offset, bytes);
  return bytes;
}

bool TightMemory::direct(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) {
  dmi.set_dmi_ptr(bytes_.data());
  dmi.set_start_address(base_);
  dmi.set_end_address(base_ + bytes_.size() - 1);
  dmi.allow_read_write();
  return true;
}

}  // namespace gf::hw::riscv
