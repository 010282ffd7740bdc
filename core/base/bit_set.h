// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/bits.h"

namespace gf::core {

/// A set of small numbers, 0 ... size - 1, as bits. The first 64, enough for most users, lie in the
/// object itself, in a cache line that its owner reads anyway.
class BitSet {
 public:
  /// Makes room for numbers below `size`; the members of the set stay.
  void resize(std::size_t size) { more_.resize(size == 0 ? 0 : (size - 1) / 64); }
  void add(std::size_t number) { word(number / 64) |= bit_of(number); }
  void remove(std::size_t number) { word(number / 64) &= ~bit_of(number); }
  /// Removes `number`; returns false if it was not in the set.
  bool take(std::size_t number) {
    std::uint64_t& bits = word(number / 64);
    const bool was_in = (bits & bit_of(number)) != 0;
    bits &= ~bit_of(number);
    return was_in;
  }
  [[nodiscard]] bool has(std::size_t number) const {
    return (word(number / 64) & bit_of(number)) != 0;
  }
  /// Returns the least member above `number`, else the least member. Precondition: not empty.
  [[nodiscard]] std::size_t next_after(std::size_t number) const {
    std::size_t at = (number + 1) / 64;
    const std::uint64_t above = ~std::uint64_t{0} << (number + 1) % 64;
    std::uint64_t bits = at <= more_.size() ? word(at) & above : 0;
    // Ends because the set is not empty; after one round the result may be `number` itself.
    while (bits == 0) {
      at = at < more_.size() ? at + 1 : 0;
      bits = word(at);
    }
    return at * 64 + lowest_bit(bits);
  }
  /// Calls `act` with each member, in ascending order.
  template <class Act>
  void each(const Act& act) const {
    std::uint64_t bits = first_;
    for (std::size_t at = 0;; bits = more_[at++]) {
      each_bit(bits, [&](unsigned bit) { act(at * 64 + bit); });
      if (at == more_.size()) return;
    }
  }

 private:
  static std::uint64_t bit_of(std::size_t number) { return std::uint64_t{1} << number % 64; }
  [[nodiscard]] std::uint64_t word(std::size_t at) const {
    return at == 0 ? first_ : more_[at - 1];
  }
  [[nodiscard]] std::uint64_t& word(std::size_t at) { return at == 0 ? first_ : more_[at - 1]; }

  std::uint64_t first_ = 0;
  std::vector<std::uint64_t> more_;
};

}  // namespace gf::core
