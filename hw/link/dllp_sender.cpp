// SPDX-License-Identifier: Apache-2.0
#include "hw/link/dllp_sender.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::hw::link {

using core::kNever;
using core::Ticks;
using model::CreditClass;
using model::LinkMessage;
using model::LinkPhase;

namespace {

/// Largest credit count in one update: a count has 16 bits here (PCIe: 8 and 12).
constexpr std::uint32_t kMostTold = 0xFFFF;

template <class T>
void append(boost::circular_buffer<T>& buffer, const T& value) {
  if (buffer.full()) buffer.set_capacity(2 * buffer.capacity());
  buffer.push_back(value);
}

}  // namespace

DllpSender::DllpSender(const sc_core::sc_module_name& name, const DllpTiming& timing,
                       Transmitter& tx, Receiver& rx)
    : sc_module(name), timing_(timing), tx_(tx), rx_(rx), stats_(*this) {
  GF_CHECK(timing.delay <= timing.wait, this->name());
  tx.carry(*this);
  rx.answer_by(*this);
}

void DllpSender::answer(LinkPhase with, std::uint64_t sequence, Ticks tail) {
  if (with == LinkPhase::kNak) {
    nak_tail_ = tail;
    nak_sequence_ = sequence;
  } else {
    append(arrivals_, {tail, sequence});
  }
  wake_when_due();
}

void DllpSender::freed(CreditClass credit_class, model::CreditCost cost, Ticks at) {
  Class& of = classes_[credit_class];
  of.unreported.header += cost.header;
  of.unreported.data += cost.data;
  append(of.freed, {at, cost});
  // Times are nearly sorted, so the right place is near the end.
  for (std::size_t i = of.freed.size() - 1; i > 0 && of.freed[i - 1].at > at; --i)
    std::swap(of.freed[i - 1], of.freed[i]);
  wake_when_due();
}

Ticks DllpSender::ack_due() const {
  return arrivals_.empty() ? kNever : arrivals_.front().tail + timing_.wait;
}

Ticks DllpSender::nak_due() const {
  return nak_tail_ == kNever ? kNever : nak_tail_ + timing_.delay;
}

Ticks DllpSender::update_due(CreditClass credit_class) const {
  const Class& of = classes_[credit_class];
  if (of.freed.empty()) return of.repeat_at;
  const Ticks joint = sender_is_held_up(credit_class) ? timing_.delay : timing_.wait;
  const Ticks wait = timing_.prompt_updates ? 0 : joint;
  return std::min(of.repeat_at, of.freed.front().at + wait);
}

bool DllpSender::sender_is_held_up(CreditClass credit_class) const {
  const model::CreditLimits& limits = rx_.limits(credit_class);
  const model::CreditLimits& held = rx_.held(credit_class);
  const model::CreditLimits& unreported = classes_[credit_class].unreported;
  const model::CreditLimits& least = timing_.least[credit_class];
  // Free credits as the sender knows them, without space freed since the last update.
  return limits.header - held.header - unreported.header < least.header ||
         limits.data - held.data - unreported.data < least.data;
}

Ticks DllpSender::due() const {
  Ticks first = std::min(nak_due(), ack_due());
  for (std::size_t c = 0; c < classes_.size(); ++c)
    first = std::min(first, update_due(static_cast<CreditClass>(c)));
  return first;
}

void DllpSender::wake_when_due() {
  if (slot_ == kNever) wakeup_.at(due());
}

void DllpSender::claim() {
  if (slot_ != kNever || due() > core::now_ticks()) return;
  slot_ = tx_.reserve(model::kDllpBytes);
  wakeup_.at(slot_);
}

Ticks DllpSender::latest() const {
  // It waits at most for a packet that has just begun and one DLLP of every other kind.
  const auto others = static_cast<std::uint32_t>(1 + classes_.size());
  return timing_.wait + tx_.span(timing_.largest_packet + (others + 1) * model::kDllpBytes) +
         tx_.propagation();
}

void DllpSender::speak() {
  const Ticks now = core::now_ticks();
  claim();
  if (slot_ == now) {
    slot_ = kNever;
    say();
    claim();  // the next one follows at once, before any packet
  }
  if (slot_ == kNever) {
    wake_when_due();
  } else {
    wakeup_.at(slot_);
  }
}

void DllpSender::say() {
  const Ticks now = core::now_ticks();
  if (nak_due() <= now) return say_nak();
  if (ack_due() <= now) return say_ack();
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    const auto credit_class = static_cast<CreditClass>(c);
    if (update_due(credit_class) <= now) return say_update(credit_class);
  }
  GF_CHECK(false, std::string(name()) + ": got the link but has no DLLP to send");
}

void DllpSender::say_nak() {
  ++stats_.naks;
  drop_arrivals();  // a NAK acknowledges all packets before its own
  nak_tail_ = kNever;
  LinkMessage message;
  message.sequence = nak_sequence_;
  put_on_wire(message, LinkPhase::kNak);
}

void DllpSender::say_ack() {
  ++stats_.acks;
  LinkMessage message;
  for (const Arrival& arrival : arrivals_)
    if (arrival.tail <= core::now_ticks()) message.sequence = arrival.sequence;
  drop_arrivals();
  put_on_wire(message, LinkPhase::kAck);
}

void DllpSender::drop_arrivals() {
  while (!arrivals_.empty() && arrivals_.front().tail <= core::now_ticks()) arrivals_.pop_front();
}

void DllpSender::say_update(CreditClass credit_class) {
  ++stats_.updates;
  Class& of = classes_[credit_class];
  model::CreditLimits reported = of.lost;
  const auto fits = [&](const model::CreditCost& cost) {
    return reported.header + cost.header <= kMostTold && reported.data + cost.data <= kMostTold;
  };
  while (!of.freed.empty() && of.freed.front().at <= core::now_ticks() &&
         fits(of.freed.front().cost)) {
    reported.header += of.freed.front().cost.header;
    reported.data += of.freed.front().cost.data;
    of.freed.pop_front();
  }
  LinkMessage message;
  message.credit_class = credit_class;
  message.credits.header = static_cast<std::uint16_t>(reported.header);
  message.credits.data = static_cast<std::uint16_t>(reported.data);
  const bool heard = put_on_wire(message, LinkPhase::kCredit);
  of.lost = heard ? model::CreditLimits{} : reported;
  of.repeat_at = heard || tx_.dead() ? kNever : core::now_ticks() + kRepeat;
  if (!heard) return;
  of.unreported.header -= reported.header;
  of.unreported.data -= reported.data;
}

bool DllpSender::put_on_wire(LinkMessage& message, LinkPhase phase) {
  stats_.wire_bytes += model::kDllpBytes;
  message.dllp = true;
  // Draw both, so that enabling one kind of error does not shift errors of the other kind.
  const bool bits = tx_.corrupts_dllp(), answer = rx_.loses_answer();
  message.corrupted = bits || answer;
  const bool heard = !message.corrupted && !tx_.dead();
  if (!heard) ++stats_.lost;
  if (tx_.dead()) return false;
  const Ticks last_bit = core::now_ticks() + tx_.span(model::kDllpBytes);
  rx_.send_dllp(message, phase, last_bit + tx_.propagation());
  return heard;
}

}  // namespace gf::hw::link
