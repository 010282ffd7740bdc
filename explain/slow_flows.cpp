// SPDX-License-Identifier: Apache-2.0
#include "explain/slow_flows.h"

#include <algorithm>

namespace gf::core {
namespace {

using Date = WaitWalk::Date;

Date date(Ticks ticks) { return static_cast<Date>(ticks); }

/// Until this many packets have arrived, a flow's slowest link is not known. Where packets are
/// split on their way, the first parts have been on the last link, but the whole first packet on
/// the one before.
constexpr std::uint64_t kPacketsToKnow = 16;

}  // namespace

void SlowFlows::leaves(const HopJournal::Hop& hop) {
  history_.add(hop);
  if (hop.flow >= begun_.size() || !begun_[hop.flow]) begin(hop.flow, hop.arrived, true);
  if (++hops_ % HopHistory::kHopsBetweenCleanings == 0) forget();
}

void SlowFlows::credit_returns(HopJournal::Number link, std::uint8_t credit_class, Ticks given,
                               Ticks usable) {
  history_.add_credit(link, credit_class, given, usable);
}

void SlowFlows::flow_begins(HopJournal::Number flow, Ticks at) { begin(flow, at, false); }

void SlowFlows::begin(HopJournal::Number flow, Ticks at, bool by_packets) {
  if (begun_.size() <= flow) begun_.resize(flow + 1);
  begun_[flow] = true;
  if (!wanted_(flow)) return;
  SlowFlow& slow = flows_[flow];
  slow.flow = flow;
  slow.began = at;
  slow.is_told = !by_packets;
  Open& open = open_[flow];
  open = {};
  open.by_packets = by_packets;
  open.last = at;
}

void SlowFlows::flow_waits(HopJournal::Number flow, Ticks from, Ticks until,
                           const std::string& cause, HopJournal::Number behind) {
  const auto open = open_.find(flow);
  if (open == open_.end()) return;
  const auto known = std::find(causes_.begin(), causes_.end(), cause);
  const auto number = static_cast<HopJournal::Number>(known - causes_.begin());
  if (known == causes_.end()) causes_.push_back(cause);
  open->second.waits.push_back({from, until, {WaitStep::kSource, number, behind}});
}

void SlowFlows::packet_ends(std::uint64_t key, Ticks) {
  const HopHistory::PacketPath way = history_.take(key);
  if (way.empty()) return;
  if (way.front().number == followed_number_) follow(way);
  const auto flow = flows_.find(way.front().flow);
  if (flow != flows_.end()) explain(flow->second, way);
}

void SlowFlows::flow_ends(HopJournal::Number flow, Ticks at) {
  const auto open = open_.find(flow);
  if (open == open_.end()) return;
  SlowFlow& slow = flows_[flow];
  slow.ended = at;
  explain_end(slow, open->second);
  if (at > open->second.last) slow.times[{{WaitStep::kLatency}}] += at - open->second.last;
  open_.erase(open);
}

void SlowFlows::explain(SlowFlow& flow, const HopHistory::PacketPath& way) {
  Open& open = open_[flow.flow];
  ++flow.packets;
  const std::size_t counted = open.by_packets ? way.size() - 1 : limit(open, way, flow.packets);
  if (open.latest.empty() || way.back().free >= open.latest.back().free) open.latest = way;
  const HopJournal::Hop& last = way[counted];
  if (last.free <= open.last) return;  // it took another path: a later end has been counted already
  const Ticks sent = last.free - std::max(last.start, open.last);
  flow.times[{{WaitStep::kOwn, last.link, flow.flow}}] += sent;
  WaitWalk walk(history_, flow.flow,
                [&](const WaitChain& chain, Ticks span) { flow.times[chain] += span; });
  Date from = date(open.last);
  open.last = last.free;
  if (open.by_packets) flow.ended = last.free;
  for (std::size_t hop = counted + 1; hop-- > 0;) {
    const Date arrived = date(way[hop].arrived), start = date(way[hop].start);
    walk.wait_of(way[hop], std::max(from, arrived), start);
    if (from >= arrived) return;
    if (hop == 0) at_source(flow, from, arrived);
    // No packet arrived from `from` until `arrived`: continue with an equally long span that ends
    // when it left the previous hop.
    if (hop > 0) from -= arrived - date(way[hop - 1].start);
  }
}

std::size_t SlowFlows::limit(Open& open, const HopHistory::PacketPath& way, std::uint64_t packets) {
  std::size_t slowest = way.size() - 1;
  for (std::size_t hop = way.size(); hop-- > 0;) {
    // Parts of a packet share the hops before it was split.
    const bool known = hop < open.before.size() && open.before[hop].key == way[hop].key &&
                       open.before[hop].start == way[hop].start;
    if (!known) open.sent[way[hop].link] += way[hop].free - way[hop].start;
    if (open.sent[way[hop].link] > open.sent[way[slowest].link]) slowest = hop;
  }
  open.before = way;
  return packets <= kPacketsToKnow ? way.size() - 1 : slowest;
}

void SlowFlows::explain_end(SlowFlow& flow, Open& open) {
  const HopHistory::PacketPath& way = open.latest;
  if (way.empty() || way.back().free <= open.last) return;
  const Date from = date(open.last);
  const auto spend = [&](const WaitStep& cause, Date since, Date until) {
    since = std::max(since, from);
    if (since < until) flow.times[{cause}] += static_cast<Ticks>(until - since);
  };
  WaitWalk walk(history_, flow.flow,
                [&](const WaitChain& chain, Ticks span) { flow.times[chain] += span; });
  Date until = date(way.back().free);
  for (std::size_t hop = way.size(); hop-- > 0 && until > from;) {
    const Date arrived = date(way[hop].arrived), start = date(way[hop].start);
    const Date sent = std::min(until, date(way[hop].free));
    spend({WaitStep::kLatency}, std::max(start, sent), until);
    spend({WaitStep::kOwn, way[hop].link, flow.flow}, start, sent);
    walk.wait_of(way[hop], std::max(from, arrived), start);
    until = arrived;
  }
  spend({WaitStep::kLatency}, from, until);
  open.last = way.back().free;
}

void SlowFlows::follow(const HopHistory::PacketPath& way) {
  const HopJournal* const journal = HopJournal::active();
  if (journal->flow_name(way.front().flow) != followed_flow_) return;
  for (const HopJournal::Hop& hop : way) {
    const bool known = std::any_of(followed_.begin(), followed_.end(), [&](const auto& one) {
      return one.hop.key == hop.key && one.hop.start == hop.start;
    });
    if (known) continue;
    FollowedHop& one = followed_.emplace_back(FollowedHop{hop, {}});
    WaitWalk walk(history_, hop.flow,
                  [&](const WaitChain& chain, Ticks span) { one.waits[chain] += span; });
    walk.wait_of(hop, date(hop.arrived), date(hop.start));
  }
  std::stable_sort(followed_.begin(), followed_.end(),
                   [](const auto& a, const auto& b) { return a.hop.start < b.hop.start; });
}

void SlowFlows::at_source(SlowFlow& flow, Date from, Date until) {
  Date left = until - from;
  for (const Wait& wait : open_[flow.flow].waits) {
    const Date span =
        std::min(until, date(wait.until)) - std::max({from, date(wait.from), Date{0}});
    if (span <= 0) continue;
    flow.times[{wait.cause}] += static_cast<Ticks>(span);
    left -= span;
  }
  if (left <= 0) return;
  // The first packet's path begins with the flow; the rest of the time is latencies.
  const auto kind = flow.packets == 1 ? WaitStep::kLatency : WaitStep::kIssue;
  flow.times[{{kind, {}, {}}}] += static_cast<Ticks>(left);
}

void SlowFlows::forget() {
  Ticks oldest = now_ticks();
  for (const auto& [key, way] : history_.under_way())
    if (open_.count(way.front().flow) != 0) oldest = std::min(oldest, way.front().arrived);
  history_.forget_before(oldest);
}

}  // namespace gf::core
