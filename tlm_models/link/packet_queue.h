// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tlm_models/link/packet.h"

namespace gf::model {

/// First-in first-out list of packets, linked through Packet::next: it never allocates.
template <class P>
class PacketQueue {
 public:
  [[nodiscard]] bool empty() const { return head_ == nullptr; }
  [[nodiscard]] P* front() const { return head_; }
  /// The packet after `packet`, or null.
  [[nodiscard]] static P* behind(const P& packet) { return static_cast<P*>(packet.next); }

  void push(P& packet) {
    packet.next = nullptr;
    if (head_ == nullptr) {
      head_ = &packet;
    } else {
      tail_->next = &packet;
    }
    tail_ = &packet;
  }

  /// Precondition: not empty.
  P& pop() {
    P& packet = *head_;
    head_ = static_cast<P*>(packet.next);
    packet.next = nullptr;
    return packet;
  }

 private:
  P* head_ = nullptr;
  P* tail_ = nullptr;
};

}  // namespace gf::model
