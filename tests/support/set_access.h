// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <tlm>

namespace gf::test {

/// Makes `payload` an access of `bytes` bytes at `data`, which may be null.
inline void set_access(tlm::tlm_generic_payload& payload, tlm::tlm_command command,
                       std::uint64_t address, std::uint8_t* data, std::size_t bytes) {
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(data);
  payload.set_data_length(static_cast<unsigned>(bytes));
  payload.set_streaming_width(static_cast<unsigned>(bytes));
}

}  // namespace gf::test
