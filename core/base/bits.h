// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gf::core {

constexpr std::uint64_t bit(unsigned n) { return 1ull << n; }

/// Precondition: not 0.
inline unsigned lowest_bit(std::uint64_t mask) {
  return static_cast<unsigned>(__builtin_ctzll(mask));
}

/// Calls `act` with the number of each bit that is set, from the lowest to the highest.
template <class Act>
void each_bit(std::uint64_t mask, const Act& act) {
  for (; mask != 0; mask &= mask - 1) act(lowest_bit(mask));
}

/// Bits of a wheel: how far behind bit `from` the first one is that is set, going around to those
/// before it; 64 kWords: none is.
template <std::size_t kWords>
std::size_t distance_to_bit(const std::array<std::uint64_t, kWords>& wheel, std::size_t from) {
  // Word by word, from that of `from` around to what lies before it in its own word.
  std::uint64_t wanted = ~0ull << from % 64;
  for (std::size_t i = 0; i <= kWords; ++i, wanted = ~0ull) {
    const std::size_t word = (from / 64 + i) % kWords;
    const std::uint64_t found = wheel[word] & wanted;
    if (found != 0) return (word * 64 + lowest_bit(found) - from) % (64 * kWords);
  }
  return 64 * kWords;
}

}  // namespace gf::core
