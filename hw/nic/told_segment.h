// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/nic/segment.h"
#include "tlm_models/host/copy_journal.h"

namespace gf::hw::nic {

/// Who is to be told of `copy`; null: nobody keeps a journal, or it is none of a copy.
inline model::CopyJournal* told_of(std::uint32_t copy) {
  return copy == model::CopyJournal::kNobody ? nullptr : model::CopyJournal::active();
}
inline model::CopyJournal* told_of(const Segment& segment) { return told_of(segment.copy); }

inline bool is_ack(const Segment& segment) {
  return segment.kind == SegmentKind::kAck || segment.kind == SegmentKind::kGap ||
         segment.kind == SegmentKind::kNotReady;
}
/// What it is in the journal.
inline model::MessageItem item_of(const Segment& segment) {
  return is_ack(segment) ? model::CopyJournal::ack(segment.copy, segment.done)
                         : model::CopyJournal::segment(segment.copy, segment.psn);
}
/// Places of a card's parts, beside the part's address: what CopyJournal's steps wait for.
namespace place {
inline constexpr unsigned kBuffer = 0;  ///< Of the send buffer.
inline constexpr unsigned kOrder = 1;   ///< What was commanded before goes first.
inline constexpr unsigned kWindow = 2;  ///< Of a queue pair.
inline constexpr unsigned kTags = 3;    ///< Of reads.
inline constexpr unsigned kRoom = 4;    ///< Where segments go.
inline constexpr unsigned kWay = 5;     ///< Out of a port.
}  // namespace place

}  // namespace gf::hw::nic
