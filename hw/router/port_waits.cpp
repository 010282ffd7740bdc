// SPDX-License-Identifier: Apache-2.0
#include "hw/router/port_waits.h"

#include "hw/router/router.h"

namespace gf::hw::router {

namespace {

template <class Obstacle>
core::StallCause cause_of(Obstacle obstacle) {
  switch (obstacle) {
    case Obstacle::kNoCredit:
      return core::StallCause::kNoCredit;
    case Obstacle::kHeld:
      return core::StallCause::kArbitrationLost;
    default:
      // kNone: an obstacle existed when the allocator looked, and is gone now.
      return core::StallCause::kLinkBusy;
  }
}

}  // namespace

void PortWaits::book(core::Cycle now) {
  for (const Waiting& one : waiting_) cycles_[one.port].add(one.cause, one.flits * (now - booked_));
  booked_ = now;
}

PortWaits& Router::count_waits() {
  std::unique_ptr<PortWaits>& waits = observers_.waits;
  if (!waits) waits = std::make_unique<PortWaits>(outputs_.size(), input_vcs_.size());
  return *waits;
}

/// Runs after the cycle, so that heads on their way are not slowed down. Most of them have gone:
/// only nonempty virtual channels whose front could ask are examined.
void Router::note_waits(core::Cycle now) {
  for (unsigned word = 0; word < words_; ++word) {
    each_bit(observers_.asked[word] & occupied_[word],
             [&](unsigned n) { note_wait(word * 64 + n, (look_[word] & bit(n)) != 0, now); });
  }
  each_bit(queued_, [this](unsigned port) {
    observers_.waits->wait(port, core::StallCause::kLinkBusy, outputs_[port].queue.size());
  });
}

void Router::note_wait(unsigned index, bool could_go, core::Cycle now) {
  const bool has_asked = observers_.waits->note_front(index, front(index).at);
  const InputVc& input_vc = input_vcs_[index];
  if (ready(index) > now || !input_vc.routed) return;
  // It came to the front in this cycle and asks in the next one.
  if (could_go && !has_asked) return;
  const core::StallCause cause =
      could_go ? core::StallCause::kArbitrationLost : cause_of(obstacle(index, now));
  observers_.waits->wait(input_vc.out_port, cause, 1);
}

}  // namespace gf::hw::router
