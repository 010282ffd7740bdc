// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "hw/apenet/nios/register_map.h"

namespace gf::hw::apenet {

/// Contents of the card's registers. In a 64-bit value the upper half follows the lower.
class RegisterFile {
 public:
  using Offset = card_register::Offset;
  [[nodiscard]] std::uint32_t value(Offset offset) const { return words_[offset / 4]; }
  [[nodiscard]] std::uint64_t value64(Offset offset) const {
    return static_cast<std::uint64_t>(words_[offset / 4 + 1]) << 32 | words_[offset / 4];
  }
  void set(Offset offset, std::uint32_t bits) { words_[offset / 4] = bits; }
  void set64(Offset offset, std::uint64_t bits) {
    words_[offset / 4] = static_cast<std::uint32_t>(bits);
    words_[offset / 4 + 1] = static_cast<std::uint32_t>(bits >> 32);
  }
  void clear(Offset first, Offset end) {
    std::fill(words_.begin() + first / 4, words_.begin() + end / 4, 0);
  }
  [[nodiscard]] const std::uint8_t* bytes() const {
    return reinterpret_cast<const std::uint8_t*>(words_.data());
  }

 private:
  std::array<std::uint32_t, card_register::kBytes / 4> words_{};
};

}  // namespace gf::hw::apenet
