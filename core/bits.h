// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace gf::core
