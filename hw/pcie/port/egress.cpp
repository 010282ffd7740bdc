// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/port/egress.h"

#include <algorithm>

#include "core/base/error.h"
#include "tlm_models/link/flow.h"

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
                    "a head TLP lacked credit when the arbiter last looked"),
      hol_probe_(std::string(this->name()) + ".hol_blocked", 1,
                 "a TLP for another port is blocked behind a waiting head"),
      stats_(*this) {}

void Egress::add_source(TlpSource& source) {
  sources_.push_back(&source);
  slots_.resize(sources_.size() * kTlpClasses);
  candidates_.reserve(sources_.size() * kTlpClasses);
  again_.reserve(sources_.size() * kTlpClasses);
}

void Egress::offer(unsigned input, Tlp& head) {
  const std::size_t slot = slot_of(input, head);
  head.wire_bytes = wire_bytes(head);
  slots_.put(slot, head);
  queue_probe_.set(core::now_ticks(), slots_.occupied());
  if (serving_) {
    again_.push_back(slot);
  } else {
    serve_offered(slot);
  }
}

void Egress::serve_offered(std::size_t slot) {
  const Ticks at = sendable_at(slot, core::now_ticks());
  trace_waiting();
  if (at != core::kNever) serve_at(at);
}

Ticks Egress::sendable_at(std::size_t slot, Ticks now) {
  // PCIe ordering is not checked here, because an older write may leave or arrive until that time.
  // serve() checks it, at the price of a useless wake-up now and then.
  return slots_.covered(slot, now) ? head(slot).ready : credit_at(slot, now);
}

Ticks Egress::credit_at(std::size_t slot, Ticks now) {
  const Ticks ready = head(slot).ready;
  // Missing credit delays the head only from when the link could take it, which may be in the
  // future.
  return std::max(ready, slots_.lacks_credit(slot, std::max({now, ready, tx.free_at()})));
}

void Egress::link_free_again() {
  slots_.replay_ended();
  serve_at(core::now_ticks());
}

void Egress::serve_at(Ticks at) {
  const Ticks free = tx.free_at();
  if (free != core::kNever) wakeup_.at(std::max(at, free));  // else link_free_again() follows
}

void Egress::credit_comes(Ticks at) {
  if (!slots_.wants_credit()) return;
  if (serving_) {
    // The receiver may return credit within send(): serve() looks at next_ at its end.
    next_ = std::min(next_, at);
  } else {
    serve_at(at);
  }
}

void Egress::serve() {
  const Ticks now = core::now_ticks();
  // A replay may have taken the link since this wake-up was requested.
  if (tx.free_at() > now) return serve_at(now);
  serving_ = true;
  next_ = core::kNever;
  find_candidates(now);
  if (!candidates_.empty()) {
    grant(candidates_.size() == 1 ? candidates_.front() : choose(), now);
    // The times of heads that are not checked again are already in next_, or their source offers
    // them again.
    for (const std::size_t slot : again_) next_ = std::min(next_, sendable_at(slot, now));
    again_.clear();
  }
  serving_ = false;
  trace_waiting();
  if (next_ != core::kNever) serve_at(next_);
}

void Egress::find_candidates(Ticks now) {
  candidates_.clear();
  slots_.look();
  slots_.each([&](std::size_t slot) {
    if (!sendable(slot, now)) return;
    candidates_.push_back({static_cast<std::uint16_t>(slot / kTlpClasses), &head(slot)});
  });
}

const Candidate& Egress::choose() {
  const Candidate& chosen = candidates_[arbiter_->pick(candidates_)];
  for (const Candidate& other : candidates_)
    if (&other != &chosen) again_.push_back(slot_of(other.input, *other.tlp));
  return chosen;
}

bool Egress::sendable(std::size_t slot, Ticks now) {
  const Tlp& head = this->head(slot);
  if (head.ready > now) {
    next_ = std::min(next_, head.ready);
    return false;
  }
  // A head held back for ordering has no known time: its source offers it again when the write has
  // left.
  if (head.credit_class != kPosted && !sources_[slot / kTlpClasses]->may_go(head)) return false;
  if (slots_.has_credit(slot, now)) return true;
  next_ = std::min(next_, slots_.lacks_credit(slot, now));
  return false;
}

void Egress::grant(const Candidate& candidate, Ticks now) {
  const auto tlp_class = static_cast<TlpClass>(candidate.tlp->credit_class);
  const std::size_t slot = slot_of(candidate.input, *candidate.tlp);
  // Before take(), which advances the source's queue and puts the next head into the slot that
  // leave() empties. account() must still see the packet behind this head.
  const core::StallTimes waited = slots_.leave(slot, candidate.input, candidate.tlp->ready, now);
  account(candidate, waited, now);
  arbiter_->granted(candidate);
  Tlp& tlp = sources_[candidate.input]->take(tlp_class, now);
  ++stats_.tlps;
  tx.send(tlp);
}

void Egress::account(const Candidate& candidate, const core::StallTimes& waited, Ticks now) {
  const Tlp& tlp = *candidate.tlp;
  queue_probe_.set(now, slots_.occupied());
  if (core::HopJournal* const journal = core::HopJournal::active())
    report(*journal, candidate, waited);
  // No wait: most heads on an idle tree skip the bookkeeping.
  if (tlp.ready == now) return;
  stats_.stall.add(waited);
  if (tlp.flow != nullptr) tlp.flow->stalls.add(waited);
  account_behind(candidate, now);
}

void Egress::report(core::HopJournal& journal, const Candidate& candidate,
                    const core::StallTimes& waited) const {
  const Tlp& tlp = *candidate.tlp;
  TlpSource& source = *sources_[candidate.input];
  core::HopJournal::Hop hop;
  hop.key = reinterpret_cast<std::uintptr_t>(&tlp);
  hop.whole = reinterpret_cast<std::uintptr_t>(tlp.whole);
  if (tlp.flow != nullptr) hop.flow = flow_number(journal, *tlp.flow);
  hop.kind = tlp.credit_class == kPosted      ? "writes"
             : tlp.credit_class == kNonPosted ? "reads"
                                              : "completions";
  hop.queue = journal.queue(&source, tlp.credit_class, [&] { return source.place(); });
  hop.link = tx.number(journal);
  hop.credit_class = tlp.credit_class;
  hop.arrived = tlp.arrived;
  hop.ready = tlp.ready;
  hop.start = core::now_ticks();
  hop.free = hop.start + tx.span(tlp.wire_bytes);
  hop.there = tx.there_at(tlp.wire_bytes);
  hop.waited = waited;
  journal.leaves(hop);
}

void Egress::account_behind(const Candidate& candidate, Ticks now) {
  const Tlp& head = *candidate.tlp;
  const Tlp* behind = sources_[candidate.input]->behind_head(TlpClass(head.credit_class));
  if (behind == nullptr || behind->out_port == head.out_port) return;
  // The packet behind is blocked from the time when it is there and the head could have left.
  // Before that it only waits for its turn.
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
  slots_.each([&](std::size_t slot) {
    const Tlp& head = this->head(slot);
    const Ticks waits_at = std::max(now, head.ready);
    const bool covered = tx.credits().covered_at(head.credit_class, head.cost) <= waits_at;
    if (!covered) starved_at = std::min(starved_at, waits_at);
    const Tlp* behind = sources_[slot / kTlpClasses]->behind_head(TlpClass(head.credit_class));
    const bool blocks = behind != nullptr && behind->out_port != head.out_port;
    if (blocks && behind->arrived <= waits_at) blocked_at = std::min(blocked_at, waits_at);
  });
  // A head does not leave before it is ready, so its wait ends later than this time.
  const auto show = [now](core::Probe& probe, Ticks at) {
    probe.set(now, at == now ? 1 : 0);
    if (at != now && at != core::kNever) probe.set(at, 1);
  };
  show(hol_probe_, blocked_at);
  show(credit_probe_, starved_at);
}

void Egress::append_waits(std::vector<core::Wait>& waits) const {
  slots_.append_waits(waits, name(), {"posted", "non-posted", "completion"});
}

}  // namespace gf::hw::pcie
