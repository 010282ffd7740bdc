// SPDX-License-Identifier: Apache-2.0
#include "hw/router/output_port.h"

#include <string>
#include <utility>

#include "core/base/error.h"

namespace gf::hw::router {

void OutputPort::connect(const Channel& channel, unsigned vcs, const std::string& peer,
                         CreditClient& client, unsigned number) {
  GF_CHECK(channel.buffer <= kMostBuffer && channel.timing.latency <= kMostLatency &&
               channel.timing.flit_cycles <= kMostFlitCycles,
           peer);
  sink_ = &channel.sink;
  sink_port_ = static_cast<std::uint16_t>(channel.sink_port);
  flit_cycles_ = static_cast<std::uint8_t>(channel.timing.flit_cycles);
  // Stored as first bit out to last bit in, because a flit's time is that of its last bit. The
  // channel's latency begins when the last bit has left.
  latency_ = static_cast<std::uint16_t>(channel.timing.latency + channel.timing.flit_cycles - 1);
  buffer_ = static_cast<std::uint16_t>(channel.buffer);
  round_trip_ = static_cast<std::uint16_t>(channel.round_trip);
  cut_ = channel.cut;
  peer_ = &peer;
  client_ = &client;
  number_ = static_cast<std::uint16_t>(number);
  vcs_ = static_cast<std::uint16_t>(vcs);
  unlimited_ = channel.buffer == 0;
  free_.fill(static_cast<std::uint16_t>(unlimited_ ? 0xFFFF : channel.buffer));
  owners_.fill(kFree);
}

void OutputPort::notify_client(unsigned vc, core::Cycle now) {
  // Each request is served once: the client looks at its heads and repeats requests that are still
  // needed.
  if (std::exchange(missed_, false)) client_->missed_credit_comes(number_, now);
  const unsigned bit = 1u << vc;
  if ((awaited_ & bit) == 0) return;
  awaited_ &= static_cast<std::uint8_t>(~bit);
  client_->awaited_credit_comes(number_, vc);
}

OutputPort::Extras& OutputPort::extras() {
  if (!extras_) extras_ = std::make_unique<Extras>();
  return *extras_;
}

void OutputPort::keep_round_trips(bool by_vc) {
  extras().by_vc = by_vc;
  keeps_ = true;
}

void OutputPort::inject(ChannelErrors& errors) {
  extras().errors = &errors;
  fails_ = true;
}

void OutputPort::kill(core::Cycle at, FlitSink& grave) {
  extras().dies_at = at;
  extras().grave = &grave;
  fails_ = true;
}

bool OutputPort::buries(Flit& flit, core::Cycle now, Transit& transit) {
  const auto bit = static_cast<std::uint8_t>(1u << flit.vc);
  if (flit.head) {
    const bool lost = extras_->dies_at <= now;
    extras_->lost = static_cast<std::uint8_t>(lost ? extras_->lost | bit : extras_->lost & ~bit);
  }
  extras_->buried = (extras_->lost & bit) != 0;
  if (!extras_->buried) return false;
  extras_->start = now;
  flit.at = now + latency_;
  if (!unlimited_) transit.credit(now + 1, *this, flit.vc);
  extras_->grave->flit_comes(sink_port_, flit);
  return true;
}

core::Cycle OutputPort::fail(core::Cycle now) {
  ChannelErrors* const errors = extras_->errors;
  extras_->start = errors == nullptr ? now : errors->departure(now, latency_, flit_cycles_);
  return extras_->start;
}

void OutputPort::watch(OutputProbes& probes) {
  extras().probes = &probes;
  keeps_ = true;
}

void OutputPort::note_taken(unsigned vc, core::Cycle now) {
  extras_->round_trips[queue_of(vc)].sent_at.push(now);
  if (core::Probe::any_on() && extras_->probes != nullptr) extras_->probes->credit(vc, now, -1);
}

void OutputPort::note_round_trip(unsigned vc, core::Cycle known) {
  Extras::RoundTrips& trips = extras_->round_trips[queue_of(vc)];
  // With one credit time queue per port ([DF08], Fig. 17), the oldest time is assumed to belong to
  // the flit that the credit answers, whatever its virtual channel.
  const auto taken = static_cast<unsigned>(known - trips.sent_at.pop());
  trips.delay = taken > round_trip_ ? taken - round_trip_ : 0;
  if (!core::Probe::any_on() || extras_->probes == nullptr) return;
  extras_->probes->credit(vc, known, +1);
  extras_->probes->round_trip(known, taken);
}

unsigned OutputPort::used() const {
  unsigned used = 0;
  for (unsigned vc = 0; vc < vcs_; ++vc) used += this->used(vc);
  return used;
}

}  // namespace gf::hw::router
