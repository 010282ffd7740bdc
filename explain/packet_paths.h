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

/// Gives the paths of packets as consecutive spans of time: the packet's own time, and time lost to
/// other flows. It forwards all reports except those of router flits to SlowFlows.
/// Packets of the flows given to want() are explained as they end. Packets of links with credits
/// are explained by WaitWalk; packets of routers by the spans of waits that their flits report, as
/// in PacketLatency. Nothing is kept before the first want().
/// Of flows given to want_last() only the packets that are asked for are explained.
/// Memory: a HopHistory as long as the oldest packet in flight; the flits of packets in flight, and
/// the waits of the first packet of each queue since the oldest of them arrived.
class PacketPaths final : public HopJournal::Sink, public PacketSpansIf {
 public:
  using Number = HopJournal::Number;
  explicit PacketPaths(SlowFlows& flows) : flows_(flows) {}
  /// Call it before the machine runs.
  void set_names(WaitNames names) { names_ = std::move(names); }
  void want(Number flow) override { wanted_.insert(flow); }
  Spans take_ended(std::uint64_t key) override;
  [[nodiscard]] Spans at_source(std::uint64_t key) const override;
  [[nodiscard]] Spans at_port(std::uint64_t key) const override;
  std::uint64_t keep(std::uint64_t key) override;
  Spans take_kept(std::uint64_t number) override;
  void want_last(Number flow) override { recent_.try_emplace(flow); }
  Spans take_last(Number flow, std::uint64_t number) override;
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
  /// The hops of each flit, by key. Keys are in the order of the flits.
  using Flits = std::map<std::uint64_t, std::vector<FlitHop>>;
  /// A wait of the first packet of a queue; without a cause it left.
  struct Front {
    HopJournal::Wait wait;
    Number link = HopJournal::kNone;
    Number flow = HopJournal::kNone;
  };
  [[nodiscard]] bool wants(Number flow) const { return wanted_.count(flow) != 0; }
  [[nodiscard]] bool wants_none() const { return wanted_.empty() && recent_.empty(); }
  [[nodiscard]] Spans way_of(const HopHistory::PacketPath& way, std::size_t hops) const;
  void add_wait(Spans& spans, const HopJournal::Hop& hop) const;
  [[nodiscard]] Spans way_of(const Flits& flits, std::size_t place, bool to_its_end) const;
  void add_waits_back(Spans& spans, const FlitHop& one, Ticks from) const;
  [[nodiscard]] Span span_of(const Front& front, Number own, bool in_queue) const;
  /// Returns the flow of the first packet of a queue, or of the last that was first; kNone:
  /// unknown.
  [[nodiscard]] Number flow_at(Number queue, Ticks at) const;
  void forget();

  SlowFlows& flows_;
  WaitNames names_;
  std::unordered_set<Number> wanted_;
  HopHistory history_;
  std::unordered_map<std::uint64_t, Flits> packets_;  ///< Packets of routers, by the key of the
                                                      ///< head.
  std::vector<std::deque<Front>> fronts_;             ///< By queue.
  std::unordered_map<std::uint64_t, Spans> ended_;
  std::unordered_map<std::uint64_t, std::uint64_t> keeps_;  ///< Numbers, by key.
  std::unordered_map<std::uint64_t, Spans> kept_;
  /// The packets of each flow of want_last() that have ended since take_last(), in this order.
  std::map<Number, std::deque<HopHistory::PacketPath>> recent_;
  std::uint64_t last_kept_ = 0;
  std::uint64_t hops_ = 0;
};

}  // namespace gf::core
