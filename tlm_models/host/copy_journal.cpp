// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/host/copy_journal.h"

#include <algorithm>

namespace gf::model {

using core::HopJournal;
using core::Ticks;
using Step = CopyJournal::Step;

std::uint32_t CopyJournal::begins(const Flow& flow) {
  const auto copy = static_cast<std::uint32_t>(copies_.size());
  Copy& one = copies_.emplace_back();
  one.flow.source = flow.source;
  one.flow.destination = flow.destination;
  one.flow.bytes = ~std::uint64_t{0};  // never complete, however much is delivered
  HopJournal& journal = *HopJournal::active();
  const std::string name = name_of_copy(flow.source, flow.destination);
  one.number = journal.numbered_flow(&one.flow, 0, [&] { return name; });
  ways_.want(one.number);
  steps_.called(kCopies, copy, journal.flow_name(one.number), name, flow.bytes);
  return copy;
}

void CopyJournal::staged(std::uint32_t copy, const Flow& stage, const std::string& what) {
  const MessageItem item = whole(copy);
  const HopJournal::Number number = flow_number(*HopJournal::active(), stage);
  steps_.resume(item, add_rest(item, add(item, steps_.last(item), ways_.of_flow(number), what),
                               what + ": the rest of its time"));
}

void CopyJournal::ends(std::uint32_t copy) {
  follows(event(copy), whole(copy));
  steps_.ends(event(copy));
}

void CopyJournal::opened(const MessageItem& segment, bool again, const Places& places) {
  const auto before = opened_.find(segment);
  if (again && before != opened_.end()) {
    steps_.in_vain(segment, kSentAgain);
    steps_.resume(segment, before->second);
    steps_.begins(segment);
    steps_.resume(segment, steps_.lost(before->second, segment, kSentAgain, "", kSentAgain,
                                       steps_.since(segment), core::now_ticks()));
    opened_[segment] = steps_.last(segment);
    return;
  }
  steps_.begins(segment);
  steps_.follows(segment, MessageItem::whole(segment.source, segment.message));
  opened_[segment] = steps_.goes_on(segment, "the card: a place of the send buffer", places);
}

CopyJournal::Read CopyJournal::read_requested(const MessageItem& segment, Key request,
                                              const Place& tags) {
  const Ticks now = core::now_ticks();
  const auto opened = opened_.find(segment);
  const Step before = opened == opened_.end() ? steps_.last(segment) : opened->second;
  return {steps_.after(before, segment, "the card: a tag for a read", now, now, {tags}),
          ways_.keep(request)};
}

void CopyJournal::read_completed(const MessageItem& segment, const Read& read, Key completion,
                                 const Place& tags) {
  const std::string where = "reads over PCIe";
  Step step = add(segment, read.asked, ways_.take_kept(read.way), where);
  const core::PacketSpansIf::Spans back = ways_.take_ended(completion);
  if (!back.empty())
    step = steps_.after(step, segment, where + ": memory answers", steps_.steps().step(step).until,
                        std::max(steps_.steps().step(step).until, back.front().from));
  step = add_rest(segment, add(segment, step, back, where), where + ": links and switches");
  steps_.resume(segment, step);
  steps_.leaves(tags, step);
}

void CopyJournal::goes_on(const MessageItem& item, const std::string& what, const Places& room,
                          const Places& left) {
  const Step step = steps_.goes_on(item, what, room);
  for (const Place& place : left) steps_.leaves(place, step);
}

void CopyJournal::begins_to_leave(const MessageItem& item, Ticks at, const std::string& port,
                                  const Place& place) {
  at = std::max(at, steps_.since(item));
  steps_.add(item, port + ": its turn to leave", at, at, {place});
}

void CopyJournal::has_left(const MessageItem& item, Key packet, const Places& places) {
  const std::string where = "network";
  const Step step = add_rest(item, add(item, steps_.last(item), ways_.at_port(packet), where),
                             where + ": its own flits");
  for (const Place& place : places) steps_.leaves(place, step);
}

void CopyJournal::has_come(const MessageItem& item, Key packet) {
  const std::string where = "network";
  steps_.resume(item, add_rest(item, add(item, steps_.last(item), ways_.take_ended(packet), where),
                               where + ": links and switches"));
}

void CopyJournal::written(const MessageItem& item, Key packet, Ticks offered, bool first, bool last,
                          const std::string& writer, const Place& place, std::uint64_t write) {
  if (first) {
    offered = std::max(offered, steps_.since(item));
    steps_.add(item, writer + ": writes before it", offered, offered, {place});
  }
  const std::string where = "writes over PCIe";
  const Step step = add_rest(item, add(item, steps_.last(item), ways_.at_source(packet), where),
                             where + ": its own packets");
  steps_.resume(item, step);
  if (!last) return;
  steps_.leaves(place, step);
  flights_[{place.first, write}].push_back({item, ways_.keep(packet)});
}

void CopyJournal::landed(const Place& writer, std::uint64_t write) {
  const auto flights = flights_.find({writer.first, write});
  if (flights == flights_.end()) return;
  const Flight flight = flights->second.front();
  flights->second.pop_front();
  if (flights->second.empty()) flights_.erase(flights);
  const std::string where = "writes over PCIe";
  const Step step = add_rest(
      flight.item, add(flight.item, steps_.last(flight.item), ways_.take_kept(flight.way), where),
      where + ": links and switches");
  steps_.resume(flight.item, step);
  steps_.arrives(flight.item);
}

MessageItem CopyJournal::owed(const void* queue) const {
  const auto found = owed_.find(queue);
  return found == owed_.end() ? MessageItem{} : found->second;
}

Step CopyJournal::add(const MessageItem& item, Step before, const core::PacketSpansIf::Spans& spans,
                      const std::string& where) {
  const auto end = [&](Step step) {
    return step == MessageJournal::kNone ? steps_.since(item) : steps_.steps().step(step).until;
  };
  for (const core::PacketSpansIf::Span& span : spans) {
    const Ticks from = std::max(span.from, end(before));
    if (from >= span.until) continue;
    if (!span.lost) {
      before = steps_.after(before, item, where + ": " + span.what, from, span.until);
    } else {
      const std::string to =
          span.behind == HopJournal::kNone ? "" : HopJournal::active()->flow_name(span.behind);
      before = steps_.lost(before, item, where, to, span.what, from, span.until);
    }
  }
  return before;
}

Step CopyJournal::add_rest(const MessageItem& item, Step before, const std::string& what) {
  const Ticks now = core::now_ticks();
  const Ticks since =
      before == MessageJournal::kNone ? steps_.since(item) : steps_.steps().step(before).until;
  return since >= now ? before : steps_.after(before, item, what, since, now);
}

}  // namespace gf::model
