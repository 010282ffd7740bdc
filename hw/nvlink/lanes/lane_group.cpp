// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/lanes/lane_group.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "hw/nvlink/lanes/nvlink_packet.h"

namespace gf::hw::nvlink {

LaneGroup::LaneProbes::LaneProbes(const std::string& path, unsigned lane)
    : state(path + ".lane_" + std::to_string(lane) + ".state", 2,
            "0 active, 1 draining, 2 turning, 3 failed"),
      out(path + ".lane_" + std::to_string(lane) + ".out", 1,
          "whether this end may send on the lane") {}

LaneGroup::LaneGroup(const std::string& path, const NvlinkParams& params, link::Transmitter& tx)
    : lane_rate_(params.lane_rate),
      flit_time_(params.lane_rate.time_for(kFlitBytes).value()),
      propagation_(params.wire.propagation.value()),
      all_(gf::hw::nvlink::first_lanes(params.lanes)),
      tx_(tx),
      lanes_out_probe_(path + ".lanes_out", 6, "lanes on which this end sends") {
  for (unsigned lane = 0; lane < params.lanes; ++lane) {
    probes_.push_back(std::make_unique<LaneProbes>(path, lane));
  }
}

void LaneGroup::join(LaneWires& wires, unsigned side, LaneMask out, LaneMask failed) {
  wires_ = &wires;
  side_ = side;
  failed_ = failed;
  out_ = out & ~failed;
  in_ = all_ & ~out & ~failed;
  draining_ = turning_ = 0;
  wires.drive(side, out_, 0);
  set_rate();
}

LaneState LaneGroup::state(unsigned lane) const {
  if ((failed_ >> lane & 1) != 0) return LaneState::kFailed;
  if ((draining_ >> lane & 1) != 0) return LaneState::kDraining;
  return (turning_ >> lane & 1) != 0 ? LaneState::kTurning : LaneState::kActive;
}

void LaneGroup::drain(LaneMask lanes) {
  GF_CHECK((lanes & ~out_) == 0 && (out_ & ~lanes) != 0, tx_.name());
  out_ &= ~lanes;
  draining_ |= lanes;
  set_rate();
  show(lanes);
}

void LaneGroup::turn(LaneMask lanes) {
  lanes &= ~failed_;  // one may have died since the ends agreed on the turn
  const core::Ticks now = core::now_ticks();
  GF_CHECK((lanes & ~(draining_ | in_)) == 0, tx_.name());
  // An end releases only lanes that it has sent on; the other end releases those that this end
  // received on. The last bit is still on the wire for the propagation delay.
  wires_->release(side_, lanes & draining_, now + propagation_);
  draining_ &= ~lanes;
  in_ &= ~lanes;
  turning_ |= lanes;
  show(lanes);
}

void LaneGroup::settle(LaneMask lanes, bool outward) {
  lanes &= ~failed_;
  GF_CHECK((lanes & ~turning_) == 0, tx_.name());
  turning_ &= ~lanes;
  (outward ? out_ : in_) |= lanes;
  if (outward) {
    wires_->drive(side_, lanes, core::now_ticks());
    set_rate();
  }
  show(lanes);
}

void LaneGroup::fail(LaneMask lanes) {
  lanes &= all_;
  failed_ |= lanes;
  for (LaneMask* mask : {&out_, &in_, &draining_, &turning_}) *mask &= ~lanes;
  wires_->cut(lanes);
  show(lanes);
  set_rate();
}

void LaneGroup::keep_draining() {
  const LaneMask kept = draining_;
  if (kept == 0) return;
  draining_ = 0;
  out_ |= kept;
  set_rate();
  show(kept);
}

void LaneGroup::set_rate() {
  const unsigned n = lane_count(out_);
  if (!deaths_.empty()) tell_damage();
  if (n == 0) return tx_.pause(true);
  // Flits of one packet start every T / n, but each takes T on its lane. The last bit therefore
  // leaves T - T / n after the direction is free for the next packet.
  const auto spacing = static_cast<core::Ticks>(std::llround(static_cast<double>(flit_time_) / n));
  tx_.set_rate(lane_rate_ * n, flit_time_ - spacing);
  tx_.pause(false);
}

void LaneGroup::tell_damage() {
  core::Ticks first = core::kNever;
  core::Ticks last = out_ == 0 ? core::kNever : 0;
  for (LaneMask left = out_; left != 0; left &= left - 1) {
    const core::Ticks dies = deaths_[static_cast<std::size_t>(__builtin_ctz(left))];
    first = std::min(first, dies);
    last = std::max(last, dies);
  }
  tx_.damaged_from(first, last);
}

void LaneGroup::show(LaneMask lanes) {
  if (!core::Probe::any_on()) return;
  const core::Ticks now = core::now_ticks();
  lanes_out_probe_.set(now, lane_count(out_));
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(lanes));
    probes_[lane]->state.set(now, static_cast<std::uint64_t>(state(lane)));
    probes_[lane]->out.set(now, out_ >> lane & 1);
  }
}

}  // namespace gf::hw::nvlink
