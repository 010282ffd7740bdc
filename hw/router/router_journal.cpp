// SPDX-License-Identifier: Apache-2.0
#include "hw/router/router_journal.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"

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
  for (Output& output : outputs_) output.holders.resize(router.vcs_);
}

void RouterJournal::before(core::Cycle now) {
  router_.each_input_vc(router_.look_, [this, now](unsigned index) {
    Front& front = fronts_[index];
    const Block why = why_not(index, now);
    front.looked = now;
    front.can_go = why.cause == nullptr;
    block(index, now, why);
  });
}

void RouterJournal::block(unsigned index, core::Cycle at, const Block& why) {
  fronts_[index].blocked(at, front_of(index), why, period_);
}

FrontWaits::Front RouterJournal::front_of(unsigned index) {
  return {notes_[index].front().flow, queue(index), link(router_.input_vcs_[index].out_port)};
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
    case Router::Obstacle::kHeld: {
      const Output::Holder& holder = books.holders[input_vc.out_vc];
      return {kHeldCause, holder.flow, {&fronts_[holder.input_vc], 0}};
    }
    case Router::Obstacle::kNoCredit:
      break;
  }
  const JournalEnd* const end = output.sink().journal_end();
  return {kNoCreditCause, HopJournal::kNone, end->buffer(output.sink_port(), input_vc.out_vc)};
}

void RouterJournal::granted(unsigned index, const Flit& flit, core::Cycle now) {
  const unsigned port = router_.input_vcs_[index].out_port;
  const Router::Input& input = router_.inputs_[router_.input_vcs_[index].input];
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
  hop.queue = queue(index);
  hop.link = link(port);
  hop.credit_class = flit.vc;
  const core::Cycle arrived = flit.at + router_.router_latency_;
  hop.arrived = arrived * period_;
  hop.ready = std::max(arrived, front.since()) * period_;
  // Its space has just been released.
  leaving.waits =
      front.leaves(now,
                   input.delays_credits ? router_.last_credits_[router_.credit_line(index)]
                                        : now + input.latency,
                   period_);
  hop.start = now * period_;
  hop.waits = &leaving.waits;
  HopJournal::active()->first_leaves(hop);
  leaving.granted = now;
  leaving.ahead = output.flow;
  leaving.tail = flit.tail;
  output.granted = now;
  output.flow = leaving.note.flow;
  output.holders[flit.vc] = {leaving.note.flow, index};
  input_granted_[router_.input_vcs_[index].input] = now;
  input_flow_[router_.input_vcs_[index].input] = leaving.note.flow;
  output.leaving.push_back(std::move(leaving));
  front.looked = core::kNoCycle;
  front.first_from(now);  // the next flit may go in a later allocation of this cycle
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
    if (front.can_go) block(index, now, lost(index, now));
    return;
  }
  // It came to the front in this cycle; its own wait begins in the next one.
  front.first_from(now + 1);
  front.moves(now, {notes_[index].front().flow, queue(index)}, period_);
  if (router_.input_vcs_[index].routed) block(index, now + 1, why_not(index, now));
}

Block RouterJournal::lost(unsigned index, core::Cycle now) const {
  const auto& input_vc = router_.input_vcs_[index];
  if (outputs_[input_vc.out_port].granted == now)
    return {kArbitrationCause, outputs_[input_vc.out_port].flow};
  // It lost to another virtual channel of its input port.
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
  if (output.buried()) {
    if (!leaving.note.head()) journal.flit_ends(leaving.note.key);
    if (leaving.tail) journal.packet_ends(leaving.note.packet(), leaving.hop.there);
    return;
  }
  output.sink().journal_end()->note_comes(output.sink_port(), vc, leaving.note, leaving.tail,
                                          start + output.latency());
}

void RouterJournal::note_comes(unsigned port, unsigned vc, const FlitNote& note, bool,
                               core::Cycle) {
  notes_[port * router_.vcs_ + vc].push_back(note);
}

ReceiveBuffer RouterJournal::buffer(unsigned port, unsigned vc) const {
  return {&fronts_[port * router_.vcs_ + vc], router_.inputs_[port].latency};
}

std::string RouterJournal::title(unsigned) const {
  return fmt::format("router {}", router_.number_);
}

HopJournal::Number RouterJournal::queue(unsigned index) {
  Number& number = fronts_[index].queue;
  if (number == HopJournal::kNone)
    number = HopJournal::active()->queue(&router_, index, [&] {
      return fmt::format("{}.in_{}.vc_{}", router_.name(), index / router_.vcs_,
                         index % router_.vcs_);
    });
  return number;
}

HopJournal::Number RouterJournal::link(unsigned port) {
  Number& number = outputs_[port].link;
  if (number == HopJournal::kNone)
    number = HopJournal::active()->link(&router_, port, [&] {
      const OutputPort& output = router_.outputs_[port];
      return fmt::format("{}.out_{} to {}", router_.name(), port,
                         output.sink().journal_end()->title(output.sink_port()));
    });
  return number;
}

}  // namespace gf::hw::router
