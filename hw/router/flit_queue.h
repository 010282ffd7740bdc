// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/router/flit.h"

namespace gf::hw::router {

/// First in, first out, linked through the flits themselves.
class FlitQueue {
 public:
  [[nodiscard]] bool empty() const { return head_ == nullptr; }
  [[nodiscard]] Flit& front() const { return *head_; }
  void push(Flit& flit) {
    flit.next = nullptr;
    (head_ == nullptr ? head_ : tail_->next) = &flit;
    tail_ = &flit;
  }
  Flit& pop() {
    Flit& flit = *head_;
    head_ = flit.next;
    return flit;
  }

 private:
  Flit* head_ = nullptr;
  Flit* tail_ = nullptr;
};

}  // namespace gf::hw::router
