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
      // Nothing: it was in the way when the allocator looked, and is gone now.
      return core::StallCause::kLinkBusy;
  }
}

}  // namespace

void PortWaits::book(core::Cycle now) {
  for (const Waiting& one : waiting_) cycles_[one.port].add(one.cause, one.flits * (now - since_));
  waiting_.clear();
}

std::uint64_t PortWaits::waited(unsigned port, core::StallCause cause, core::Cycle now) const {
  std::uint64_t cycles = cycles_[port].ticks[static_cast<std::size_t>(cause)];
  if (now <= since_) return cycles;
  for (const Waiting& one : waiting_)
    if (one.port == port && one.cause == cause) cycles += one.flits * (now - since_);
  return cycles;
}

void Router::count_waits() {
  if (!waits_) waits_ = std::make_unique<PortWaits>(outputs_.size(), input_vcs_.size());
}

std::uint64_t Router::waited(unsigned port, core::StallCause cause) const {
  return waits_->waited(port, cause, core::now_ticks() / clock_.period());
}

void Router::begin_waits(core::Cycle now) {
  waits_->begin(now);
  each_input_vc(look_, [this](unsigned index) { waits_->ask(index, front(index).at); });
}

/// Looked at when the cycle is over, so that what heads meet on their way is as fast as ever.
void Router::note_waits(core::Cycle now) {
  each_input_vc(occupied_, [this, now](unsigned index) {
    const InputVc& input_vc = input_vcs_[index];
    if (ready(index) > now || !input_vc.routed) return;
    const bool could_go = (look_[index / 64] & bit(index % 64)) != 0;
    // It came to the front in this cycle and asks in the next one.
    if (could_go && !waits_->has_asked(index, front(index).at)) return;
    const core::StallCause cause =
        could_go ? core::StallCause::kArbitrationLost : cause_of(obstacle(index, now));
    waits_->wait(input_vc.out_port, cause, 1);
  });
  each_bit(queued_, [this](unsigned port) {
    waits_->wait(port, core::StallCause::kLinkBusy, outputs_[port].queue.size());
  });
}

}  // namespace gf::hw::router
