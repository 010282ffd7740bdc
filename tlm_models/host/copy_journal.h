// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "core/base/active.h"
#include "core/trace/packet_spans.h"
#include "tlm_models/host/message_item.h"
#include "tlm_models/link/flow.h"

namespace gf::model {

/// Records the steps of inter-node copies and of their segments in a core::SpanLog, as software
/// and RDMA cards report them. Time on links and in routers is taken from the HopJournal, span by
/// span.
///
/// While a journal is kept, the number of a copy travels in its work request, segments, packets and
/// flits. Each segment is an item that goes from the memory of its source to that of its
/// destination; acknowledgements and the completion are items, too.
class CopyJournal : public core::Active<CopyJournal> {
 public:
  using Id = core::SpanLog::Id;
  using Thing = core::SpanLog::Thing;
  using Place = core::SpanLog::Place;
  using Places = core::SpanLog::Places;
  using Key = std::uint64_t;  ///< Key of a packet, as in core::HopJournal.
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};  ///< Number that no copy has.
  /// Name of the time lost by errors and gaps: from a segment's first sending to its
  /// retransmission.
  static constexpr const char* kSentAgain = "cards: sent again after a loss or a gap";

  CopyJournal(core::SpanLog& log, core::PacketSpansIf& ways) : log_(log), ways_(ways) {}

  /// Registers a copy between nodes at its issue, and returns its number.
  std::uint32_t begins(const Flow& flow);
  /// Returns the flow that the copy's packets refer to, so that hops are recorded under its name.
  /// The flow counts no bytes.
  [[nodiscard]] Flow* flow(std::uint32_t copy) { return &copies_[copy].flow; }
  /// Adds the copy's next step: from the end of its last span to now, spent in the flow `stage`.
  void staged(std::uint32_t copy, const Flow& stage, const std::string& what);
  /// Adds a software call for the copy that ends now. Calls run one after the other on `core`.
  void called(std::uint32_t copy, const std::string& what, const Place& core) {
    log_.serve(whole(copy), what, core);
  }
  void steps_on(const Thing& item, const std::string& what) { log_.add(item, what); }
  void ends(std::uint32_t copy);

  static Thing whole(std::uint32_t copy) { return MessageItem::whole(kCopies, copy); }
  static Thing event(std::uint32_t copy) { return MessageItem::event(kCopies, copy); }
  static Thing segment(std::uint32_t copy, std::uint64_t psn) { return {kCopies, copy, psn}; }
  static Thing ack(std::uint32_t copy, std::uint64_t psn) { return {kCopies, copy, psn | kAck}; }
  static bool tells(const Thing& item) { return item.group == kCopies; }

  // Reports of a sending card.
  /// The segment gets a slot of the send buffer, as soon as `places` allow it. `again`: it had one
  /// and is sent again.
  void opened(const Thing& segment, bool again, const Places& places);
  /// A read of the segment's bytes, from its request to its last completion.
  struct Read {
    Id asked = core::SpanLog::kNone;
    std::uint64_t way = 0;  ///< Number under which PacketSpansIf keeps the request's spans.
  };
  Read read_requested(const Thing& segment, Key request, const Place& tags);
  void read_completed(const Thing& segment, const Read& read, Key completion, const Place& tags);
  /// The item moves on from `left` to `room`.
  void goes_on(const Thing& item, const std::string& what, const Places& room,
               const Places& left = {});
  void follows(const Thing& to, const Thing& from) { log_.follows(to, from); }

  // Reports of a network port.
  void begins_to_leave(const Thing& item, core::Ticks at, const std::string& port,
                       const Place& place);
  void has_left(const Thing& item, Key packet, const Places& places);
  void has_come(const Thing& item, Key packet);

  // Reports of a writing card.
  /// A posted write of the item leaves now. `first` and `last` mark the first and last of its
  /// writes.
  void written(const Thing& item, Key packet, core::Ticks offered, bool first, bool last,
               const std::string& writer, const Place& place, std::uint64_t write);
  void landed(const Place& writer, std::uint64_t write);
  /// `place` is free from now on, as far as the item is concerned.
  void leaves(const Place& place, const Thing& item) { log_.leaves(place, log_.last(item)); }
  /// Records the item for which a queue pair owes an acknowledgement.
  void owes(const void* queue, const Thing& item) { owed_[queue] = item; }
  [[nodiscard]] Thing owed(const void* queue) const;
  void forget(const Thing& item) { log_.forget(item); }

 private:
  static constexpr std::uint32_t kCopies = ~std::uint32_t{1};  ///< Source of all their items.
  static constexpr std::uint64_t kAck = std::uint64_t{1} << 62;
  struct Copy {
    Flow flow;
    core::HopJournal::Number number = core::HopJournal::kNone;
  };
  struct Flight {
    Thing item;
    std::uint64_t way = 0;
  };
  /// Adds `spans` after the span `before`, beginning at its end; returns the last step.
  Id add(const Thing& item, Id before, const core::PacketSpansIf::Spans& spans,
         const std::string& where);
  Id add_rest(const Thing& item, Id before, const std::string& what) {
    return core::add_rest(log_, item, before, what);
  }

  core::SpanLog& log_;
  core::PacketSpansIf& ways_;
  std::deque<Copy> copies_;
  std::map<Thing, Id> opened_;
  std::map<const void*, Thing> owed_;
  std::map<std::pair<const void*, std::uint64_t>, std::deque<Flight>> flights_;
};

}  // namespace gf::model
