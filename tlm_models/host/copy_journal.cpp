// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/host/copy_journal.h"

#include <algorithm>

namespace gf::model {

using core::HopJournal;
using core::Ticks;
using Id = CopyJournal::Id;
using Thing = CopyJournal::Thing;

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
  log_.begins(kCopies, copy, journal.flow_name(one.number), name, flow.bytes);
  return copy;
}

void CopyJournal::staged(std::uint32_t copy, const Flow& stage, const std::string& what) {
  const Thing item = whole(copy);
  const HopJournal::Number number = flow_number(*HopJournal::active(), stage);
  log_.resume(item, add_rest(item, add(item, log_.last(item), ways_.of_flow(number), what),
                             what + ": the rest of its time"));
}

void CopyJournal::ends(std::uint32_t copy) {
  follows(event(copy), whole(copy));
  log_.ends(event(copy), "software saw it arrive");
}

void CopyJournal::opened(const Thing& segment, bool again, const Places& places) {
  const auto before = opened_.find(segment);
  if (again && before != opened_.end()) {
    log_.in_vain(segment, kSentAgain);
    log_.resume(segment, before->second);
    log_.tries(segment);
    log_.resume(segment, log_.lost(before->second, segment, kSentAgain, "", kSentAgain,
                                   log_.since(segment), core::now_ticks()));
    opened_[segment] = log_.last(segment);
    return;
  }
  log_.tries(segment);
  log_.follows(segment, MessageItem::whole(segment.group, segment.owner));
  opened_[segment] = log_.goes_on(segment, "the card: a place of the send buffer", places);
}

CopyJournal::Read CopyJournal::read_requested(const Thing& segment, Key request,
                                              const Place& tags) {
  const Ticks now = core::now_ticks();
  const auto opened = opened_.find(segment);
  const Id before = opened == opened_.end() ? log_.last(segment) : opened->second;
  return {log_.after(before, segment, "the card: a tag for a read", now, now, {tags}),
          ways_.keep(request)};
}

void CopyJournal::read_completed(const Thing& segment, const Read& read, Key completion,
                                 const Place& tags) {
  const std::string where = "reads over PCIe";
  Id span = add(segment, read.asked, ways_.take_kept(read.way), where);
  const core::PacketSpansIf::Spans back = ways_.take_ended(completion);
  if (!back.empty())
    span = log_.after(span, segment, where + ": memory answers", log_.span(span).until,
                      std::max(log_.span(span).until, back.front().from));
  span = add_rest(segment, add(segment, span, back, where), where + ": links and switches");
  log_.resume(segment, span);
  log_.leaves(tags, span);
}

void CopyJournal::goes_on(const Thing& item, const std::string& what, const Places& room,
                          const Places& left) {
  const Id span = log_.goes_on(item, what, room);
  for (const Place& place : left) log_.leaves(place, span);
}

void CopyJournal::begins_to_leave(const Thing& item, Ticks at, const std::string& port,
                                  const Place& place) {
  at = std::max(at, log_.since(item));
  log_.add(item, port + ": its turn to leave", at, at, {place});
}

void CopyJournal::has_left(const Thing& item, Key packet, const Places& places) {
  const std::string where = "network";
  const Id span = add_rest(item, add(item, log_.last(item), ways_.at_port(packet), where),
                           where + ": its own flits");
  for (const Place& place : places) log_.leaves(place, span);
}

void CopyJournal::has_come(const Thing& item, Key packet) {
  const std::string where = "network";
  log_.resume(item, add_rest(item, add(item, log_.last(item), ways_.take_ended(packet), where),
                             where + ": links and switches"));
}

void CopyJournal::written(const Thing& item, Key packet, Ticks offered, bool first, bool last,
                          const std::string& writer, const Place& place, std::uint64_t write) {
  if (first) {
    offered = std::max(offered, log_.since(item));
    log_.add(item, writer + ": writes before it", offered, offered, {place});
  }
  const std::string where = "writes over PCIe";
  const Id span = add_rest(item, add(item, log_.last(item), ways_.at_source(packet), where),
                           where + ": its own packets");
  log_.resume(item, span);
  if (!last) return;
  log_.leaves(place, span);
  flights_[{place.first, write}].push_back({item, ways_.keep(packet)});
}

void CopyJournal::landed(const Place& writer, std::uint64_t write) {
  const auto flights = flights_.find({writer.first, write});
  if (flights == flights_.end()) return;
  const Flight flight = flights->second.front();
  flights->second.pop_front();
  if (flights->second.empty()) flights_.erase(flights);
  const std::string where = "writes over PCIe";
  const Id span = add_rest(
      flight.item, add(flight.item, log_.last(flight.item), ways_.take_kept(flight.way), where),
      where + ": links and switches");
  log_.resume(flight.item, span);
  if (flight.item.part < MessageItem::kEvent) log_.arrives(flight.item);
}

Thing CopyJournal::owed(const void* queue) const {
  const auto found = owed_.find(queue);
  return found == owed_.end() ? Thing{} : found->second;
}

Id CopyJournal::add(const Thing& item, Id before, const core::PacketSpansIf::Spans& spans,
                    const std::string& where) {
  return core::add_spans(log_, item, before, spans, where, [](HopJournal::Number flow) {
    return HopJournal::active()->flow_name(flow);
  });
}

}  // namespace gf::model
