// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/ring.h"

namespace gf::core {

/// First-in first-out queue whose first N slots lie in the object itself, so that a queue that is
/// mostly short is read without following a pointer. Further elements wait in a Ring.
template <class T, std::size_t N>
class NearRing {
 public:
  static_assert(N > 0 && N <= 128 && (N & (N - 1)) == 0, "a power of two");

  [[nodiscard]] bool empty() const { return near_size_ == 0 && far_.empty(); }
  [[nodiscard]] std::size_t size() const { return near_size_ + far_.size(); }
  /// Precondition: not empty.
  [[nodiscard]] T& front() { return near_size_ != 0 ? near_[near_first_] : far_.front(); }
  [[nodiscard]] const T& front() const {
    return near_size_ != 0 ? near_[near_first_] : far_.front();
  }
  /// Returns the element pushed last. Precondition: not empty.
  [[nodiscard]] const T& back() const { return (*this)[size() - 1]; }
  /// Counted from the front. Precondition: index < size().
  [[nodiscard]] const T& operator[](std::size_t index) const {
    return index < near_size_ ? near_[(near_first_ + index) % N] : far_[index - near_size_];
  }

  void push(T value) { push_slot() = std::move(value); }
  /// Appends a slot that the caller writes. The reference is invalid after the next push.
  T& push_slot() {
    if (near_size_ == N || !far_.empty()) return far_.push_slot();
    return near_[(near_first_ + near_size_++) % N];
  }
  /// Precondition: not empty.
  T pop() {
    T value = std::move(front());
    drop();
    return value;
  }
  /// Removes the first element without returning it. Precondition: not empty.
  void drop() {
    if (near_size_ == 0) {
      far_.drop();
    } else {
      near_first_ = static_cast<std::uint8_t>((near_first_ + 1u) % N);
      --near_size_;
    }
  }

 private:
  std::uint8_t near_first_ = 0;
  std::uint8_t near_size_ = 0;
  Ring<T, std::uint16_t> far_;
  std::array<T, N> near_{};  ///< Older than the elements in `far_`.
};

}  // namespace gf::core
