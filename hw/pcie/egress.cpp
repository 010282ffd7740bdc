// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/egress.h"

#include <algorithm>

#include "core/error.h"
#include "hw/pcie/flow.h"

namespace gf::hw::pcie {

using core::StallCause;
using core::Ticks;

Egress::Egress(const sc_core::sc_module_name& name, const link::LinkParams& params,
               std::uint64_t seed, std::unique_ptr<ArbiterIf> arbiter)
    : sc_module(name),
      Quiescent(this->name()),
      tx("tx", params, seed, *this, {"posted", "nonposted", "completion"}),
      arbiter_(std::move(arbiter)),
      queue_probe_(std::string(this->name()) + ".heads_waiting", 8, "inputs with a TLP to send"),
      credit_probe_(std::string(this->name()) + ".no_credit", 1,
                    "a head lacked the credit to leave when the arbiter last looked"),
      hol_probe_(std::string(this->name()) + ".hol_blocked", 1,
                 "a TLP for another port stands behind a waiting head"),
      stats_(*this) {
  SC_METHOD(serve);
  sensitive << wakeup_.event();
  dont_initialize();
}

void Egress::add_source(TlpSource& source) {
  sources_.push_back(&source);
  slots_.resize(sources_.size() * kTlpClasses);
  mask_.resize((slots_.size() + 63) / 64);
  candidates_.reserve(slots_.size());
  offered_.reserve(kTlpClasses);
}

void Egress::offer(unsigned input, Tlp& head) {
  const unsigned index = input * kTlpClasses + head.credit_class;
  Slot& slot = slots_[index];
  if (slot.head == nullptr) {
    mask_[index / 64] |= 1ull << (index % 64);
    ++occupied_;
    queue_probe_.set(core::now_ticks(), occupied_);
  }
  slot.head = &head;
  if (serving_) {
    offered_.push_back(index);  // looked at once the grant has taken its credit
    return;
  }
  const Ticks at = sendable_at(slot);
  trace_waiting();
  if (at != core::kNever) serve_at(at);
}

Ticks Egress::sendable_at(Slot& slot) {
  const Tlp& head = *slot.head;
  const Ticks now = core::now_ticks();
  if (tx.credits().covers(head.credit_class, head.cost, now)) return head.ready;
  wants_credit_ = true;
  if (slot.no_credit_since == core::kNever) {
    // Blocked by credit from when the link could take it; that may lie ahead.
    slot.no_credit_since = std::max({now, head.ready, tx.free_at()});
  }
  const Ticks covered = tx.credits().covered_at(head.credit_class, head.cost);
  return covered == core::kNever ? core::kNever : std::max(head.ready, covered);
}

void Egress::link_free_again() {
  const Ticks total = tx.stats().replaying.ticks();
  replay_waited_ += total - replay_seen_;
  replay_seen_ = total;
  serve_at(core::now_ticks());
}

void Egress::serve_at(Ticks at) {
  const Ticks free = tx.free_at();
  if (free != core::kNever) wakeup_.at(std::max(at, free));  // else link_free_again() comes
}

void Egress::credit_comes(Ticks at) {
  if (!wants_credit_) return;
  if (serving_) {
    next_ = std::min(next_, at);
  } else {
    serve_at(at);
  }
}

void Egress::serve() {
  wakeup_.woken();
  const Ticks now = core::now_ticks();
  const Ticks free = tx.free_at();
  if (free > now) {
    serve_at(now);
    return;
  }
  serving_ = true;
  next_ = core::kNever;
  find_candidates(now);
  if (!candidates_.empty()) {
    const std::size_t choice = candidates_.size() == 1 ? 0 : arbiter_->pick(candidates_);
    grant(candidates_[choice], now);
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (i != choice) next_ = std::min(next_, sendable_at(slot_of(candidates_[i])));
    }
    for (unsigned index : offered_) next_ = std::min(next_, sendable_at(slots_[index]));
    offered_.clear();
  }
  serving_ = false;
  trace_waiting();
  if (next_ != core::kNever) serve_at(next_);
}

void Egress::find_candidates(Ticks now) {
  candidates_.clear();
  wants_credit_ = false;
  for (std::size_t word = 0; word < mask_.size(); ++word) {
    for (std::uint64_t bits = mask_[word]; bits != 0; bits &= bits - 1) {
      const auto index = static_cast<unsigned>(word * 64 + __builtin_ctzll(bits));
      if (sendable(index, now)) {
        candidates_.push_back(
            {static_cast<std::uint16_t>(index / kTlpClasses), slots_[index].head});
      }
    }
  }
}

bool Egress::sendable(unsigned index, Ticks now) {
  Slot& slot = slots_[index];
  const Tlp& head = *slot.head;
  if (head.ready > now) {
    next_ = std::min(next_, head.ready);
    return false;
  }
  if (head.credit_class != kPosted && !sources_[index / kTlpClasses]->may_go(head)) return false;
  return has_credit(slot, now);
}

bool Egress::has_credit(Slot& slot, Ticks now) {
  const Tlp& head = *slot.head;
  if (tx.credits().covers(head.credit_class, head.cost, now)) {
    if (slot.no_credit_since != core::kNever) {
      if (slot.no_credit_since < now) slot.no_credit += now - slot.no_credit_since;
      slot.no_credit_since = core::kNever;
    }
    return true;
  }
  if (slot.no_credit_since == core::kNever) slot.no_credit_since = now;
  wants_credit_ = true;
  next_ = std::min(next_, tx.credits().covered_at(head.credit_class, head.cost));
  return false;
}

void Egress::grant(const Candidate& candidate, Ticks now) {
  const auto tlp_class = static_cast<TlpClass>(candidate.tlp->credit_class);
  const unsigned index = candidate.input * kTlpClasses + tlp_class;
  account(candidate, now);
  replay_waited_ = 0;
  arbiter_->granted(candidate);
  last_input_ = candidate.input;
  slots_[index] = Slot{};
  mask_[index / 64] &= ~(1ull << (index % 64));
  --occupied_;
  queue_probe_.set(now, occupied_);
  Tlp& tlp = sources_[candidate.input]->take(tlp_class, now);
  ++stats_.tlps;
  tx.send(tlp);
}

void Egress::account(const Candidate& candidate, Ticks now) {
  const Tlp& tlp = *candidate.tlp;
  if (tlp.ready == now) return;
  const Slot& slot = slot_of(candidate);
  const Ticks wait = now - tlp.ready;
  const Ticks no_credit = std::min(slot.no_credit, wait);
  const Ticks replay = std::min(replay_waited_, wait - no_credit);
  const StallCause rest =
      last_input_ == candidate.input ? StallCause::kLinkBusy : StallCause::kArbitrationLost;
  const auto add = [&](StallCause cause, Ticks span) {
    stats_.stall.add(cause, span);
    if (tlp.flow != nullptr) tlp.flow->stalls.add(cause, span);
  };
  add(StallCause::kNoCredit, no_credit);
  add(StallCause::kReplay, replay);
  add(rest, wait - no_credit - replay);
  account_behind(candidate, now);
}

void Egress::account_behind(const Candidate& candidate, Ticks now) {
  const Tlp& head = *candidate.tlp;
  const Tlp* behind = sources_[candidate.input]->behind_head(TlpClass(head.credit_class));
  if (behind == nullptr || behind->out_port == head.out_port) return;
  const Ticks since = std::max(behind->arrived, head.ready);
  if (since >= now) return;
  stats_.hol_blocked.add_ticks(now - since);
  if (behind->flow != nullptr) behind->flow->stalls.add(StallCause::kBufferFull, now - since);
}

void Egress::trace_waiting() {
  if (!hol_probe_.on() && !credit_probe_.on()) return;
  const Ticks now = core::now_ticks();
  Ticks blocked_at = core::kNever;
  Ticks starved_at = core::kNever;
  for (std::size_t index = 0; index < slots_.size(); ++index) {
    const Tlp* head = slots_[index].head;
    if (head == nullptr) continue;
    const Ticks waits_at = std::max(now, head->ready);
    const bool covered = tx.credits().covered_at(head->credit_class, head->cost) <= waits_at;
    if (!covered) starved_at = std::min(starved_at, waits_at);
    const Tlp* behind = sources_[index / kTlpClasses]->behind_head(TlpClass(head->credit_class));
    const bool blocks = behind != nullptr && behind->out_port != head->out_port;
    if (blocks && behind->arrived <= waits_at) blocked_at = std::min(blocked_at, waits_at);
  }
  // A head does not leave before it is ready: whatever ends the waiting is dated later than this.
  const auto show = [now](core::Probe& probe, Ticks at) {
    probe.set(now, at == now ? 1 : 0);
    if (at != now && at != core::kNever) probe.set(at, 1);
  };
  show(hol_probe_, blocked_at);
  show(credit_probe_, starved_at);
}

void Egress::append_waits(std::vector<core::Wait>& waits) const {
  static const char* const kClassNames[] = {"posted", "non-posted", "completion"};
  for (const Slot& slot : slots_) {
    if (slot.head == nullptr) continue;
    const Tlp& head = *slot.head;
    const model::CreditLimits free = tx.credits_free(head.credit_class);
    waits.push_back({name(),
                     std::string(kClassNames[head.credit_class]) + " credit for " +
                         std::to_string(head.payload_bytes) + " B (needs " +
                         std::to_string(head.cost.header) + " header, " +
                         std::to_string(head.cost.data) + " data; has " +
                         std::to_string(free.header) + ", " + std::to_string(free.data) + ")",
                     tx.peer()});
  }
}

}  // namespace gf::hw::pcie
