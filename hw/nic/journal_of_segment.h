// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/nic/segment.h"
#include "tlm_models/host/copy_journal.h"

namespace gf::hw::nic {

/// Returns the journal for `copy`; null: there is no journal, or no copy.
inline model::CopyJournal* copy_journal_of(std::uint32_t copy) {
  return copy == model::CopyJournal::kNobody ? nullptr : model::CopyJournal::active();
}
inline model::CopyJournal* copy_journal_of(const Segment& segment) {
  return copy_journal_of(segment.copy);
}

inline bool is_ack(const Segment& segment) {
  return segment.kind == SegmentKind::kAck || segment.kind == SegmentKind::kGap ||
         segment.kind == SegmentKind::kNotReady;
}
/// Returns the segment's name in the journal.
inline core::SpanLog::Thing item_of(const Segment& segment) {
  return is_ack(segment) ? model::CopyJournal::ack(segment.copy, segment.done)
                         : model::CopyJournal::segment(segment.copy, segment.psn);
}
/// Places for which CopyJournal's steps wait, in addition to the address of a card's part.
namespace place {
inline constexpr unsigned kBuffer = 0;  ///< In the send buffer.
inline constexpr unsigned kOrder = 1;   ///< Turn behind earlier commands.
inline constexpr unsigned kWindow = 2;  ///< In a queue pair's window.
inline constexpr unsigned kTags = 3;    ///< Tags of reads.
inline constexpr unsigned kRoom = 4;    ///< Room at the segments' sink.
inline constexpr unsigned kWay = 5;     ///< Way out of a port.
}  // namespace place

}  // namespace gf::hw::nic
