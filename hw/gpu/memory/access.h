// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/time/clock_domain.h"
#include "hw/gpu/memory_port_if.h"

namespace gf::hw::gpu {

struct Bulk;

/// A request for sectors of one line while it is in the memory. It is one cache line of the host,
/// so that the requester's own record is touched only on arrival and for the answer. The port where
/// it comes in takes it from a pool and gives it back with the answer.
struct alignas(64) Access {
  Access* next = nullptr;  ///< Link of the one queue that holds it.
  core::Cycle at = 0;      ///< When the holder may act on it; in an answer: when it is complete.
  std::uint64_t line = 0;  ///< Address of the line: virtual until `translated`, then physical.
  LineRequest* request = nullptr;  ///< The request of an SM, or null.
  Bulk* bulk = nullptr;            ///< The bulk access that it is part of, or null.
  std::uint8_t* data = nullptr;    ///< Where the first byte is or goes; null: no bytes.
  std::uint32_t index = 0;         ///< Of the line among those of its slice.
  std::uint16_t bytes = 0;         ///< As LineRequest::bytes.
  std::uint8_t port = 0;           ///< Where it came in and is answered.
  std::uint8_t sectors : 4;
  std::uint8_t parts : 2;  ///< Sent to a peer: link accesses not answered, less one.
  std::uint8_t translated : 1;
  std::uint8_t whole : 1;
  LineOp op = LineOp::kRead;
  bool wanted = true;
  /// Bytes of the line before its first one; kApart for an SM's store whose bytes are not
  /// contiguous.
  std::uint8_t skip = 0;
  LineSource source = LineSource::kL2;
  std::uint32_t managed = 0;  ///< Managed page that it uses (Translation::managed), or 0.
};
static_assert(sizeof(Access) == 64);

/// First-in first-out list of objects that have a `next` member.
template <class T>
class Fifo {
 public:
  [[nodiscard]] bool empty() const { return first_ == nullptr; }
  [[nodiscard]] T& front() const { return *first_; }
  void push(T& item) {
    item.next = nullptr;
    (first_ == nullptr ? first_ : last_->next) = &item;
    last_ = &item;
  }
  T& pop() {
    T& item = *first_;
    first_ = item.next;
    return item;
  }
  /// Returns all objects as a list linked by `next` and leaves the queue empty.
  T* release() {
    T* const list = first_;
    first_ = nullptr;
    return list;
  }

 private:
  T* first_ = nullptr;
  T* last_ = nullptr;
};

/// Bounded places that one member gives back and another takes, in any order within a cycle. A
/// place given back in a cycle can be taken from the next cycle on.
class Places {
 public:
  explicit Places(unsigned count = 0) : free_(count) {}
  [[nodiscard]] bool take(core::Cycle now) {
    settle(now);
    if (free_ == 0) return false;
    --free_;
    return true;
  }
  /// Returns whether a place will be free in the next cycle. Call it right after a
  /// take() that failed.
  [[nodiscard]] bool soon() const { return back_ != 0; }
  void give(core::Cycle now) {
    settle(now);
    ++back_;
    back_at_ = now;
  }

 private:
  void settle(core::Cycle now) {
    // A place counts one cycle after it is given back, whichever of the two members the
    // clock calls first.
    if (back_ == 0 || back_at_ >= now) return;
    free_ += back_;
    back_ = 0;
  }
  unsigned free_;
  unsigned back_ = 0;
  core::Cycle back_at_ = 0;
};

}  // namespace gf::hw::gpu
