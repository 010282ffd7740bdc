// SPDX-License-Identifier: Apache-2.0
#include "hw/router/output_port.h"

#include <algorithm>
#include <string>

#include "core/error.h"

namespace gf::hw::router {
void OutputPort::connect(FlitSink& sink, unsigned sink_port, unsigned latency, unsigned buffer,
                         unsigned vcs, unsigned round_trip, const std::string& peer) {
  peer_ = &peer;
  sink_ = &sink;
  sink_port_ = sink_port;
  latency_ = latency;
  buffer_ = buffer;
  round_trip_ = round_trip;
  endless_ = buffer == 0;
  vcs_ = vcs;
  lanes_.fill(Lane{static_cast<std::uint16_t>(endless_ ? kFree : buffer), kFree});
}

void OutputPort::take_credit(unsigned vc, core::Cycle now) {
  if (endless_) return;
  GF_CHECK(lanes_[vc].free > 0, "vc " + std::to_string(vc));
  --lanes_[vc].free;
  if (keep_round_trips_) sent_at_.push(now);
}

core::Cycle OutputPort::give_credit(unsigned vc, core::Cycle at) {
  last_return_ = at = std::max(at, last_return_);
  if (returns_.empty()) first_return_ = at;
  returns_.push(pack(at, vc));
  return at;
}

void OutputPort::take_return() {
  const Return due = returns_.pop();
  first_return_ = returns_.empty() ? core::kNoCycle : cycle_of(returns_.front());
  Lane& lane = lanes_[vc_of(due)];
  GF_CHECK(lane.free < buffer_, "vc " + std::to_string(vc_of(due)) + ": credit made up");
  ++lane.free;
  if (!keep_round_trips_) return;
  const auto taken = static_cast<unsigned>(cycle_of(due) - sent_at_.pop());
  delay_ = taken > round_trip_ ? taken - round_trip_ : 0;
}

unsigned OutputPort::used(unsigned vc, core::Cycle now) const {
  if (endless_) return 0;
  unsigned used = buffer_ - lanes_[vc].free;
  for (std::size_t i = 0; i < returns_.size() && cycle_of(returns_[i]) <= now; ++i)
    used -= vc_of(returns_[i]) == vc ? 1 : 0;
  return used;
}

unsigned OutputPort::used(core::Cycle now) const {
  if (endless_) return 0;
  unsigned used = 0;
  for (unsigned vc = 0; vc < vcs_; ++vc) used += buffer_ - lanes_[vc].free;
  for (std::size_t i = 0; i < returns_.size() && cycle_of(returns_[i]) <= now; ++i) --used;
  return used;
}

}  // namespace gf::hw::router
