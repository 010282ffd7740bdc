// SPDX-License-Identifier: Apache-2.0
#include "hw/router/output_port.h"

#include <string>

#include "core/error.h"

namespace gf::hw::router {

void OutputPort::connect(const Channel& channel, unsigned vcs, const std::string& peer) {
  GF_CHECK(channel.buffer <= kMostBuffer && channel.timing.latency <= kMostLatency &&
               channel.timing.flit_cycles <= kMostFlitCycles,
           peer);
  sink_ = &channel.sink;
  place_ = channel.sink.place(channel.sink_port);
  sink_port_ = static_cast<std::uint16_t>(channel.sink_port);
  flit_cycles_ = static_cast<std::uint8_t>(channel.timing.flit_cycles);
  latency_ = static_cast<std::uint16_t>(channel.timing.latency + channel.timing.flit_cycles - 1);
  buffer_ = static_cast<std::uint16_t>(channel.buffer);
  round_trip_ = channel.round_trip;
  peer_ = &peer;
  vcs_ = vcs;
  endless_ = channel.buffer == 0;
  free_.fill(static_cast<std::uint16_t>(endless_ ? 0xFFFF : channel.buffer));
  owners_.fill(kFree);
}

void OutputPort::wake(core::Cycle at) {
  missed_ = false;
  clock_->wake(member_, at);
}

/// The credit that was given last, and the flit that it answers for.
void OutputPort::show_credit(unsigned vc, core::Cycle at) {
  probes_->credit(vc, at, +1);
  probes_->round_trip(at, static_cast<unsigned>(at - sent_at_[returns_.size() - 1]));
}

void OutputPort::note_round_trip(core::Cycle known) {
  const auto taken = static_cast<unsigned>(known - sent_at_.pop());
  delay_ = taken > round_trip_ ? taken - round_trip_ : 0;
}

unsigned OutputPort::used(unsigned vc, core::Cycle now) const {
  if (endless_) return 0;
  unsigned used = buffer_ - free_[vc];
  for (std::size_t i = 0; i < returns_.size() && cycle_of(returns_[i]) <= now; ++i)
    used -= vc_of(returns_[i]) == vc ? 1 : 0;
  return used;
}

unsigned OutputPort::used(core::Cycle now) const {
  if (endless_) return 0;
  unsigned used = 0;
  for (unsigned vc = 0; vc < vcs_; ++vc) used += buffer_ - free_[vc];
  for (std::size_t i = 0; i < returns_.size() && cycle_of(returns_[i]) <= now; ++i) --used;
  return used;
}

}  // namespace gf::hw::router
