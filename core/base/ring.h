// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "core/base/error.h"

namespace gf::core {

/// First-in first-out queue in one block that doubles when it is full. Unlike std::deque, it stops
/// allocating once it has reached its largest size. An emptied ring begins again at its first slot,
/// so that a ring that is mostly short stays in one cache line. `Index` limits its length: with
/// uint16_t the ring itself takes 16 bytes and holds up to 32,768 elements.
template <class T, class Index = std::uint32_t>
class Ring {
 public:
  static constexpr std::size_t kMost = (std::numeric_limits<Index>::max() / 2) + std::size_t{1};

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Precondition: not empty.
  [[nodiscard]] T& front() { return slots_[first_]; }
  [[nodiscard]] const T& front() const { return slots_[first_]; }
  /// Returns the element pushed last. Precondition: not empty.
  [[nodiscard]] const T& back() const { return (*this)[size_ - 1u]; }
  /// Counted from the front. Precondition: index < size().
  [[nodiscard]] const T& operator[](std::size_t index) const {
    return slots_[(first_ + index) & mask_];
  }
  [[nodiscard]] T& operator[](std::size_t index) { return slots_[(first_ + index) & mask_]; }

  void push(T value) { push_slot() = std::move(value); }
  /// Appends a slot that the caller writes. The reference is invalid after the next push.
  T& push_slot() {
    if (__builtin_expect(slots_ == nullptr || size_ > mask_, 0)) grow();
    return slots_[(first_ + size_++) & mask_];
  }
  /// Precondition: not empty.
  T pop() {
    T value = std::move(slots_[first_]);
    drop();
    return value;
  }
  /// Removes the first element without returning it. Precondition: not empty.
  void drop() {
    --size_;
    first_ = size_ == 0 ? Index{0} : static_cast<Index>((first_ + 1u) & mask_);
  }

 private:
  static constexpr std::size_t kFirstBlock = 64;  ///< Bytes: a cache line.

  // A separate function; otherwise every caller of push() would save registers for it.
  [[gnu::noinline, gnu::cold]] void grow() {
    const std::size_t least = sizeof(T) >= kFirstBlock / 2 ? 2 : kFirstBlock / sizeof(T);
    std::size_t capacity = 2 * (std::size_t{mask_} + 1);
    if (slots_ == nullptr) {
      for (capacity = 2; capacity < least;) capacity *= 2;
    }
    GF_CHECK(capacity <= kMost, "a ring of " + std::to_string(capacity) + " places");
    std::unique_ptr<T[]> larger(new T[capacity]());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move(slots_[(first_ + i) & mask_]);
    slots_ = std::move(larger);
    mask_ = static_cast<Index>(capacity - 1);
    first_ = 0;
  }

  std::unique_ptr<T[]> slots_;  ///< Their number is a power of two.
  Index first_ = 0;
  Index size_ = 0;
  Index mask_ = 0;
};

}  // namespace gf::core
