// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace gf::core {

/// First-in first-out queue in one block that doubles when it is full: unlike std::deque, it
/// allocates nothing once a run is warm.
template <class T>
class Ring {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Precondition: not empty.
  [[nodiscard]] T& front() { return slots_[first_]; }
  [[nodiscard]] const T& front() const { return slots_[first_]; }

  /// The one pushed last. Precondition: not empty.
  [[nodiscard]] const T& back() const { return (*this)[size_ - 1]; }
  /// Counted from the front. Precondition: index < size().
  [[nodiscard]] const T& operator[](std::size_t index) const {
    return slots_[(first_ + index) & (slots_.size() - 1)];
  }

  void push(T value) {
    if (size_ == slots_.size()) grow();
    slots_[(first_ + size_++) & (slots_.size() - 1)] = std::move(value);
  }
  /// Precondition: not empty.
  T pop() {
    T value = std::move(slots_[first_]);
    first_ = (first_ + 1) & (slots_.size() - 1);
    --size_;
    return value;
  }

 private:
  void grow() {
    std::vector<T> larger(slots_.empty() ? 8 : 2 * slots_.size());
    for (std::size_t i = 0; i < size_; ++i) {
      larger[i] = std::move(slots_[(first_ + i) & (slots_.size() - 1)]);
    }
    slots_.swap(larger);
    first_ = 0;
  }

  std::vector<T> slots_;  ///< A power of two of them.
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace gf::core
