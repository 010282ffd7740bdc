// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace gf::model {

/// Hands out packets of type P and takes them back. It grows in blocks and never shrinks: a warm
/// run allocates nothing (`blocks()` stays constant).
template <class P>
class PacketPool {
 public:
  static constexpr std::size_t kBlock = 256;

  PacketPool() = default;
  PacketPool(const PacketPool&) = delete;
  PacketPool& operator=(const PacketPool&) = delete;

  /// Returns a packet with every field at its default.
  P& make() {
    if (__builtin_expect(free_ == nullptr, 0)) grow();
    P& packet = *free_;
    free_ = static_cast<P*>(packet.next);
    ++in_use_;
    // Constructed in place: an assignment would build another packet and copy it.
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
  // A separate function, or every caller of make() would save registers for it.
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
