// SPDX-License-Identifier: Apache-2.0
#include "explain/hop_history.h"

#include <algorithm>

namespace gf::core {
namespace {

template <class Lists>
auto& at_number(Lists& lists, HopJournal::Number number) {
  if (lists.size() <= number) lists.resize(number + 1);
  return lists[number];
}

template <class Lists>
auto& of_number(const Lists& lists, HopJournal::Number number) {
  static const typename Lists::value_type kNothing;
  return number < lists.size() ? lists[number] : kNothing;
}

StallCause cause_of(const StallTimes& waited) {
  StallCause longest = StallCause::kLinkBusy;
  Ticks most = 0;
  for (const StallCause cause :
       {StallCause::kNoCredit, StallCause::kLaneTurning, StallCause::kReplay}) {
    const Ticks ticks = waited.ticks[static_cast<std::size_t>(cause)];
    if (ticks <= most) continue;
    most = ticks;
    longest = cause;
  }
  return longest;
}

/// Drops the entries that `is_old`, except the last: it shows the state when the following ones
/// came.
template <class List, class IsOld>
void drop(List& list, const IsOld& is_old) {
  while (list.size() > 1 && is_old(list[1])) list.pop_front();
}

}  // namespace

HopHistory::Lane& HopHistory::lane(Number link, std::uint8_t credit_class) {
  return at_number(at_number(links_, link).lanes, credit_class);
}

const HopHistory::Lane* HopHistory::find(Number link, std::uint8_t credit_class) const {
  if (link >= links_.size() || credit_class >= links_[link].lanes.size()) return nullptr;
  return &links_[link].lanes[credit_class];
}

void HopHistory::add(const Hop& hop) {
  at_number(queues_, hop.queue)
      .push_back({hop.ready, hop.start, hop.queue, hop.link, hop.flow, hop.credit_class,
                  cause_of(hop.waited)});
  at_number(links_, hop.link).carried.push_back({hop.start, hop.free, hop.number, hop.flow});
  if (hop.whole != 0)
    ways_.try_emplace(hop.whole);  // done before taking a reference into the
                                   // table
  PacketPath& way = ways_[hop.key];
  if (hop.place == 0) way.clear();  // an earlier packet at this address ended without a report
  if (hop.whole != 0) way = ways_[hop.whole];
  if (!way.empty()) {
    leaves_buffer(hop, way.back());
    longest_ = std::max(longest_, hop.arrived - std::min(hop.arrived, way.back().start));
  }
  way.push_back(hop);
  Lane& lane = this->lane(hop.link, hop.credit_class);
  lane.flows.push_back(hop.flow);
  enters(lane.behind, hop);
}

void HopHistory::enters(Buffer& buffer, const Hop& hop) {
  BufferEntry resident;
  resident.key = hop.key;
  resident.flow = hop.flow;
  resident.from = hop.start;
  resident.on_link = hop.free - hop.start;
  const auto queue = buffer.queues.find(hop.flow);
  if (queue != buffer.queues.end()) resident.queue = queue->second;
  buffer.residents.push_back(resident);
}

void HopHistory::leaves_buffer(const Hop& hop, const Hop& before) {
  Buffer& buffer = lane(before.link, before.credit_class).behind;
  if (buffer.queue != HopJournal::kNone && buffer.queue != hop.queue) buffer.shared = true;
  buffer.queue = hop.queue;
  buffer.queues[hop.flow] = hop.queue;
  BufferEntry* const left = resident(buffer, before);
  if (left == nullptr) return;
  left->queue = hop.queue;
  left->ready = hop.arrived;
  left->until = hop.start;
  buffer.left = left->flow;
}

void HopHistory::add_credit(Number link, std::uint8_t credit_class, Ticks given, Ticks usable) {
  Lane& lane = this->lane(link, credit_class);
  Credit credit{given, usable, HopJournal::kNone};
  auto flow = lane.flows.begin();  // packets of one queue return credits in the order of arrival
  if (lane.behind.shared) flow = std::find(lane.flows.begin(), lane.flows.end(), lane.behind.left);
  if (flow != lane.flows.end()) {
    credit.flow = *flow;
    lane.flows.erase(flow);
  }
  longest_ = std::max(longest_, usable - given);
  lane.credits.push_back(credit);
}

HopHistory::PacketPath HopHistory::take(std::uint64_t key) {
  const auto found = ways_.find(key);
  if (found == ways_.end()) return {};
  PacketPath way = std::move(found->second);
  ways_.erase(found);
  if (way.empty()) return way;
  const Hop& last = way.back();
  if (BufferEntry* const here = resident(lane(last.link, last.credit_class).behind, last))
    here->until = last.there;
  return way;
}

HopHistory::BufferEntry* HopHistory::resident(Buffer& buffer, const Hop& by) {
  const auto found = std::find_if(
      buffer.residents.rbegin(), buffer.residents.rend(),
      [&](const BufferEntry& one) { return one.key == by.key && one.from == by.start; });
  return found == buffer.residents.rend() ? nullptr : &*found;
}

void HopHistory::forget_before(Ticks at) {
  // A chain of waits goes back by one credit return per step. No tree or torus has 64 in a row.
  const Ticks reach = 64 * longest_;
  const Ticks horizon = at - std::min(at, reach);
  for (auto& queue : queues_)
    drop(queue, [&](const Departure& one) { return one.start < horizon; });
  for (Link& link : links_) {
    drop(link.carried, [&](const Carried& one) { return one.free < horizon; });
    for (Lane& lane : link.lanes) {
      drop(lane.credits, [&](const Credit& credit) { return credit.usable < horizon; });
      Residents& residents = lane.behind.residents;
      const auto is_gone = [&](const BufferEntry& one) { return one.until < horizon; };
      residents.erase(std::remove_if(residents.begin(), residents.end(), is_gone), residents.end());
    }
  }
}

const std::deque<HopHistory::Departure>& HopHistory::departures(Number queue) const {
  return of_number(queues_, queue);
}

const std::deque<HopHistory::Carried>& HopHistory::sent(Number link) const {
  return of_number(links_, link).carried;
}

const std::deque<HopHistory::Credit>& HopHistory::credits(Number link,
                                                          std::uint8_t credit_class) const {
  static const std::deque<Credit> kNothing;
  const Lane* const lane = find(link, credit_class);
  return lane == nullptr ? kNothing : lane->credits;
}

HopHistory::Number HopHistory::queue_behind(Number link, std::uint8_t credit_class) const {
  const Lane* const lane = find(link, credit_class);
  return lane == nullptr ? HopJournal::kNone : lane->behind.queue;
}

const HopHistory::Residents* HopHistory::sharers(Number link, std::uint8_t credit_class) const {
  const Lane* const lane = find(link, credit_class);
  return lane == nullptr || !lane->behind.shared ? nullptr : &lane->behind.residents;
}

}  // namespace gf::core
