// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/trace/packet_spans.h"
#include "explain/hop_history.h"
#include "explain/slow_flows.h"
#include "explain/wait_chain.h"

namespace gf::core {

/// Ways of packets as spans of time, one behind the other: what was its own, and what was lost to
/// which flow. It stands before SlowFlows, which hears of everything but flits of routers.
/// Packets of flows that want() names are explained as they end: packets of links with credits by
/// WaitWalk, packets of routers by the spans of waits that their flits bring, as PacketLatency
/// does. Nothing is kept before the first want().
/// Memory: a HopHistory as long as the oldest packet under way; the flits of packets under way, and
/// what the first of each queue waited for since the oldest of them came.
class HopWays final : public HopJournal::Sink, public PacketSpansIf {
 public:
  using Number = HopJournal::Number;
  explicit HopWays(SlowFlows& flows) : flows_(flows) {}
  /// Before the machine runs.
  void set_names(WaitNames names) { names_ = std::move(names); }
  void want(Number flow) override { wanted_.insert(flow); }
  Spans take_ended(std::uint64_t key) override;
  [[nodiscard]] Spans at_source(std::uint64_t key) const override;
  [[nodiscard]] Spans at_port(std::uint64_t key) const override;
  std::uint64_t keep(std::uint64_t key) override;
  Spans take_kept(std::uint64_t number) override;
  [[nodiscard]] Spans of_flow(Number flow) const override;

  void leaves(const HopJournal::Hop& hop) override;
  void first_leaves(const HopJournal::Hop& hop) override;
  void packet_ends(std::uint64_t key, Ticks at) override;
  void credit_returns(Number link, std::uint8_t credit_class, Ticks given, Ticks usable) override;
  void link_lost(Number link, Ticks from, Ticks until, StallCause cause) override;
  void flow_begins(Number flow, Ticks at) override { flows_.flow_begins(flow, at); }
  void flow_waits(Number flow, Ticks from, Ticks until, const std::string& cause,
                  Number behind) override {
    flows_.flow_waits(flow, from, until, cause, behind);
  }
  void flow_ends(Number flow, Ticks at) override { flows_.flow_ends(flow, at); }

 private:
  struct FlitHop {
    HopJournal::Hop hop;
    std::vector<HopJournal::Wait> waits;
  };
  /// By key, which is their order; of each its hops.
  using Flits = std::map<std::uint64_t, std::vector<FlitHop>>;
  /// What the first of a queue waited for; without a cause it left.
  struct Front {
    HopJournal::Wait wait;
    Number link = HopJournal::kNone;
    Number flow = HopJournal::kNone;
  };
  [[nodiscard]] bool wants(Number flow) const { return wanted_.count(flow) != 0; }
  [[nodiscard]] Spans way_of(const HopHistory::Way& way, std::size_t hops) const;
  void add_wait(Spans& spans, const HopJournal::Hop& hop) const;
  [[nodiscard]] Spans way_of(const Flits& flits, std::size_t place, bool to_its_end) const;
  void add_waits_back(Spans& spans, const FlitHop& one, Ticks from) const;
  [[nodiscard]] Span span_of(const Front& front, Number own, bool in_queue) const;
  /// Whose packet was the first of a queue, or the last to be; kNone: nobody's is known.
  [[nodiscard]] Number flow_at(Number queue, Ticks at) const;
  void forget();

  SlowFlows& flows_;
  WaitNames names_;
  std::unordered_set<Number> wanted_;
  HopHistory history_;
  std::unordered_map<std::uint64_t, Flits> packets_;  ///< Of routers, by the key of the head.
  std::vector<std::deque<Front>> fronts_;             ///< By queue.
  std::unordered_map<std::uint64_t, Spans> ended_;
  std::unordered_map<std::uint64_t, std::uint64_t> keeps_;  ///< Numbers, by key.
  std::unordered_map<std::uint64_t, Spans> kept_;
  std::uint64_t last_kept_ = 0;
  std::uint64_t hops_ = 0;
};

}  // namespace gf::core
