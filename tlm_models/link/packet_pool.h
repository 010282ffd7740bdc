// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace gf::model {

/// Hands out packets of type P and takes them back. Grows by blocks, never shrinks: a warm run
/// allocates nothing (`blocks()` stands still).
template <class P>
class PacketPool {
 public:
  static constexpr std::size_t kBlock = 256;

  PacketPool() = default;
  PacketPool(const PacketPool&) = delete;
  PacketPool& operator=(const PacketPool&) = delete;

  /// A packet with every field at its default.
  P& make() {
    if (__builtin_expect(free_ == nullptr, 0)) grow();
    P& packet = *free_;
    free_ = static_cast<P*>(packet.next);
    ++in_use_;
    // Made where it lies: an assignment would build another one and copy it.
    packet.~P();
    return *new (&packet) P{};
  }

  void recycle(P& packet) {
    packet.next = free_;
    free_ = &packet;
    --in_use_;
  }

  [[nodiscard]] std::size_t in_use() const { return in_use_; }
  [[nodiscard]] std::size_t blocks() const { return blocks_.size(); }

 private:
  // Apart, or whoever makes packets would save registers for it in every call.
  [[gnu::noinline, gnu::cold]] void grow() {
    blocks_.push_back(std::make_unique<P[]>(kBlock));
    for (std::size_t i = 0; i < kBlock; ++i) {
      blocks_.back()[i].next = free_;
      free_ = &blocks_.back()[i];
    }
  }

  std::vector<std::unique_ptr<P[]>> blocks_;
  P* free_ = nullptr;
  std::size_t in_use_ = 0;
};

}  // namespace gf::model
