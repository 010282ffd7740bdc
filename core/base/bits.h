// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace gf::core {

constexpr std::uint64_t bit(unsigned n) { return 1ull << n; }

/// Returns the number of the lowest set bit. Precondition: mask is not 0.
inline unsigned lowest_bit(std::uint64_t mask) {
  return static_cast<unsigned>(__builtin_ctzll(mask));
}

/// Calls `act` with the number of each set bit, from the lowest to the highest.
template <class Act>
void each_bit(std::uint64_t mask, const Act& act) {
  for (; mask != 0; mask &= mask - 1) act(lowest_bit(mask));
}

/// Returns how many places behind bit `from` of the wheel the next set bit is (0: `from` itself is
/// set). The search wraps around to the bits before `from`. Returns 64 kWords if no bit is set.
template <std::size_t kWords>
std::size_t distance_to_bit(const std::array<std::uint64_t, kWords>& wheel, std::size_t from) {
  // Goes word by word from the word of `from`, and at last to the bits before `from` in that word.
  std::uint64_t wanted = ~0ull << from % 64;
  for (std::size_t i = 0; i <= kWords; ++i, wanted = ~0ull) {
    const std::size_t word = (from / 64 + i) % kWords;
    const std::uint64_t found = wheel[word] & wanted;
    if (found != 0) return (word * 64 + lowest_bit(found) - from) % (64 * kWords);
  }
  return 64 * kWords;
}

}  // namespace gf::core
