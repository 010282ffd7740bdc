// SPDX-License-Identifier: Apache-2.0
#include "hw/router/router_journal.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/error.h"

namespace gf::hw::router {

using core::HopJournal;

RouterJournal::RouterJournal(Router& router)
    : router_(router),
      period_(router.clock_.period()),
      fronts_(router.input_vcs_.size()),
      notes_(router.input_vcs_.size()),
      outputs_(router.outputs_.size()),
      input_granted_(router.inputs_.size(), core::kNoCycle),
      input_flow_(router.inputs_.size(), HopJournal::kNone) {
  for (Output& output : outputs_) output.owners.assign(router.vcs_, HopJournal::kNone);
}

void RouterJournal::before(core::Cycle now) {
  router_.each_input_vc(router_.look_, [this, now](unsigned index) {
    Front& front = fronts_[index];
    const Block block = why_not(index, now);
    front.looked = now;
    front.can_go = block.cause == nullptr;
    front.blocked(now, block, period_);
  });
}

Block RouterJournal::why_not(unsigned index, core::Cycle now) const {
  const auto& input_vc = router_.input_vcs_[index];
  const OutputPort& output = router_.outputs_[input_vc.out_port];
  const Output& books = outputs_[input_vc.out_port];
  switch (router_.obstacle(index, now)) {
    case Router::Obstacle::kNone:
      return {};
    case Router::Obstacle::kOutputFull:
      return {kOutputFullCause, books.leaving.front().note.flow};
    case Router::Obstacle::kChannelBusy:
      return {kChannelCause, books.flow};
    case Router::Obstacle::kHeld:
      return {kHeldCause, books.owners[input_vc.out_vc]};
    case Router::Obstacle::kNoCredit:
      break;
  }
  const JournalEnd* const end = output.sink().journal_end();
  return {kNoCreditCause, end->first_flow(output.sink_port(), input_vc.out_vc)};
}

void RouterJournal::granted(unsigned index, const Flit& flit, core::Cycle now) {
  HopJournal& journal = *HopJournal::active();
  const unsigned port = router_.input_vcs_[index].out_port;
  Front& front = fronts_[index];
  Output& output = outputs_[port];
  GF_CHECK(front.looked != now || front.can_go, router_.name());
  Leaving leaving;
  leaving.note = notes_[index].front();
  notes_[index].pop_front();
  HopJournal::Hop& hop = leaving.hop;
  hop.key = leaving.note.key;
  hop.whole = leaving.note.head() ? 0 : leaving.note.packet();
  hop.follows = !leaving.note.head();
  hop.kind = flit.minimal ? "minimal" : "non-minimal";
  hop.flow = leaving.note.flow;
  hop.counts = flit.measured && !flit.reply;
  hop.queue = queue(journal, index);
  hop.link = link(journal, port);
  hop.credit_class = flit.vc;
  const core::Cycle arrived = flit.at + router_.router_latency_;
  hop.arrived = arrived * period_;
  hop.ready = std::max(arrived, front.since()) * period_;
  leaving.waits = front.leaves(arrived, now, leaving.note.flow, hop.counts, period_);
  leaving.granted = now;
  leaving.ahead = output.flow;
  leaving.tail = flit.tail;
  output.granted = now;
  output.flow = output.owners[flit.vc] = leaving.note.flow;
  input_granted_[router_.input_vcs_[index].input] = now;
  input_flow_[router_.input_vcs_[index].input] = leaving.note.flow;
  output.leaving.push_back(std::move(leaving));
  front.looked = core::kNoCycle;
  front.first_from(now);  // the next one may go in a later allocation of this cycle
}

void RouterJournal::after(core::Cycle now) {
  router_.each_input_vc(router_.occupied_, [this, now](unsigned index) {
    if (router_.ready(index) <= now) look_again(index, now);
  });
  for (unsigned port = 0; port < outputs_.size(); ++port)
    if (router_.outputs_[port].flits() != outputs_[port].sent) sent(port, now);
}

void RouterJournal::look_again(unsigned index, core::Cycle now) {
  Front& front = fronts_[index];
  if (front.looked == now) {
    if (front.can_go) front.blocked(now, lost(index, now), period_);
    return;
  }
  // It came to the front in this cycle, and waits on its own account from the next one on.
  front.first_from(now + 1);
  if (router_.input_vcs_[index].routed) front.blocked(now + 1, why_not(index, now), period_);
}

Block RouterJournal::lost(unsigned index, core::Cycle now) const {
  const auto& input_vc = router_.input_vcs_[index];
  if (outputs_[input_vc.out_port].granted == now)
    return {kArbitrationCause, outputs_[input_vc.out_port].flow};
  // To another virtual channel of its input port.
  if (input_granted_[input_vc.input] == now)
    return {kArbitrationCause, input_flow_[input_vc.input]};
  return {kArbitrationCause, HopJournal::kNone};
}

void RouterJournal::sent(unsigned port, core::Cycle now) {
  HopJournal& journal = *HopJournal::active();
  OutputPort& output = router_.outputs_[port];
  outputs_[port].sent = output.flits();
  Leaving leaving = std::move(outputs_[port].leaving.front());
  outputs_[port].leaving.pop_front();
  const core::Cycle start = output.last_start();
  const core::Ticks granted = leaving.granted * period_;
  if (leaving.granted < now)
    leaving.waits.push_back({granted, now * period_, kOutputCause, leaving.ahead});
  if (start > now) leaving.waits.push_back({now * period_, start * period_, kReplayCause});
  leaving.hop.start = start * period_;
  leaving.hop.free = std::max(output.free_from(), start + output.flit_cycles()) * period_;
  leaving.hop.there = (start + output.latency()) * period_;
  const unsigned vc = leaving.hop.credit_class;
  report(journal, leaving.hop, leaving.waits);
  output.sink().journal_end()->note_comes(output.sink_port(), vc, leaving.note, leaving.tail,
                                          start + output.latency());
}

void RouterJournal::note_comes(unsigned port, unsigned vc, const FlitNote& note, bool,
                               core::Cycle) {
  notes_[port * router_.vcs_ + vc].push_back(note);
}

HopJournal::Number RouterJournal::first_flow(unsigned port, unsigned vc) const {
  const unsigned index = port * router_.vcs_ + vc;
  return router_.input_vcs_[index].queue.empty() ? HopJournal::kNone : notes_[index].front().flow;
}

std::string RouterJournal::title(unsigned) const {
  return fmt::format("router {}", router_.number_);
}

HopJournal::Number RouterJournal::queue(HopJournal& journal, unsigned index) const {
  return journal.queue(&router_, index, [&] {
    return fmt::format("{}.in_{}.vc_{}", router_.name(), index / router_.vcs_,
                       index % router_.vcs_);
  });
}

HopJournal::Number RouterJournal::link(HopJournal& journal, unsigned port) const {
  return journal.link(&router_, port, [&] {
    const OutputPort& output = router_.outputs_[port];
    return fmt::format("{}.out_{} to {}", router_.name(), port,
                       output.sink().journal_end()->title(output.sink_port()));
  });
}

}  // namespace gf::hw::router
