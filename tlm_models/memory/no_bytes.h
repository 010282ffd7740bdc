// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::model {

/// Data pointer of accesses whose bytes are not modelled: valid, as the base protocol asks, for as
/// many bytes as an access may have. Who gets it hands it on as it is, keeps nothing of what it
/// reads there, and writes nothing of it to a memory with contents.
inline std::uint8_t* no_bytes() {
  static std::uint8_t bytes[4096];
  return bytes;
}

}  // namespace gf::model
