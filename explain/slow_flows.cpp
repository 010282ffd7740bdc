// SPDX-License-Identifier: Apache-2.0
#include "explain/slow_flows.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::core {
namespace {

using Date = WaitWalk::Date;

Date date(Ticks ticks) { return static_cast<Date>(ticks); }

/// Until this many packets have arrived, a flow's slowest link is not known. Where packets are
/// split on their way, the first parts have been on the last link, but the whole first packet on
/// the one before.
constexpr std::uint64_t kPacketsToKnow = 16;

/// Emits spans that add up to `length` such that they add up to `gap`, each in proportion.
class Scaled {
 public:
  Scaled(WaitTimes& times, Ticks gap, Ticks length) : times_(times), gap_(gap), length_(length) {}
  void operator()(const WaitChain& chain, Ticks span) {
    done_ += span;
    // Rounded such that the shares add up: the product of two dates needs more than 64 bits.
    __extension__ using Wide = unsigned __int128;
    const auto until = static_cast<Ticks>(Wide{gap_} * done_ / length_);
    if (until > given_) times_[chain] += until - given_;
    given_ = until;
  }

 private:
  WaitTimes& times_;
  const Ticks gap_;
  const Ticks length_;
  Ticks done_ = 0;
  Ticks given_ = 0;
};

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
  const std::vector<Wait>& waits = open->second.waits;
  GF_CHECK(waits.empty() || waits.back().until <= from,
           HopJournal::active()->flow_name(flow) + ": waits at its source overlap: " + cause);
  open->second.waits.push_back({from, until, {WaitStep::kSource, number, behind}});
}

void SlowFlows::packet_ends(std::uint64_t key, Ticks) {
  HopHistory::PacketPath way = history_.take(key);
  if (way.empty()) return;
  if (way.front().number == followed_number_) follow(way);
  const auto flow = flows_.find(way.front().flow);
  if (flow != flows_.end())
    explain(flow->second, std::make_shared<const HopHistory::PacketPath>(std::move(way)));
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

void SlowFlows::explain(SlowFlow& flow, const Path& path) {
  const HopHistory::PacketPath& way = *path;
  Open& open = open_[flow.flow];
  ++flow.packets;
  const std::size_t slowest_hop = slowest(flow, open, path);
  const bool known = !open.by_packets && flow.packets > kPacketsToKnow;
  const std::size_t counted = known ? slowest_hop : way.size() - 1;
  if (open.latest == nullptr || way.back().free >= open.latest->back().free) open.latest = path;
  const HopJournal::Hop& last = way[counted];
  if (last.free <= open.last) return;  // it took another path: a later end has been counted already
  const Ticks since = gap_since(open, way, counted, flow.began);
  Scaled scaled(flow.times, last.free - open.last, last.free - since);
  const auto emit = [&](const WaitChain& chain, Ticks span) { scaled(chain, span); };
  emit({{WaitStep::kOwn, last.link, flow.flow}}, last.free - std::max(last.start, since));
  WaitWalk walk(history_, flow.flow, emit);
  Date from = date(since);
  open.last = last.free;
  if (open.by_packets) flow.ended = last.free;
  for (std::size_t hop = counted + 1; hop-- > 0;) {
    const Date source_time = hop == 0 ? date(way[hop].source_time) : 0;
    const Date start = date(way[hop].start);
    const Date arrived = std::min(start, date(way[hop].arrived) + source_time);
    walk.wait_of(way[hop], std::max(from, arrived), start);
    if (from >= arrived) return;
    if (hop == 0) at_source(flow, from - source_time, arrived - source_time, emit);
    // No packet arrived from `from` until `arrived`: continue with an equally long span that ends
    // when it left the previous hop.
    if (hop > 0) from -= arrived - date(way[hop - 1].start);
  }
}

std::size_t SlowFlows::slowest(SlowFlow& flow, Open& open, const Path& path) {
  const HopHistory::PacketPath& way = *path;
  std::size_t slowest = way.size() - 1;
  Ticks most = 0;
  for (std::size_t hop = way.size(); hop-- > 0;) {
    Stage& stage = open.stages[{way[hop].credit_class, hop}];
    if (stage.links.empty()) stage.first = way[hop];
    flow.links.emplace(way[hop].link, stage.first.link);
    flow.queues.emplace(way[hop].queue, stage.first.queue);
    Stage::Link& link = stage.links[way[hop].link];
    // Parts of a packet share the hops before it was split.
    const bool known = open.before != nullptr && hop < open.before->size() &&
                       (*open.before)[hop].key == way[hop].key &&
                       (*open.before)[hop].start == way[hop].start;
    if (!known) {
      stage.sent += way[hop].free - way[hop].start;
      link.before = link.last;
      link.last = std::max(link.last, way[hop].free);
    }
    if (stage.mean() <= most) continue;
    most = stage.mean();
    slowest = hop;
  }
  open.before = path;
  return slowest;
}

Ticks SlowFlows::gap_since(const Open& open, const HopHistory::PacketPath& way, std::size_t counted,
                           Ticks began) {
  const Stage& stage = open.stages.at({way[counted].credit_class, counted});
  if (stage.links.size() == 1) return open.last;
  return std::min(open.last, std::max(began, stage.links.at(way[counted].link).before));
}

void SlowFlows::explain_end(SlowFlow& flow, Open& open) {
  if (open.latest == nullptr || open.latest->back().free <= open.last) return;
  const HopHistory::PacketPath& way = *open.latest;
  const Date from = date(open.last);
  const auto spend = [&](const WaitStep& cause, Date since, Date until) {
    since = std::max(since, from);
    if (since < until) flow.times[{cause}] += static_cast<Ticks>(until - since);
  };
  WaitWalk walk(history_, flow.flow,
                [&](const WaitChain& chain, Ticks span) { flow.times[chain] += span; });
  Date until = date(way.back().free);
  for (std::size_t hop = way.size(); hop-- > 0 && until > from;) {
    const Date start = date(way[hop].start);
    const Date arrived =
        std::min(start, date(way[hop].arrived) + (hop == 0 ? date(way[hop].source_time) : 0));
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

void SlowFlows::at_source(const SlowFlow& flow, Date from, Date until, const WaitWalk::Emit& emit) {
  Date left = until - from;
  const std::vector<Wait>& waits = open_[flow.flow].waits;
  auto wait = std::upper_bound(waits.begin(), waits.end(), from,
                               [](Date at, const Wait& one) { return at < date(one.until); });
  for (; wait != waits.end() && date(wait->from) < until; ++wait) {
    const Date span = std::min(until, date(wait->until)) - std::max(from, date(wait->from));
    emit({wait->cause}, static_cast<Ticks>(span));
    left -= span;
  }
  if (left <= 0) return;
  // The first packet's path begins with the flow; the rest of the time is latencies.
  const auto kind = flow.packets == 1 ? WaitStep::kLatency : WaitStep::kIssue;
  emit({{kind}}, static_cast<Ticks>(left));
}

void SlowFlows::forget() {
  Ticks oldest = now_ticks();
  for (const auto& [key, way] : history_.under_way())
    if (open_.count(way.front().flow) != 0) oldest = std::min(oldest, way.front().arrived);
  history_.forget_before(oldest);
}

}  // namespace gf::core
