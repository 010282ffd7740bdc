// SPDX-License-Identifier: Apache-2.0
#include "hw/router/parked_heads.h"

#include <utility>

namespace gf::hw::router {

using core::bit;
using core::each_bit;

void ParkedHeads::park(unsigned input_vc, unsigned port, unsigned vc) {
  if (!lists_) lists_ = std::make_unique<Lists>(ports_, vcs_);
  lists_->heads[input_vc / 64] |= bit(input_vc % 64);
  std::uint16_t& first = lists_->first[port * vcs_ + vc];
  lists_->next[input_vc] = std::exchange(first, static_cast<std::uint16_t>(input_vc));
  outputs_ |= bit(port);
  ++lists_->behind[port];
  ++size_;
}

void ParkedHeads::release_credited() {
  each_bit(std::exchange(credited_, 0), [this](unsigned port) {
    each_bit(std::exchange(lists_->credited[port], 0), [&](unsigned vc) { release(port, vc); });
  });
}

void ParkedHeads::release_all() {
  each_bit(outputs_, [this](unsigned port) {
    for (unsigned vc = 0; vc < vcs_; ++vc) release(port, vc);
  });
}

void ParkedHeads::release(unsigned port, unsigned vc) {
  unsigned head = std::exchange(lists_->first[port * vcs_ + vc], kNone);
  for (; head != kNone; head = lists_->next[head]) {
    lists_->heads[head / 64] &= ~bit(head % 64);
    --lists_->behind[port];
    --size_;
  }
  if (lists_->behind[port] == 0) outputs_ &= ~bit(port);
}

}  // namespace gf::hw::router
