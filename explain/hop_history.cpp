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

/// Drops the entries that `is_old`, except the last: it shows the state when the following ones
/// came.
template <class List, class IsOld>
void drop(List& list, const IsOld& is_old) {
  while (list.size() > 1 && is_old(list[1])) list.pop_front();
}

}  // namespace

void HopHistory::add(const Hop& hop) {
  at_number(queues_, hop.queue).push_back(hop);
  at_number(links_, hop.link).push_back(hop);
  lanes_[{hop.link, hop.credit_class}].flows.push_back(hop.flow);
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
  enters(hop);
}

void HopHistory::enters(const Hop& hop) {
  Buffer& buffer = behind_[{hop.link, hop.credit_class}];
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
  Buffer& buffer = behind_[{before.link, before.credit_class}];
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
  OutstandingCredits& lane = lanes_[{link, credit_class}];
  Credit credit{given, usable, HopJournal::kNone};
  const auto buffer = behind_.find({link, credit_class});
  auto flow = lane.flows.begin();  // packets of one queue return credits in the order of arrival
  if (buffer != behind_.end() && buffer->second.shared)
    flow = std::find(lane.flows.begin(), lane.flows.end(), buffer->second.left);
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
  if (BufferEntry* const here = resident(behind_[{last.link, last.credit_class}], last))
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
  for (auto& queue : queues_) drop(queue, [&](const Hop& hop) { return hop.start < horizon; });
  for (auto& link : links_) drop(link, [&](const Hop& hop) { return hop.free < horizon; });
  for (auto& [lane, lent] : lanes_)
    drop(lent.credits, [&](const Credit& credit) { return credit.usable < horizon; });
  for (auto& [lane, buffer] : behind_) {
    Residents& residents = buffer.residents;
    const auto is_gone = [&](const BufferEntry& one) { return one.until < horizon; };
    residents.erase(std::remove_if(residents.begin(), residents.end(), is_gone), residents.end());
  }
}

const std::deque<HopJournal::Hop>& HopHistory::departures(Number queue) const {
  return of_number(queues_, queue);
}

const std::deque<HopJournal::Hop>& HopHistory::sent(Number link) const {
  return of_number(links_, link);
}

const std::deque<HopHistory::Credit>& HopHistory::credits(Number link,
                                                          std::uint8_t credit_class) const {
  static const std::deque<Credit> kNothing;
  const auto lane = lanes_.find({link, credit_class});
  return lane == lanes_.end() ? kNothing : lane->second.credits;
}

HopHistory::Number HopHistory::queue_behind(Number link, std::uint8_t credit_class) const {
  const auto buffer = behind_.find({link, credit_class});
  return buffer == behind_.end() ? HopJournal::kNone : buffer->second.queue;
}

const HopHistory::Residents* HopHistory::sharers(Number link, std::uint8_t credit_class) const {
  const auto buffer = behind_.find({link, credit_class});
  return buffer == behind_.end() || !buffer->second.shared ? nullptr : &buffer->second.residents;
}

}  // namespace gf::core
