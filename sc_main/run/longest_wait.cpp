// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/longest_wait.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "core/trace/probe.h"
#include "explain/wait_walk.h"
#include "sc_main/why/joined_flow.h"
#include "sc_main/why/why_report.h"

namespace gf::app {
namespace {

using core::HopHistory;
using core::HopJournal;
using core::Ticks;
using core::WaitChain;
using core::WaitNames;
using core::WaitStep;
using Hop = HopJournal::Hop;
using Number = HopJournal::Number;
using Passage = LongestWait::Passage;

bool is_at_queue(WaitStep::Kind kind) {
  return kind == WaitStep::kBehind || kind == WaitStep::kReadOut || kind == WaitStep::kFull ||
         kind == WaitStep::kOrder;
}

/// Returns the module of a link or queue: names of routers' links go on with "... to router 3".
std::string module_of(const std::string& name) { return name.substr(0, name.find(" to ")); }

}  // namespace

/// Keeps the longest waits, and forwards all events.
class WaitSink final : public HopJournal::Sink {
 public:
  /// The longest wait so far of a flow for a cause.
  struct Candidate {
    Hop hop;
    Number feeder = HopJournal::kNone;  ///< The link by which the packet came; kNone: its source.
    WaitChain chain;                    ///< The one that took most of the wait.
    Ticks lost = 0;                     ///< Its time.
    std::vector<Passage> in_the_way;
  };

  /// The longest wait so far of a flit that was first in its queue.
  struct FlitCandidate {
    Ticks sum = 0;  ///< Of all such waits at this place.
    Hop hop;
    HopJournal::Wait wait;
  };

  /// `of_routers`: only flits are of interest, in a network that measures latencies.
  WaitSink(HopJournal::Sink& next, bool of_routers) : next_(next), of_routers_(of_routers) {}

  [[nodiscard]] const auto& candidates() const { return candidates_; }
  [[nodiscard]] const auto& flits() const { return flits_; }
  [[nodiscard]] const auto& flits_of_flows() const { return flits_of_flows_; }
  [[nodiscard]] bool heard() const { return hops_ != 0; }

 private:
  using Wait = HopJournal::Wait;

  void leaves(const Hop& hop) override {
    if (++hops_ % HopHistory::kHopsBetweenCleanings == 0) forget();
    if (hop.waits != nullptr) add_flit(hop);
    if (of_routers_) return;
    next_.leaves(hop);
    if (hop.waits == nullptr && !hop.follows) history_.add(hop);
  }
  void packet_ends(std::uint64_t key, Ticks at) override {
    if (of_routers_) return;
    next_.packet_ends(key, at);
    Number feeder = HopJournal::kNone;
    for (const Hop& hop : history_.take(key)) {
      consider(hop, feeder);
      feeder = hop.link;
    }
  }
  void credit_returns(Number link, std::uint8_t of, Ticks given, Ticks usable) override {
    next_.credit_returns(link, of, given, usable);
    history_.add_credit(link, of, given, usable);
  }
  void flow_begins(Number flow, Ticks at) override { next_.flow_begins(flow, at); }
  void flow_waits(Number flow, Ticks from, Ticks until, const std::string& cause,
                  Number behind) override {
    next_.flow_waits(flow, from, until, cause, behind);
  }
  void flow_ends(Number flow, Ticks at) override { next_.flow_ends(flow, at); }

  void first_leaves(const Hop& hop) override { next_.first_leaves(hop); }
  void link_lost(Number link, Ticks from, Ticks until, core::StallCause cause) override {
    next_.link_lost(link, from, until, cause);
  }

  void add_flit(const Hop& hop) {
    for (const Wait& wait : *hop.waits) {
      if (wait.behind == hop.flow) continue;
      for (FlitCandidate* best : {&flits_[{hop.queue, hop.link}], &flits_of_flows_[hop.flow]}) {
        best->sum += wait.until - wait.from;
        if (wait.until - wait.from <= best->wait.until - best->wait.from) continue;
        best->hop = hop;
        best->hop.waits = nullptr;
        best->wait = wait;
      }
    }
  }

  /// Walks back only from waits that are longer than all before them at the same place.
  void consider(const Hop& hop, Number feeder) {
    Ticks& longest = longest_[{hop.flow, hop.queue, hop.link}];
    if (hop.start - hop.arrived <= longest) return;
    longest = hop.start - hop.arrived;
    core::WaitTimes times;
    core::WaitWalk walk(history_, hop.flow,
                        [&](const WaitChain& chain, Ticks span) { times[chain] += span; });
    walk.wait_of(hop, static_cast<core::WaitWalk::Date>(hop.arrived),
                 static_cast<core::WaitWalk::Date>(hop.start));
    Candidate most;
    for (const auto& [chain, span] : times)
      if (core::is_lost(chain, hop.flow) && span > most.lost) {
        most.chain = chain;
        most.lost = span;
      }
    if (most.lost == 0) return;
    const WaitStep& cause = most.chain.back();
    Candidate& best = candidates_[{hop.flow, cause.kind, cause.place}];
    if (most.lost <= best.lost) return;
    most.hop = hop;
    most.feeder = feeder;
    if (cause.kind == WaitStep::kShared) most.in_the_way = passages(cause, hop);
    best = std::move(most);
  }

  /// Returns the packets of the cause's flow on its link around the wait.
  [[nodiscard]] std::vector<Passage> passages(const WaitStep& cause, const Hop& hop) const {
    const Ticks span = hop.start - hop.arrived;
    std::vector<Passage> all;
    for (const HopHistory::Carried& one : history_.sent(cause.place))
      if (one.flow == cause.flow && one.free + span > hop.arrived && one.start < hop.start + span)
        all.push_back({one.start, one.free, one.number});
    return all;
  }

  void forget() {
    Ticks oldest = core::now_ticks();
    for (const auto& [key, way] : history_.under_way())
      oldest = std::min(oldest, way.front().arrived);
    history_.forget_before(oldest);
  }

  HopJournal::Sink& next_;
  const bool of_routers_;
  HopHistory history_;
  std::uint64_t hops_ = 0;
  std::map<std::tuple<Number, Number, Number>, Ticks> longest_;  ///< By flow, queue, link.
  /// The keys are the flow, and the kind and place of the cause.
  std::map<std::tuple<Number, WaitStep::Kind, Number>, Candidate> candidates_;
  std::map<std::pair<Number, Number>, FlitCandidate> flits_;  ///< By queue and link.
  std::map<Number, FlitCandidate> flits_of_flows_;
};

namespace {

using Candidate = WaitSink::Candidate;
using FlitCandidate = WaitSink::FlitCandidate;

/// The largest cause of the flow that lost most time.
struct WorstCause {
  Number flow = HopJournal::kNone;
  Ticks lost = 0;                ///< By the flow.
  std::vector<WaitStep> places;  ///< Several, if parallel links are one place.
};

WorstCause worst_cause_of(const core::SlowFlows& flows, const WaitNames& names) {
  const core::SlowFlow* worst = nullptr;
  WorstCause result;
  for (const auto& [number, flow] : flows.flows()) {
    const Ticks lost = core::lost_time(flow.times, number);
    if (lost <= result.lost) continue;
    result.lost = lost;
    worst = &flow;
  }
  if (worst == nullptr) return result;
  const JoinedFlow joined(*worst, names);
  WaitStep cause;
  Ticks longest = 0;
  for (const auto& [chain, span] : joined.flow.times) {
    if (!core::is_lost(chain, worst->flow) || chain.back().kind == WaitStep::kSource ||
        span <= longest)
      continue;
    longest = span;
    cause = chain.back();
  }
  result.flow = worst->flow;
  const auto& groups = is_at_queue(cause.kind) ? worst->queues : worst->links;
  result.places.push_back(cause);
  for (const auto& [place, first] : groups)
    if (first == cause.place && place != first)
      result.places.push_back({cause.kind, place, cause.flow});
  return result;
}

/// A queue of an NVLink switch, "nvswitch.port_3 to port_5", has no signals: the free credits of
/// the link to it show how full it is.
void add_queue(LongestWait::Place& place, const std::string& queue) {
  if (module_of(queue) == queue) place.paths.push_back(queue);
}

/// Adds where the packet of `hop` waited, with its queue and the link that it waited for.
void add_effect(LongestWait& wait, const Hop& hop, const WaitNames& names,
                const HopJournal& journal) {
  wait.packet = hop.number == 0 ? "a packet of " + names.flow(hop.flow)
                                : fmt::format("{}, packet {}", names.flow(hop.flow), hop.number);
  LongestWait::Place& place = wait.chain.emplace_back();
  place.text = fmt::format("{} waits in {} for {}", wait.packet, names.queue(hop.queue),
                           names.link(hop.link));
  add_queue(place, journal.queue_name(hop.queue));
  place.paths.push_back(module_of(journal.link_name(hop.link)));
  wait.cause = wait.chain.front().text;
}

LongestWait wait_of(const Candidate& candidate, const WaitNames& names, const HopJournal& journal) {
  LongestWait wait;
  for (auto step = candidate.chain.rbegin(); step != candidate.chain.rend(); ++step) {
    if (step->kind == WaitStep::kUnknown && candidate.chain.size() > 1) continue;
    LongestWait::Place& place = wait.chain.emplace_back();
    place.text = text_of(*step, names);
    if (step->place == HopJournal::kNone || step->kind == WaitStep::kSource) continue;
    if (is_at_queue(step->kind))
      add_queue(place, journal.queue_name(step->place));
    else
      place.paths.push_back(module_of(journal.link_name(step->place)));
  }
  wait.from = candidate.hop.arrived;
  wait.until = candidate.hop.start;
  wait.in_the_way = candidate.in_the_way;
  wait.credit_class = candidate.hop.credit_class;
  add_effect(wait, candidate.hop, names, journal);
  if (candidate.feeder != HopJournal::kNone)
    wait.chain.back().paths.push_back(module_of(journal.link_name(candidate.feeder)));
  return wait;
}

/// Returns the same for a flit that was first in its queue, with the buffers behind its channel.
LongestWait wait_of(const FlitCandidate& candidate, const WaitNames& names,
                    const HopJournal& journal) {
  LongestWait wait;
  for (Number number = candidate.wait.chain; number != HopJournal::kNone;) {
    const core::WaitCause& cause = journal.causes().at(number);
    LongestWait::Place place;
    place.text = names.queue(cause.queue) + " full";
    place.paths = {module_of(journal.queue_name(cause.queue))};
    if (cause.link != HopJournal::kNone) {
      place.text += fmt::format(": {} of {}", cause.cause, names.link(cause.link));
      place.paths.push_back(module_of(journal.link_name(cause.link)));
    }
    wait.chain.insert(wait.chain.begin(), place);
    number = cause.next;
  }
  const Number behind = candidate.wait.behind;
  const std::string by = behind == HopJournal::kNone ? "" : " by " + names.flow(behind);
  LongestWait::Place own;
  own.text = fmt::format("{} of {}{}", candidate.wait.cause, names.link(candidate.hop.link), by);
  own.paths = {module_of(journal.link_name(candidate.hop.link))};
  wait.chain.push_back(own);
  wait.from = candidate.wait.from;
  wait.until = candidate.wait.until;
  add_effect(wait, candidate.hop, names, journal);
  return wait;
}

bool measures_latencies(const platforms::Platform& platform) {
  return platform.packet_cycle() != 0 && !platform.is_about_copies();
}

/// Returns the one with the greatest `time`; null: all are 0.
template <class Map, class Time>
const typename Map::mapped_type* longest(const Map& candidates, const Time& time) {
  const typename Map::mapped_type* best = nullptr;
  for (const auto& [key, one] : candidates)
    if (time(one) > (best == nullptr ? 0 : time(*best))) best = &one;
  return best;
}

}  // namespace

WaitSearch::WaitSearch(const platforms::Platform& platform)
    : platform_(platform),
      flows_([this](Number flow) { return !copies_.has(HopJournal::active()->flow_name(flow)); }),
      sink_(std::make_unique<WaitSink>(copies_.ways(), measures_latencies(platform))),
      journal_(std::make_unique<HopJournal>(*sink_)),
      names_(shown_names(*journal_, flows_, platform.graph())) {
  copies_.ways().set_names(names_);
}

WaitSearch::~WaitSearch() = default;

std::optional<LongestWait> WaitSearch::found() const {
  if (!sink_->heard())
    throw core::UserError(
        core::ExitCode::kUsage,
        fmt::format("--vcd auto: this platform does not record the hops of packets, or none moved; "
                    "choose among its {} signals with --vcd GLOBS ('*': all)",
                    core::all_probes().size()));
  // `--follow` numbers the segments of copies between nodes, not their packets.
  const auto told = [&](auto one) {
    const std::string& flow = journal_->flow_name(one.hop.flow);
    if (copies_.has(flow)) one.hop.number = 0;
    return wait_of(one, names_, *journal_);
  };
  if (measures_latencies(platform_)) {
    const auto at = longest(sink_->flits(), [](const auto& one) { return one.sum; });
    if (at != nullptr) return told(*at);
  }
  const WorstCause bottleneck = worst_cause_of(flows_, names_);
  double lost = static_cast<double>(bottleneck.lost);
  std::string copy;
  for (const WhyCopies::Row& row : copies_.rows()) {
    if (row.lost.value_or(0) * static_cast<double>(row.took) <= lost) continue;
    lost = row.lost.value_or(0) * static_cast<double>(row.took);
    copy = row.name;
  }
  const auto here = [&](const Candidate& one) {
    if (!copy.empty()) return names_.flow(one.hop.flow) == copy ? one.lost : 0;
    const bool same =
        std::any_of(bottleneck.places.begin(), bottleneck.places.end(), [&](const WaitStep& step) {
          return step.kind == one.chain.back().kind && step.place == one.chain.back().place;
        });
    return same && one.hop.flow == bottleneck.flow ? one.lost : 0;
  };
  const auto flit_here = [&](const FlitCandidate& one) {
    return names_.flow(one.hop.flow) == copy ? one.wait.until - one.wait.from : 0;
  };
  const Candidate* best = longest(sink_->candidates(), here);
  const FlitCandidate* flit = longest(sink_->flits_of_flows(), flit_here);
  if (best == nullptr && flit == nullptr) {
    // No packet waited mostly for what the flow lost most to.
    best = longest(sink_->candidates(), [](const Candidate& one) { return one.lost; });
    flit = longest(sink_->flits_of_flows(),
                   [](const FlitCandidate& one) { return one.wait.until - one.wait.from; });
  }
  if (best == nullptr && flit == nullptr) return std::nullopt;
  const Ticks waited = flit == nullptr ? 0 : flit->wait.until - flit->wait.from;
  return best == nullptr || waited > best->lost ? told(*flit) : told(*best);
}

nlohmann::json LongestWait::json() const {
  nlohmann::json places = nlohmann::json::array(), passages = nlohmann::json::array();
  for (const Place& place : chain) places.push_back({place.text, place.paths});
  for (const Passage& one : in_the_way) passages.push_back({one.from, one.until, one.packet});
  return {{"packet", packet},
          {"cause", cause},
          {"from", from},
          {"until", until},
          {"chain", places},
          {"in_the_way", passages},
          {"credit_class", credit_class}};
}

LongestWait LongestWait::from_json(const nlohmann::json& json) {
  LongestWait wait;
  wait.packet = json.at("packet");
  wait.cause = json.at("cause");
  wait.from = json.at("from");
  wait.until = json.at("until");
  wait.credit_class = json.at("credit_class");
  for (const auto& place : json.at("chain")) wait.chain.push_back({place[0], place[1]});
  for (const auto& one : json.at("in_the_way")) wait.in_the_way.push_back({one[0], one[1], one[2]});
  return wait;
}

}  // namespace gf::app
