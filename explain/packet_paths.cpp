// SPDX-License-Identifier: Apache-2.0
#include "explain/packet_paths.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "explain/wait_walk.h"

namespace gf::core {
namespace {

using Hop = HopJournal::Hop;
using Span = PacketPaths::Span;
using Spans = PacketPaths::Spans;

constexpr const char* kOnItsWay = "links and switches";

/// Tells whether it is a flit of a network of routers; only these report spans of their waits.
bool is_flit(const Hop& hop) { return hop.waits != nullptr || hop.follows; }

void add(Spans& spans, Span span) {
  if (span.from >= span.until) return;
  Span* const last = spans.empty() ? nullptr : &spans.back();
  const bool goes_on = last != nullptr && last->until == span.from && last->lost == span.lost &&
                       last->behind == span.behind && last->what == span.what;
  if (goes_on)
    last->until = span.until;
  else
    spans.push_back(std::move(span));
}

}  // namespace

void PacketPaths::leaves(const Hop& hop) {
  if (!is_flit(hop)) flows_.leaves(hop);
  if (wants_none()) return;
  if (is_flit(hop)) {
    if (hop.waits == nullptr) return;
    FlitHop& kept = packets_[hop.follows ? hop.whole : hop.key][hop.key].emplace_back();
    kept.hop = hop;
    kept.waits = *hop.waits;
    kept.hop.waits = nullptr;
  } else {
    history_.add(hop);
  }
  if (++hops_ % HopHistory::kHopsBetweenCleanings == 0) forget();
}

void PacketPaths::first_leaves(const Hop& hop) {
  if (wants_none()) return;
  if (fronts_.size() <= hop.queue) fronts_.resize(hop.queue + 1);
  std::deque<Front>& fronts = fronts_[hop.queue];
  const Ticks since = fronts.empty() ? hop.ready : fronts.back().wait.until;
  if (since < hop.ready) fronts.push_back({{since, hop.ready, ""}, hop.link, hop.flow});
  for (const HopJournal::Wait& wait : *hop.waits) fronts.push_back({wait, hop.link, hop.flow});
}

void PacketPaths::credit_returns(Number link, std::uint8_t credit_class, Ticks given,
                                 Ticks usable) {
  flows_.credit_returns(link, credit_class, given, usable);
  if (!wants_none()) history_.add_credit(link, credit_class, given, usable);
}

void PacketPaths::link_lost(Number link, Ticks from, Ticks until, StallCause cause) {
  flows_.link_lost(link, from, until, cause);
}

void PacketPaths::packet_ends(std::uint64_t key, Ticks at) {
  flows_.packet_ends(key, at);
  if (wants_none()) return;
  Spans spans;
  std::uint64_t first = key;
  if (const auto packet = packets_.find(key); packet != packets_.end()) {
    const Flits& flits = packet->second;
    if (wants(flits.begin()->second.front().hop.flow))
      spans = way_of(flits, std::prev(flits.end())->second.size() - 1, true);
    packets_.erase(packet);
  } else {
    HopHistory::PacketPath way = history_.take(key);
    if (way.empty()) return;
    if (const auto recent = recent_.find(way.front().flow); recent != recent_.end())
      recent->second.push_back(way);
    if (!wants(way.front().flow)) return;
    first = way.front().key;
    spans = way_of(way, way.size());
  }
  if (const auto keeps = keeps_.find(first); keeps != keeps_.end()) {
    kept_[keeps->second] = spans;
    keeps_.erase(keeps);
  }
  ended_[key] = std::move(spans);
}

Spans PacketPaths::take_ended(std::uint64_t key) {
  const auto found = ended_.find(key);
  if (found == ended_.end()) return {};
  Spans spans = std::move(found->second);
  ended_.erase(found);
  return spans;
}

std::uint64_t PacketPaths::keep(std::uint64_t key) {
  keeps_[key] = ++last_kept_;
  return last_kept_;
}

Spans PacketPaths::take_kept(std::uint64_t number) {
  const auto found = kept_.find(number);
  if (found == kept_.end()) return {};
  Spans spans = std::move(found->second);
  kept_.erase(found);
  return spans;
}

Spans PacketPaths::take_last(Number flow, std::uint64_t number) {
  std::deque<HopHistory::PacketPath>& recent = recent_[flow];
  const auto later = [&](const auto& way) { return way.front().number > number; };
  const auto last = std::find_if_not(recent.rbegin(), recent.rend(), later);
  const Spans spans = last == recent.rend() ? Spans() : way_of(*last, last->size());
  recent.erase(std::remove_if(recent.begin(), recent.end(), std::not_fn(later)), recent.end());
  return spans;
}

Spans PacketPaths::at_source(std::uint64_t key) const {
  Spans spans;
  const auto way = history_.under_way().find(key);
  if (way != history_.under_way().end() && !way->second.empty())
    add_wait(spans, way->second.front());
  return spans;
}

Spans PacketPaths::at_port(std::uint64_t key) const {
  const auto packet = packets_.find(key);
  return packet == packets_.end() ? Spans{} : way_of(packet->second, 0, false);
}

Spans PacketPaths::of_flow(Number flow) const {
  Spans spans;
  const auto found = flows_.flows().find(flow);
  if (found == flows_.flows().end()) return spans;
  Ticks at = found->second.began;
  for (const bool lost : {false, true}) {
    for (const auto& [chain, time] : found->second.times) {
      if (is_lost(chain, flow) != lost) continue;
      add(spans, {at, at + time, text_of(chain, names_), lost, chain.back().flow});
      at += time;
    }
  }
  return spans;
}

void PacketPaths::add_wait(Spans& spans, const Hop& hop) const {
  Ticks at = hop.arrived;
  WaitWalk walk(history_, hop.flow, [&](const WaitChain& chain, Ticks time) {
    add(spans,
        {at, at + time, text_of(chain, names_), is_lost(chain, hop.flow), chain.back().flow});
    at += time;
  });
  walk.wait_of(hop, static_cast<WaitWalk::Date>(hop.arrived),
               static_cast<WaitWalk::Date>(hop.start));
}

Spans PacketPaths::way_of(const HopHistory::PacketPath& way, std::size_t hops) const {
  Spans spans;
  for (std::size_t i = 0; i < hops; ++i) {
    add_wait(spans, way[i]);
    add(spans, {way[i].start, i + 1 < hops ? way[i + 1].arrived : way[i].there, kOnItsWay});
  }
  return spans;
}

/// Like PacketLatency::explain(), but with times. Goes back to when the head was first at its
/// source.
Spans PacketPaths::way_of(const Flits& flits, std::size_t place, bool to_its_end) const {
  Spans spans;  // the last first
  auto flit = std::prev(flits.end());
  const Hop& last = flit->second[place].hop;
  if (to_its_end) add(spans, {last.start, last.there, kOnItsWay});
  for (;;) {
    const FlitHop& one = flit->second[place];
    const Hop& hop = one.hop;
    const Hop* before = flit == flits.begin() ? nullptr : &std::prev(flit)->second[place].hop;
    const Ticks after = before == nullptr ? 0 : before->free;
    const Ticks could = place == 0 ? hop.ready : hop.arrived;
    const bool arrives = before == nullptr || (after < could && place > 0);
    add_waits_back(spans, one, arrives ? could : after);
    if (!arrives) {
      spans.push_back({before->start, before->free, "its own flits"});
      --flit;
    } else if (place > 0) {
      --place;
      spans.push_back({flit->second[place].hop.start, hop.arrived, kOnItsWay});
    } else {
      break;
    }
  }
  std::reverse(spans.begin(), spans.end());
  Spans joined;
  for (Span& span : spans) add(joined, std::move(span));
  return joined;
}

void PacketPaths::add_waits_back(Spans& spans, const FlitHop& one, Ticks from) const {
  const Hop& hop = one.hop;
  const Ticks first = std::max(from, hop.ready);
  for (auto wait = one.waits.rbegin(); wait != one.waits.rend(); ++wait) {
    if (wait->until <= first) break;
    Span span = span_of({*wait, hop.link, hop.flow}, hop.flow, false);
    span.from = std::max(wait->from, first);
    spans.push_back(std::move(span));
  }
  if (from >= hop.ready) return;
  const std::deque<Front>& fronts = fronts_[hop.queue];
  auto front = std::lower_bound(fronts.begin(), fronts.end(), hop.ready,
                                [](const Front& f, Ticks t) { return f.wait.from < t; });
  Ticks until = hop.ready;
  while (until > from && front != fronts.begin()) {
    --front;
    Span span = span_of(*front, hop.flow, true);
    span.from = std::max(front->wait.from, from);
    span.until = until;  // no gap: the time between two fronts is the leaving of the later one
    if (span.from < span.until) spans.push_back(span);
    until = std::min(until, span.from);
  }
  if (until > from) spans.push_back({from, until, "behind its own flits"});
}

Span PacketPaths::span_of(const Front& front, Number own, bool in_queue) const {
  const HopJournal::Wait& wait = front.wait;
  Number blame = wait.chain != HopJournal::kNone ? wait.at_end : wait.behind;
  const WaitCause* const end =
      wait.chain == HopJournal::kNone ? nullptr : &HopJournal::active()->causes().end(wait.chain);
  // A moving queue at the end is in the way as long as packets of other flows are in it.
  if (blame == HopJournal::kNone && end != nullptr && *end->cause == '\0')
    blame = flow_at(end->queue, wait.from);
  if (blame == HopJournal::kNone && in_queue) blame = front.flow;
  const bool replay = std::string_view(wait.cause) == "replay";
  Span span{wait.from, wait.until, "", replay, HopJournal::kNone};
  if (!replay && blame == own) {
    span.what = "behind its own flits";
  } else if (!replay && blame == HopJournal::kNone) {
    span.what = "credits in transit";
  } else {
    span.lost = true;
    if (!replay) span.behind = blame;
    const char* const cause = *wait.cause == '\0' ? "a moving queue" : wait.cause;
    span.what = std::string(cause) + " of " + names_.link(front.link);
    if (end != nullptr && *end->cause == '\0')
      span.what += " <- " + names_.queue(end->queue);
    else if (end != nullptr && end->link != WaitCause::kNone)
      span.what += std::string(" <- ") + end->cause + " of " + names_.link(end->link);
  }
  return span;
}

PacketPaths::Number PacketPaths::flow_at(Number queue, Ticks at) const {
  if (queue >= fronts_.size() || fronts_[queue].empty()) return HopJournal::kNone;
  const std::deque<Front>& fronts = fronts_[queue];
  auto front = std::upper_bound(fronts.begin(), fronts.end(), at,
                                [](Ticks t, const Front& f) { return t < f.wait.from; });
  return (front == fronts.begin() ? front : std::prev(front))->flow;
}

void PacketPaths::forget() {
  Ticks oldest = now_ticks();
  for (const auto& [key, way] : history_.under_way())
    if (!way.empty() && (wants(way.front().flow) || recent_.count(way.front().flow) > 0))
      oldest = std::min(oldest, way.front().arrived);
  for (const auto& [flow, recent] : recent_)
    for (const auto& way : recent) oldest = std::min(oldest, way.front().arrived);
  history_.forget_before(oldest);
  oldest = now_ticks();
  for (const auto& [key, flits] : packets_)
    oldest = std::min(oldest, flits.begin()->second.front().hop.arrived);
  for (std::deque<Front>& fronts : fronts_)
    while (fronts.size() > 1 && fronts.front().wait.until < oldest) fronts.pop_front();
}

}  // namespace gf::core
