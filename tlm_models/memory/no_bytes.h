// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::model {

/// Data pointer of accesses whose bytes are not modelled. As the base protocol requires, it is
/// valid for as many bytes as an access may have. A receiver passes it on unchanged, keeps nothing
/// that it reads there, and writes none of it to a memory with contents.
inline std::uint8_t* no_bytes() {
  static std::uint8_t bytes[4096];
  return bytes;
}

}  // namespace gf::model
