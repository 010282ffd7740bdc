// SPDX-License-Identifier: Apache-2.0
// Two ends become a link, and lanes of it die.
#include <string>

#include "core/error.h"
#include "hw/nvlink/link_end.h"

namespace gf::hw::nvlink {
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
  const auto wires = std::make_shared<LaneWires>(first.name());
  first.join(second, wires, 0);
  second.join(first, wires, 1);
  first.controller.decide();
  if (a.decider == "both") second.controller.decide();
  if (!a.failing_lanes.empty()) first.fail_event_.notify(a.fail_time);
}

void LinkEnd::join(LinkEnd& peer, const std::shared_ptr<LaneWires>& wires, unsigned side) {
  peer_ = &peer;
  wires_ = wires;
  const LaneMask failed = mask_of(params_.failed_lanes);
  const LaneMask usable = first_lanes(params_.lanes) & ~failed;
  const LaneMask first = lowest(usable, params_.first_share(lane_count(usable)));
  // Both ends work out the same share and take one part each.
  lanes.join(*wires, side, side == 0 ? first : usable & ~first, failed);
  stats_.failed_lanes += lane_count(failed);
}

void LinkEnd::fail(LaneMask dead) {
  dead &= lanes.in_service();
  if (dead == 0) return;
  SC_REPORT_WARNING(name(), (std::to_string(lane_count(dead)) +
                             (lane_count(dead) == 1 ? " lane" : " lanes") + " out of service, " +
                             std::to_string(lane_count(lanes.in_service() & ~dead)) + " left")
                                .c_str());
  // Both in one call: no moment in which one end sends on a lane that the other has given up.
  for (LinkEnd* end : {this, peer_}) {
    end->stats_.failed_lanes += lane_count(dead);
    end->lanes.fail(dead);
  }
}

void LinkEnd::lanes_die() { fail(mask_of(params_.failing_lanes)); }

}  // namespace gf::hw::nvlink
