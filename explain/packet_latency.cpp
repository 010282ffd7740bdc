// SPDX-License-Identifier: Apache-2.0
#include "explain/packet_latency.h"

#include <algorithm>
#include <boost/functional/hash.hpp>
#include <fmt/format.h>

#include "core/base/error.h"

namespace gf::core {

Ticks PacketTimes::waited() const {
  Ticks sum = 0;
  for (const auto& [wait, ticks] : waits) sum += ticks;
  return sum;
}

std::vector<std::string> classes_of(const PacketFacts& facts) {
  std::vector<std::string> classes = {facts.kind, fmt::format("hops {}", facts.channels)};
  // Without a channel between routers it used no virtual channel.
  if (facts.channels > 0) classes.push_back(fmt::format("vc {}", facts.virtual_channel));
  return classes;
}

void PacketLatency::leaves(const HopJournal::Hop& hop) {
  if (links_.size() <= hop.link) links_.resize(hop.link + 1);
  Link& link = links_[hop.link];
  link.busy += hop.free - hop.start;
  ++link.flits;
  for (const std::uint64_t ticks : hop.waited.ticks) link.waited += ticks;
  first_ = std::min(first_, hop.start);
  last_ = std::max(last_, hop.there);
  if (!hop.counts) return;
  GF_CHECK(hop.waits != nullptr,
           "a packet is counted, but its model reports no spans of its waits");
  const std::uint64_t packet = hop.follows ? hop.whole : hop.key;
  const bool is_new = !hop.follows && hop.place == 0 && hop.arrived >= sample_from_;
  if (!is_new && under_way_.count(packet) == 0) return;  // belongs to an abandoned sample
  Hop kept{hop, *hop.waits, QueueWaits::kNoTicket};
  kept.waits = nullptr;
  if (const auto ticket = tickets_.find(hop.key); ticket != tickets_.end()) {
    kept.ticket = ticket->second;
    tickets_.erase(ticket);
  }
  under_way_[packet][hop.key].push_back(std::move(kept));
}

void PacketLatency::sample_begins(Ticks at) {
  sample_from_ = at;
  times_ = {};
  sums_.clear();
  classes_.clear();
  flows_.clear();
  under_way_.clear();
  queues_.clear();
  tickets_.clear();
}

void PacketLatency::first_leaves(const HopJournal::Hop& hop) {
  const QueueWaits::Ticket ticket = queue(hop.queue).first_leaves(hop, hop.counts, tell(hop.queue));
  if (ticket != QueueWaits::kNoTicket) tickets_[hop.key] = ticket;
}

void PacketLatency::packet_ends(std::uint64_t key, Ticks at) {
  const auto place = under_way_.find(key);
  if (place == under_way_.end()) return;
  const PacketFacts facts = PacketLatency::facts(place->second.begin()->second);
  for (const std::string& name : classes_of(facts)) ++classes_[name];
  ++flows_[facts.flow];
  if (wanted_(facts)) explain(place->second, at);
  close(place->second);
  under_way_.erase(place);
}

PacketFacts PacketLatency::facts(const std::vector<Hop>& head) {
  // Its first link connects the node to its router, its last one a router to its node.
  return {head.back().flow, head.back().kind, static_cast<unsigned>(head.size() - 2),
          head[1].credit_class};
}

void PacketLatency::explain(const Flits& flits, Ticks at) {
  auto flit = std::prev(flits.end());
  std::size_t place = flit->second.size() - 1;
  const Hop& first = flits.begin()->second.front();
  GF_CHECK(flit->second.back().there == at, "a packet ends when its last flit is there");
  ++times_.packets;
  times_.latency += at - first.arrived;
  Ticks slowest = 0, transit = 0;
  for (const Hop& hop : flits.begin()->second) slowest = std::max(slowest, hop.free - hop.start);
  for (bool arrives = true;;) {  // `arrives`: the time of this flit from here on is not counted yet
    const Hop& hop = flit->second[place];
    if (arrives) transit += hop.there - hop.start;
    const Hop* before = flit == flits.begin() ? nullptr : &std::prev(flit)->second[place];
    const Ticks after = before == nullptr ? 0 : before->free;
    const Ticks could = hop.arrived + hop.source_time;
    arrives = before == nullptr || (after < could && place > 0);
    wait(hop, arrives ? could : after);
    if (!arrives) {
      times_.flits += before->free - before->start;
      --flit;
    } else if (place > 0) {
      transit += hop.arrived - flit->second[place - 1].there;
      --place;
    } else {
      transit += hop.source_time;
      break;
    }
  }
  times_.transit += transit;
  times_.idle += transit + (flits.size() - 1) * slowest;
}

std::size_t PacketLatency::PlaceHash::operator()(const Place& place) const {
  std::size_t seed = 0;
  boost::hash_combine(seed, place.queue);
  boost::hash_combine(seed, place.link);
  boost::hash_combine(seed, place.behind);
  boost::hash_combine(seed, place.chain);
  boost::hash_combine(seed, place.at_end);
  boost::hash_combine(seed, place.cause);
  boost::hash_combine(seed, place.in_queue);
  return seed;
}

void PacketLatency::add(HopJournal::Number queue, HopJournal::Number link, bool in_queue,
                        const HopJournal::Wait& span, Ticks time) {
  const auto flow = [this](HopJournal::Number one) {
    return flows_apart_ ? one : HopJournal::kNone;
  };
  const Place place{queue,      link,    flow(span.behind), span.chain, flow(span.at_end),
                    span.cause, in_queue};
  Ticks*& sum = sums_[place];
  if (sum == nullptr)
    sum =
        &times_.waits[{queue, link, place.behind, span.cause, in_queue, span.chain, place.at_end}];
  *sum += time;
}

QueueWaits& PacketLatency::queue(HopJournal::Number number) {
  if (queues_.size() <= number) queues_.resize(number + 1);
  return queues_[number];
}

QueueWaits::Tell PacketLatency::tell(HopJournal::Number queue) {
  return [this, queue](const HopJournal::Wait& span, HopJournal::Number link, Ticks time) {
    add(queue, link, true, span, time);
  };
}

/// Explains the wait of the flit from a time to its start: behind others in the queue, then as the
/// first.
void PacketLatency::wait(const Hop& hop, Ticks from) {
  if (from < hop.ready) queue(hop.queue).count(hop.ticket, from, hop.ready, tell(hop.queue));
  const Ticks first = std::max(from, hop.ready);
  Ticks explained = first;
  for (const HopJournal::Wait& span : hop.spans) {
    if (span.until <= first) continue;
    const Ticks begin = std::max(span.from, first);
    GF_CHECK(begin == explained, "spans of a wait do not join");
    explained = span.until;
    add(hop.queue, hop.link, false, span, span.until - begin);
  }
  GF_CHECK(explained == hop.start, "a wait is not explained to its end");
}

void PacketLatency::close(const Flits& flits) {
  for (const auto& [key, hops] : flits)
    for (const Hop& hop : hops) queue(hop.queue).close(hop.ticket);
}

void PacketLatency::finish() {
  for (HopJournal::Number number = 0; number < queues_.size(); ++number)
    queues_[number].finish(tell(number));
}

}  // namespace gf::core
