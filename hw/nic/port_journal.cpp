// SPDX-License-Identifier: Apache-2.0
#include "hw/nic/port_journal.h"

#include <algorithm>
#include <fmt/format.h>

#include "hw/nic/flit_port.h"
#include "hw/nic/journal_of_segment.h"

namespace gf::hw::nic {

using core::Cycle;
using core::HopJournal;

PortJournal::PortJournal(FlitPort& port)
    : SinkJournal(port.clock_.period()),
      port_(port),
      front_(port.output_, period_, port.name(), port.name()) {}

void PortJournal::no_credit(unsigned vc, Cycle now) {
  front_.blocked(std::max(now, could()), {}, front_.why_not(vc), period_);
}

Cycle PortJournal::could() const { return std::max(port_.may_begin_, front_.since()); }

std::uint64_t PortJournal::sent(const Segment& segment, const router::Flit& flit, Cycle now) {
  if (flit.head) arrived_ = could();
  HopJournal::Hop hop;
  hop.flow = flow(*HopJournal::active(), segment);
  hop.kind = is_ack(segment) ? "acknowledgements" : "segments";
  hop.counts = true;
  hop.credit_class = flit.vc;
  hop.arrived = arrived_ * period_;
  hop.ready = could() * period_;
  const router::FlitNote note = front_.sends(hop, port_.number_, flit.head, now);
  if (model::CopyJournal* const copies = copy_journal_of(segment)) {
    const SegmentSink* const sink = &port_;
    if (flit.head)
      copies->begins_to_leave(item_of(segment), hop.ready, port_.name(), {sink, place::kWay});
    if (flit.tail)
      copies->has_left(item_of(segment), note.packet(),
                       {{sink, place::kWay}, {sink, place::kRoom}});
  }
  front_.send_note(note, flit.vc, flit.tail, now);
  return note.packet();
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
