// SPDX-License-Identifier: Apache-2.0
// Connects two ends to form a link, and handles the deaths of lanes.
#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "hw/nvlink/end/link_end.h"

namespace gf::hw::nvlink {

using core::Ticks;

namespace {

LaneMask mask_of(const std::vector<unsigned>& lanes) {
  LaneMask mask = 0;
  for (const unsigned lane : lanes) mask |= 1u << lane;
  return mask;
}

}  // namespace

void connect(LinkEnd& first, LinkEnd& second) {
  const NvlinkParams& a = first.params_;
  const NvlinkParams& b = second.params_;
  if (a.lanes != b.lanes || a.lane_rate != b.lane_rate || a.switch_time != b.switch_time ||
      a.wire.propagation != b.wire.propagation || a.failed_lanes != b.failed_lanes) {
    core::fail_config(second.name(), "lanes", std::to_string(b.lanes),
                      "lanes, lane_rate, switch_time, propagation and failed_lanes of " +
                          std::string(first.name()),
                      "both ends of a link must agree");
  }
  first.tx.connect(second.rx);
  second.tx.connect(first.rx);
  first.expect_deaths(second);
  const auto wires = std::make_shared<LaneWires>(first.name());
  first.join(second, wires, 0);
  second.join(first, wires, 1);
  first.controller.decide();
  if (a.decider == "both") second.controller.decide();
  first.await_death();
}

void LinkEnd::expect_deaths(LinkEnd& peer) {
  // A lane dies at both ends, whichever end `failing` names.
  deaths_ = params_.wire.lanes_die_at(name(), params_.lanes);
  const auto others = peer.params_.wire.lanes_die_at(peer.name(), params_.lanes);
  if (deaths_.empty()) {
    deaths_ = others;
  } else {
    for (std::size_t i = 0; i < others.size(); ++i) deaths_[i] = std::min(deaths_[i], others[i]);
  }
  for (LinkEnd* end : {this, &peer}) end->lanes.expect(deaths_);
}

void LinkEnd::join(LinkEnd& peer, const std::shared_ptr<LaneWires>& wires, unsigned side) {
  peer_ = &peer;
  wires_ = wires;
  const LaneMask failed = mask_of(params_.failed_lanes);
  share_lanes(side, failed);
  stats_.failed_lanes += lane_count(failed);
}

void LinkEnd::share_lanes(unsigned side, LaneMask failed) {
  const LaneMask usable = first_lanes(params_.lanes) & ~failed;
  const LaneMask first = lowest(usable, params_.first_share(lane_count(usable)));
  // Both ends compute the same shares and take one each.
  lanes.join(*wires_, side, side == 0 ? first : usable & ~first, failed);
}

void LinkEnd::renew() {
  last_slot_ = 0;
  // The first end acts for both, so that a lane never has two senders. If fewer than two lanes are
  // left, they keep their direction.
  if (peer_ == nullptr || lanes.side() != 0 || lane_count(lanes.in_service()) < 2) return;
  wires_->renew();
  for (LinkEnd* end : {this, peer_}) {
    end->turns.abandon();
    end->share_lanes(end->lanes.side(), first_lanes(params_.lanes) & ~end->lanes.in_service());
    end->lanes.show_all();
    end->controller.renew();
  }
}

void LinkEnd::fail(LaneMask dead) {
  dead &= lanes.in_service();
  if (dead == 0) return;
  SC_REPORT_WARNING(name(), (std::to_string(lane_count(dead)) +
                             (lane_count(dead) == 1 ? " lane" : " lanes") + " out of service, " +
                             std::to_string(lane_count(lanes.in_service() & ~dead)) + " left")
                                .c_str());
  // Both ends in one call, so that neither ever sends on a lane that the other has given up.
  for (LinkEnd* end : {this, peer_}) {
    end->stats_.failed_lanes += lane_count(dead);
    end->lanes.fail(dead);
  }
  keep_both_ways();
}

void LinkEnd::keep_both_ways() {
  if (lane_count(lanes.in_service()) < 2) return end_link();
  if (turns.retrains() || peer_->turns.retrains()) return;  // checked when that ends
  if (lanes.out() == 0) {
    TurnProtocol::retrain(turns, peer_->turns);
  } else if (peer_->lanes.out() == 0) {
    TurnProtocol::retrain(peer_->turns, turns);
  }
}

void LinkEnd::end_link() {
  for (LinkEnd* end : {this, peer_}) {
    end->turns.abandon();
    end->tx.die();
    end->tx.pause(false);  // it tries to send, and reports the failure
  }
}

void LinkEnd::turn_over(bool refused) {
  if (!deaths_.empty() || !peer_->deaths_.empty()) keep_both_ways();
  controller.turn_over(refused);
}

void LinkEnd::await_death() {
  const Ticks heard_after = params_.lane_loss_heard_after();
  const Ticks now = core::now_ticks();
  Ticks next = core::kNever;
  for (const Ticks dies : deaths_) {
    if (dies != core::kNever && dies + heard_after > now) next = std::min(next, dies + heard_after);
  }
  if (next != core::kNever) fail_event_.notify(core::to_time(next - now));
}

void LinkEnd::lanes_die() {
  LaneMask dead = 0;
  for (std::size_t lane = 0; lane < deaths_.size(); ++lane) {
    if (deaths_[lane] == core::kNever) continue;
    if (deaths_[lane] + params_.lane_loss_heard_after() <= core::now_ticks()) dead |= 1u << lane;
  }
  fail(dead);
  await_death();
}

}  // namespace gf::hw::nvlink
