// SPDX-License-Identifier: Apache-2.0
#include "hw/link/transmitter.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/stats/link_senders.h"
#include "core/time/watchdog.h"
#include "hw/link/dllp_sender.h"

namespace gf::hw::link {
namespace {

constexpr double kLargestPacketBytes = 4096 + 64;  ///< Payload and overhead of any family.

double ticks_per_byte(core::ByteRate rate, double efficiency) {
  const double seconds = 1.0 / (rate.bytes_per_second() * efficiency);
  return seconds / sc_core::sc_get_time_resolution().to_seconds();
}

/// Returns true if replays are impossible, so that the replay buffer need not be kept. That holds
/// if no transmission or answer can fail and the buffer holds more than can be under way until an
/// acknowledgement arrives. `params` are those of the sending port, `peer` those of the receiving
/// port, which answers. Precondition: neither direction dies.
bool never_replays(const LinkParams& params, const LinkParams& peer) {
  const bool clean = params.bit_error_rate == 0 && params.packet_error_rate == 0 &&
                     peer.answer_error_rate == 0 && params.error_packets.empty();
  // Bytes are kept from a packet's first bit until its answer arrives. That is a full round trip,
  // plus the packet whose answer is due and the one about to be sent. The raw rate bounds the bytes
  // that can leave.
  const double round_trip = (peer.ack_latency + params.propagation).to_seconds();
  const double under_way = round_trip * params.rate.bytes_per_second() + 2 * kLargestPacketBytes;
  return clean && under_way < static_cast<double>(params.replay_buffer.count());
}

}  // namespace

Transmitter::Transmitter(const sc_core::sc_module_name& name, const LinkParams& params,
                         std::uint64_t seed, TransmitterClient& client,
                         const std::vector<std::string>& credit_class_names)
    : sc_module(name),
      Quiescent(this->name()),
      ticks_per_byte_(ticks_per_byte(params.rate, params.efficiency)),
      propagation_(params.propagation.value()),
      client_(client),
      replay_(params.replay_buffer),
      params_(params),
      errors_(params, seed, this->name()),
      livelock_(this->name(), params_),
      rate_(params.rate),
      probes_(this->name(), credit_class_names),
      stats_(*this) {
  params_.validate(this->name());
  death_.link = params.dies_at(*this);
  out.bind(*this);
}

void Transmitter::connect(Receiver& receiver, model::LinkTargetSocket& through) {
  out.bind(through);
  peer_ = receiver.get_parent_object()->name();  // the owner of the buffer
  // Answers take the latency of the receiving port, which has its own parameters. Only here is it
  // known whether the timer is long enough.
  check_timer(receiver);
  livelock_.connect(receiver, peer_);
  death_.answers = receiver.dies_at();
  unfailing_ = death_.never() && receiver.dllps() == nullptr && dllps_ == nullptr &&
               never_replays(params_, receiver.params());
}

void Transmitter::check_timer(const Receiver& receiver) const {
  if (receiver.dllps() == nullptr) {
    LinkParams both = params_;
    both.ack_latency = receiver.params().ack_latency;
    both.validate(name());
    return;
  }
  const core::Ticks latest = propagation_ + receiver.dllps()->latest();
  if (params_.replay_timeout.value() > latest) return;
  core::fail_config(
      name(), "replay_timeout", core::to_text(params_.replay_timeout),
      "more than " + core::to_text(core::to_time(latest)) +
          ", the latest arrival of an ACK with dllps",
      "raise it, or lower dllp_wait of " + peer_ + "; otherwise packets are sent twice");
}

void Transmitter::set_rate(core::ByteRate rate, core::Ticks tail) {
  // never_replays() assumed at most the parameters' rate; a higher one would put more under way.
  GF_CHECK(rate.bytes_per_second() > 0 && rate <= params_.rate, name());
  rate_ = rate;
  ticks_per_byte_ = ticks_per_byte(rate, params_.efficiency);
  tail_ = tail;
}

void Transmitter::damaged_from(core::Ticks some, core::Ticks all) {
  unfailing_ = false;
  death_.damaged = some;
  death_.laneless = all;
}

void Transmitter::pause(bool paused) {
  if (paused == paused_) return;
  paused_ = paused;
  if (paused) {
    paused_free_at_ = free_at_;
    free_at_ = core::kNever;
    return;
  }
  const core::Ticks now = core::now_ticks();
  free_at_ = std::max(now, paused_free_at_);
  replay_wakeup_.at(now);
  if (!replay_.replaying()) client_.link_free_again();
}

void Transmitter::die() { death_.come(core::now_ticks()); }

core::Ticks Transmitter::send(model::Packet& packet) {
  const core::Ticks now = core::now_ticks();
  GF_CHECK(free_at_ <= now && !replay_.replaying(), peer());
  credits_.take(packet.credit_class, packet.cost);
  probes_.credits(packet.credit_class, -packet.cost.header, -packet.cost.data, now);
  ++stats_.packets;
  stats_.payload_bytes += packet.payload_bytes;
  if (unfailing_) return put_on_wire_once(packet);
  replay_.drop_acknowledged(now);
  return put_on_wire(replay_.push(packet));
}

core::Ticks Transmitter::hold(core::Ticks start, std::uint32_t wire_bytes) {
  const core::Ticks span = this->span(wire_bytes);
  free_at_ = start + span;
  last_bit_at_ = free_at_ + tail_;
  stats_.wire_bytes += wire_bytes;
  stats_.busy.add_ticks(span);
  probes_.busy.set(start, 1);
  probes_.busy.set(free_at_, 0);
  return span;
}

core::Ticks Transmitter::reserve(std::uint32_t wire_bytes) {
  const core::Ticks now = core::now_ticks();
  const core::Ticks start = std::max(now, free_at_);
  hold(start, wire_bytes);
  return start;
}

core::Ticks Transmitter::put_on_wire_once(model::Packet& packet) {
  const core::Ticks span = hold(core::now_ticks(), packet.wire_bytes);
  model::LinkMessage message;
  message.packet = &packet;
  message.sequence = replay_.next_number();  // the receiver checks it all the same
  model::LinkPhase phase = model::LinkPhase::kPacket;
  sc_core::sc_time delay = core::to_time(span);
  const tlm::tlm_sync_enum status =
      transmit(message, packet.wire_bytes - packet.payload_bytes, phase, delay);
  GF_CHECK(status == tlm::TLM_UPDATED && phase == model::LinkPhase::kAck, peer());
  return free_at_;
}

core::Ticks Transmitter::put_on_wire(ReplayBuffer::Entry& entry) {
  const core::Ticks span = hold(core::now_ticks(), entry.wire_bytes);
  entry.sent_at = last_bit_at_;
  entry.acked_at = core::kNever;
  if (death_.swallows(last_bit_at_)) {
    replay_wakeup_.at(entry.sent_at + params_.replay_timeout.value());
    return free_at_;
  }
  model::LinkMessage message;
  message.packet = entry.packet;
  message.sequence = entry.sequence;
  message.corrupted = errors_.corrupts(entry.wire_bytes) || last_bit_at_ > death_.damaged;
  model::LinkPhase phase = model::LinkPhase::kPacket;
  sc_core::sc_time delay = core::to_time(span);
  // An ACK is only a time in the replay buffer, not an event. The timer is needed only if no answer
  // comes, so a clean link never sets it.
  if (transmit(message, entry.head_bytes, phase, delay) == tlm::TLM_UPDATED) {
    answered(message, phase, core::now_ticks() + delay.value());
  } else {
    replay_wakeup_.at(entry.sent_at + params_.replay_timeout.value());
  }
  return free_at_;
}

tlm::tlm_sync_enum Transmitter::transmit(model::LinkMessage& message, std::uint32_t head_bytes,
                                         model::LinkPhase& phase, sc_core::sc_time& delay) {
  const core::Ticks behind = tail_ + propagation_;
  message.head = behind + core::whole_ticks(head_bytes * ticks_per_byte_);
  delay += core::to_time(behind);
  return out->nb_transport_fw(message, phase, delay);
}

void Transmitter::answered(const model::LinkMessage& message, model::LinkPhase phase,
                           core::Ticks at) {
  if (phase == model::LinkPhase::kAck) {
    replay_.acknowledge(message.sequence, at);
    return;
  }
  ++stats_.naks;
  if (message.sequence > 0) replay_.acknowledge(message.sequence - 1, at);  // all before it
  nak_at_ = at;
  nak_sequence_ = message.sequence;
  replay_wakeup_.at(at);
}

core::Ticks Transmitter::blocked_until() {
  if (dllps_ != nullptr) dllps_->claim();
  replay_.drop_acknowledged(core::now_ticks());
  if (!replay_.blocked()) return free_at_;
  if (replay_.replaying()) return core::kNever;
  return std::max(free_at_, replay_.oldest().acked_at);  // kNever: a NAK or the timer comes first
}

void Transmitter::replay() {
  const core::Ticks now = core::now_ticks();
  replay_.drop_acknowledged(now);
  // The wake-up may be early: the packet it was set for may have been answered since. A NAK counts
  // during a replay too and restarts it. The timer does not count then.
  if (nak_at_ <= now) {
    nak_at_ = core::kNever;
    begin_replay(nak_sequence_);
  } else if (!replay_.replaying() && timer_expires_at() <= now) {
    ++stats_.timeouts;
    begin_replay(replay_.oldest().sequence);
  }
  if (death_.given_up) return;
  if (replay_.replaying()) {
    replay_next();
  } else {
    replay_wakeup_.at(std::min(nak_at_, timer_expires_at()));
  }
}

void Transmitter::begin_replay(std::uint64_t sequence) {
  if (!replay_.replaying()) replay_started_ = core::now_ticks();
  replay_.start_replay(sequence);
  probes_.replaying.set(core::now_ticks(), 1);
  // A packet whose acknowledgement is under way got through.
  const ReplayBuffer::Entry* const open = replay_.oldest_open();
  if (open == nullptr) return;
  if (livelock_.begins(*open) >= kDeadRounds && death_.has_come(core::now_ticks()))
    return give_up();
  livelock_.check(*open, stats_.replays.value());
}

void Transmitter::give_up() {
  death_.given_up = true;
  core::report_death(
      fmt::format("{}: {}; {} consecutive replays delivered no packet to {}, the first of {} B",
                  name(), death_.text(core::now_ticks(), peer()), livelock_.rounds(), peer(),
                  replay_.oldest_open()->wire_bytes));
}

void Transmitter::replay_next() {
  const core::Ticks now = core::now_ticks();
  if (dllps_ != nullptr) dllps_->claim();
  // The packet under way ends first. A NAK may arrive before that and set the replay back.
  if (free_at_ > now) {
    replay_wakeup_.at(std::min(free_at_, nak_at_));
    return;
  }
  if (ReplayBuffer::Entry* entry = replay_.next_replay()) {
    ++stats_.replays;
    livelock_.sends_again(replay_.next_sequence());
    put_on_wire(*entry);
    replay_wakeup_.at(std::min(free_at_, nak_at_));
    return;
  }
  stats_.replaying.add_ticks(now - replay_started_);
  if (core::HopJournal* const journal = core::HopJournal::active())
    journal->link_lost(number(*journal), replay_started_, now, core::StallCause::kReplay);
  probes_.replaying.set(now, 0);
  replay_wakeup_.at(std::min(nak_at_, timer_expires_at()));
  client_.link_free_again();
}

core::Ticks Transmitter::timer_expires_at() const {
  const ReplayBuffer::Entry* open = replay_.oldest_open();
  return open == nullptr ? core::kNever : open->sent_at + params_.replay_timeout.value();
}

tlm::tlm_sync_enum Transmitter::nb_transport_bw(model::LinkMessage& message,
                                                model::LinkPhase& phase, sc_core::sc_time& delay) {
  const core::Ticks at = core::now_ticks() + delay.value();
  if (phase == model::LinkPhase::kCredit && !message.corrupted) {
    credit_comes(message, at);
  } else if (message.dllp) {
    dllp_comes(message, phase, at);
  } else {
    GF_CHECK(phase == model::LinkPhase::kInit, "only credits and DLLPs on the backward path");
    credits_begin(message, at);
  }
  return tlm::TLM_ACCEPTED;
}

void Transmitter::credit_comes(const model::LinkMessage& message, core::Ticks at) {
  probes_.credits(message.credit_class, message.credits.header, message.credits.data, at);
  credits_.give(message.credit_class, message.credits, at);
  if (core::HopJournal* const journal = core::HopJournal::active())
    journal->credit_returns(number(*journal), message.credit_class, core::now_ticks(), at);
  client_.credit_comes(at);
}

std::vector<std::string> Transmitter::credit_signals(model::CreditClass credit_class) const {
  return {probes_.data.at(credit_class).path(), probes_.header.at(credit_class).path()};
}

void Transmitter::credits_begin(const model::LinkMessage& message, core::Ticks at) {
  GF_CHECK(message.credit_class < probes_.header.size(),
           "credits of a class that is not used here");
  probes_.credits(message.credit_class, message.credits.header, message.credits.data, at);
  credits_.advertise(message.credit_class, message.credits);
  client_.credit_comes(at);
}

void Transmitter::dllp_comes(const model::LinkMessage& message, model::LinkPhase phase,
                             core::Ticks at) {
  if (message.corrupted || death_.given_up) return;  // dropped: the timers of both ends recover it
  answered(message, phase, at);
  if (replay_.replaying()) return;
  if (replay_.settled() && nak_at_ == core::kNever) replay_wakeup_.cancel();
  // A full replay buffer could not say when the sender may go on; now it can.
  if (replay_.blocked()) client_.link_free_again();
}

core::HopJournal::Number Transmitter::number(core::HopJournal& journal) const {
  return journal.link(this, 0, [this] { return core::link_of_stats(name()); });
}

unsigned Transmitter::debug_access(tlm::tlm_generic_payload& access) {
  model::LinkMessage message;
  message.debug = &access;
  return out->transport_dbg(message);
}

bool Transmitter::idle() const { return replay_.settled() && credits_.home(); }

void Transmitter::append_waits(std::vector<core::Wait>& waits) const {
  const std::string death = death_.text(core::now_ticks(), peer());
  const std::string why = death.empty() ? "" : " (" + death + ")";
  if (!replay_.settled()) waits.push_back({name(), "an acknowledgement" + why, peer()});
  if (!credits_.home()) waits.push_back({name(), "the return of its credits" + why, peer()});
}

}  // namespace gf::hw::link
