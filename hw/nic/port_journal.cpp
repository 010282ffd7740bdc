// SPDX-License-Identifier: Apache-2.0
#include "hw/nic/port_journal.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "hw/nic/flit_port.h"
#include "hw/nic/journal_of_segment.h"

namespace gf::hw::nic {

using core::Cycle;
using core::HopJournal;

void PortJournal::no_credit(unsigned vc, Cycle now) {
  const router::OutputPort& output = port_.output_;
  front_.blocked(std::max(now, could()), {},
                 {router::kNoCreditCause, HopJournal::kNone,
                  output.sink().journal_end()->buffer(output.sink_port(), vc)},
                 port_.clock_.period());
}

Cycle PortJournal::could() const { return std::max(port_.may_begin_, front_.since()); }

std::uint64_t PortJournal::sent(const Segment& segment, const router::Flit& flit, Cycle now) {
  HopJournal& journal = *HopJournal::active();
  const core::Ticks period = port_.clock_.period();
  const router::OutputPort& output = port_.output_;
  const bool head = flit.head;
  if (head) {
    ++packets_;
    flit_ = 0;
    arrived_ = could();
  }
  const std::uint64_t number = (std::uint64_t{port_.number_} << 32) + packets_;
  const router::FlitNote note{number * router::FlitNote::kFlits + flit_++, flow(journal, segment)};
  HopJournal::Hop hop;
  hop.key = note.key;
  hop.whole = head ? 0 : note.packet();
  hop.follows = !head;
  hop.flow = note.flow;
  hop.kind = is_ack(segment) ? "acknowledgements" : "segments";
  hop.counts = true;
  hop.queue = journal.queue(&output, 0, [&] { return std::string(port_.name()); });
  hop.link = journal.link(&output, 0, [&] {
    return fmt::format("{} to {}", port_.name(),
                       output.sink().journal_end()->title(output.sink_port()));
  });
  hop.credit_class = flit.vc;
  hop.arrived = arrived_ * period;
  hop.ready = could() * period;
  hop.start = now * period;
  const std::vector<HopJournal::Wait> waits = front_.leaves(now, now, period);
  hop.waits = &waits;
  journal.first_leaves(hop);
  hop.free = (now + output.flit_cycles()) * period;
  hop.there = (now + output.latency()) * period;
  router::report(journal, hop, waits);
  front_.first_from(now + output.flit_cycles());
  if (model::CopyJournal* const copies = copy_journal_of(segment)) {
    const SegmentSink* const sink = &port_;
    if (head)
      copies->begins_to_leave(item_of(segment), hop.ready, port_.name(), {sink, place::kWay});
    if (flit.tail)
      copies->has_left(item_of(segment), note.packet(),
                       {{sink, place::kWay}, {sink, place::kRoom}});
  }
  output.sink().journal_end()->note_comes(output.sink_port(), flit.vc, note, flit.tail,
                                          now + output.latency());
  return note.packet();
}

void PortJournal::note_comes(unsigned, unsigned, const router::FlitNote& note, bool tail,
                             Cycle at) {
  HopJournal& journal = *HopJournal::active();
  if (!note.head()) journal.flit_ends(note.key);
  if (tail) journal.packet_ends(note.packet(), at * port_.clock_.period());
}

std::string PortJournal::title(unsigned) const { return port_.name(); }

HopJournal::Number PortJournal::flow(HopJournal& journal, const Segment& segment) const {
  if (model::CopyJournal* const copies = copy_journal_of(segment))
    return model::flow_number(journal, *copies->flow(segment.copy));
  return journal.flow(&port_, segment.destination, [&] {
    return fmt::format("flow {}->{}", port_.number_, segment.destination);
  });
}

}  // namespace gf::hw::nic
