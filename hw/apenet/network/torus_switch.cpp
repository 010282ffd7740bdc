// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/network/torus_switch.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "core/base/error.h"
#include "tlm_models/host/message_item.h"

namespace gf::hw::apenet {

using model::Torus;

namespace {

model::CreditLimitTable limits_of(const TorusSwitchParams& params) {
  model::CreditLimitTable limits{};
  // Each place holds the largest packet, so a packet that finds a place never lacks words.
  const std::uint32_t words = wire_bytes_of(kMaxPacketPayload) / kWordBytes;
  limits[0] = limits[1] = {params.buffer, params.buffer * words};
  return limits;
}

}  // namespace

TorusSwitchParams::TorusSwitchParams() {
  link.rate = core::ByteRate(4.25e9);
  link.efficiency = 0.92;
  link.propagation = sc_core::sc_time(60, sc_core::SC_NS);
  link.credit_latency = sc_core::sc_time(150, sc_core::SC_NS);
  link.ack_latency = sc_core::sc_time(150, sc_core::SC_NS);
  link.replay_buffer = core::kibibytes(32);
  link.replay_timeout = sc_core::sc_time(20, sc_core::SC_US);
}

void TorusSwitchParams::declare(const core::ParamScope& scope) {
  link.declare(scope.child("link"));
  core::ParamGroup::declare(scope);
}

void TorusSwitchParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  link.validate(path);
}

TorusPort::TorusPort(const sc_core::sc_module_name& name, unsigned number,
                     const TorusSwitchParams& params, std::uint64_t seed, TorusSwitch& owner)
    : sc_module(name),
      tx("tx", params.link, seed, *this, {"vc0", "vc1"}),
      rx("rx", params.link, limits_of(params), seed, *this),
      slots(tx, TorusSwitch::kInputs),
      number_(number),
      owner_(owner) {}

void TorusPort::credit_comes(core::Ticks at) {
  if (slots.wants_credit()) owner_.wakeup_.at(at);
}

void TorusPort::link_free_again() {
  slots.replay_ended();
  owner_.wakeup_.at(core::now_ticks());
}

void TorusPort::on_packet(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) {
  owner_.on_packet(number_, static_cast<TorusPacket&>(packet), head_at, tail_at);
}

TorusSwitch::TorusSwitch(const sc_core::sc_module_name& name, const TorusSwitchParams& params,
                         const Torus& torus, unsigned node, std::uint64_t seed)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      torus_(torus),
      node_(node),
      stats_(*this) {
  params_.validate(this->name());
  renew();
  static const char* const kNames[] = {"x_plus",  "x_minus", "y_plus",
                                       "y_minus", "z_plus",  "z_minus"};
  for (unsigned i = 0; i < Torus::kDirections; ++i) {
    if (!torus.has_channel(node, i)) continue;
    ports_[i] = std::make_unique<TorusPort>(kNames[i], i, params_, seed, *this);
  }
}

bool TorusSwitch::has_room(RoomClient& client) {
  if (local_held_ < params_.local) return true;
  refused_ = &client;
  return false;
}

void TorusSwitch::take(TorusPacket& packet) {
  GF_CHECK(packet.header.destination < torus_.routers(),
           std::string(name()) + ": no node " + std::to_string(packet.header.destination));
  ++local_held_;
  ++stats_.injected;
  packet.tail = core::now_ticks();
  packet.ready = core::now_ticks() + params_.hop_latency.value();
  packet.cost = {1, static_cast<std::uint16_t>(packet.wire_bytes / kWordBytes)};
  enqueue(kLocalInput, packet);
}

void TorusSwitch::on_packet(unsigned port, TorusPacket& packet, core::Ticks head_at,
                            core::Ticks tail_at) {
  packet.tail = tail_at;
  // All links have the same rate: a packet that leaves after its header never runs dry.
  packet.ready = head_at + params_.hop_latency.value();
  // The input depends on the packet's class of arrival; enqueue() sets the class in
  // which it leaves.
  enqueue(port * kChannels + packet.credit_class, packet);
}

void TorusSwitch::enqueue(unsigned input, TorusPacket& packet) {
  // The class changes after the wrap-around of a ring, so no ring of full buffers can
  // wait for itself.
  const Torus::Step step = torus_.next(packet.header.source, node_, packet.header.destination);
  packet.out = static_cast<std::uint8_t>(step.direction);
  packet.credit_class = static_cast<model::CreditClass>(step.ring_class);
  if (step.direction == Torus::kHere) packet.ready = std::max(packet.ready, packet.tail);
  if (inputs_[input].queue.empty()) comes_to_front(input, packet);
  inputs_[input].queue.push(packet);
  ++held_;
  wakeup_.at(packet.ready);
}

void TorusSwitch::comes_to_front(unsigned input, TorusPacket& packet) {
  inputs_[input].front_since = core::now_ticks();
  if (packet.out == Torus::kHere) {
    ends_here_ |= 1u << input;
  } else {
    ports_[packet.out]->slots.put(input, packet);
    wanted_ |= 1u << packet.out;
  }
}

void TorusSwitch::serve() {
  next_ = core::kNever;
  // A packet that leaves may bring the next head to an output that no head wanted before.
  for (unsigned port = 0; port < Torus::kDirections; ++port) {
    if ((wanted_ >> port & 1) != 0) serve_link(port);
  }
  serve_local();
  if (next_ != core::kNever) wakeup_.at(next_);
}

void TorusSwitch::serve_link(unsigned port) {
  link::SendSlots& slots = ports_[port]->slots;
  const core::Ticks now = core::now_ticks();
  link::Transmitter& tx = ports_[port]->tx;
  const core::Ticks free = tx.free_at();
  if (free > now) {
    if (free != core::kNever) next_ = std::min(next_, free);  // else link_free_again() follows
    return;
  }
  slots.look();
  std::size_t input = last_[port];
  for (unsigned left = slots.occupied(); left > 0; --left) {
    input = slots.next_after(input);
    const core::Ticks ready = slots.head(input)->ready;
    if (ready > now) {
      next_ = std::min(next_, ready);
      continue;
    }
    if (!slots.has_credit(input, now)) {
      next_ = std::min(next_, slots.lacks_credit(input, now));
      continue;
    }
    TorusPacket& packet = leave(static_cast<unsigned>(input));
    ++stats_.forwarded;
    last_[port] = static_cast<unsigned>(input);
    const core::Ticks free_again = tx.send(packet);
    if (slots.occupied() != 0) next_ = std::min(next_, free_again);
    return;
  }
}

void TorusSwitch::serve_local() {
  if (ends_here_ == 0) return;
  const core::Ticks now = core::now_ticks();
  for (unsigned i = 1; i <= kInputs; ++i) {
    const unsigned input = (last_[Torus::kHere] + i) % kInputs;
    if ((ends_here_ >> input & 1) == 0) continue;
    const TorusPacket* const head = inputs_[input].queue.front();
    if (head->ready > now) {
      next_ = std::min(next_, head->ready);
      continue;
    }
    // Other heads would find the same buffer full.
    if (!local_->has_room(*this)) return;  // room_again() follows
    local_->take(leave(input));
    ++stats_.ejected;
    last_[Torus::kHere] = input;
    next_ = std::min(next_, now);  // perhaps another head can go
    return;
  }
}

TorusPacket& TorusSwitch::leave(unsigned input) {
  const core::Ticks now = core::now_ticks();
  TorusPacket& packet = inputs_[input].queue.pop();
  --held_;
  // Until it came to the front, its own input held it up; since then, its output did.
  const core::Ticks since = std::max(packet.ready, inputs_[input].front_since);
  record(input, packet, since, leave_output(input, packet, since));
  if (input == kLocalInput) {
    --local_held_;
    if (refused_ != nullptr) std::exchange(refused_, nullptr)->room_again();
  } else {
    // The place is free when the last bit is through. The number of the input gives the class of
    // arrival; credit_class is the class of the output.
    ports_[input / kChannels]->rx.release(input % kChannels, packet.cost,
                                          std::max(now, packet.tail));
  }
  if (TorusPacket* const next = inputs_[input].queue.front()) {
    comes_to_front(input, *next);
    // The next head may leave by an output that was already served in this pass.
    next_ = std::min(next_, std::max(now, next->ready));
  }
  return packet;
}

core::StallTimes TorusSwitch::leave_output(unsigned input, const TorusPacket& packet,
                                           core::Ticks since) {
  const core::Ticks now = core::now_ticks();
  core::StallTimes waited;
  if (packet.out == Torus::kHere) {
    ends_here_ &= ~(1u << input);
    waited.add(core::StallCause::kNoCredit, now - since);
    return waited;
  }
  link::SendSlots& slots = ports_[packet.out]->slots;
  waited = slots.leave(input, input / kChannels, since, now);
  if (slots.occupied() == 0) wanted_ &= ~(1u << packet.out);
  return waited;
}

void TorusSwitch::record(unsigned input, const TorusPacket& packet, core::Ticks since,
                         const core::StallTimes& waited) {
  stats_.blocked.add_ticks(core::now_ticks() - packet.ready);
  stats_.stall.add(core::StallCause::kBufferFull, since - packet.ready);
  stats_.stall.add(waited);
  if (core::HopJournal* const journal = core::HopJournal::active())
    report(*journal, input, packet, since, waited);
  if (core::SpanLog* const log = core::SpanLog::active()) report(*log, input, packet, since);
}

void TorusSwitch::append_waits(std::vector<core::Wait>& waits) const {
  for (const auto& port : ports_) {
    if (port != nullptr) port->slots.append_waits(waits, name(), {"vc0", "vc1"});
  }
  if (ends_here_ != 0) waits.push_back({name(), "room for a packet", "the RX buffer"});
}

void wire(const Torus& torus, const std::vector<TorusSwitch*>& switches) {
  wire(torus, switches, [](unsigned, TorusPort& out, unsigned, TorusPort& in) { out.connect(in); });
}

void wire(const Torus& torus, const std::vector<TorusSwitch*>& switches, const JoinPorts& join) {
  GF_CHECK(switches.size() == torus.routers(), "one switch per node");
  for (unsigned node = 0; node < torus.routers(); ++node) {
    for (unsigned port = 0; port < Torus::kDirections; ++port) {
      if (!torus.has_channel(node, port)) continue;
      // Each end joins its outgoing direction: over all nodes every link gets both.
      const unsigned peer = torus.neighbour(node, port);
      join(node, *switches[node]->port(port), peer, *switches[peer]->port(Torus::opposite(port)));
    }
  }
}

}  // namespace gf::hw::apenet
