// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "core/base/time_limits.h"
#include "core/param/param.h"
#include "core/ranks/rank_notes.h"
#include "core/stats/link_senders.h"
#include "core/time/clock_domain.h"
#include "hw/link/fault_params.h"
#include "hw/router/nodes.h"
#include "hw/router/router.h"
#include "tlm_models/topology/network/router_graph.h"

namespace gf::platforms::network {

/// The channels of one kind, "<kind>_latency" and "<kind>_flit_cycles", both in cycles.
struct ChannelParams : core::ParamGroup {
  core::Param<unsigned> latency;
  core::Param<unsigned> flit_cycles;

  /// `ends`: what they join. `source`: of the default of the latency, and what it may be.
  ChannelParams(const std::string& kind, unsigned cycles, const std::string& ends,
                const char* source, const core::Plausible<unsigned>& plausible);
  [[nodiscard]] hw::router::ChannelTiming timing() const { return {latency, flit_cycles}; }
};

/// A network of one kind of router. Latencies in cycles of `clock`.
struct NetworkParams : core::ParamGroup {
  static constexpr unsigned kMostPartitions = 65'535;
  core::Param<sc_core::sc_time> clock =
      param("clock", sc_core::sc_time(1, sc_core::SC_NS),
            "period of a cycle; results in cycles do not depend on it", "assumed",
            core::between(sc_core::sc_time(1, sc_core::SC_PS), core::to_time(core::kLongestClock)),
            core::asked("results in cycles do not depend on it"));
  ChannelParams terminal{"terminal", 1, "between router and node", "assumed; [B] 1",
                         core::plausible(1u, 4u, "from [B]'s 1 to that of a short cable")};
  ChannelParams local{"local", 2, "within a group", "assumed; [B] 10",
                      core::plausible(1u, 10u, "1: the next chip; [B] 10")};
  ChannelParams global{"global", 6, "between groups",
                       "assumed: 16 flits cover its round trip; [B] 100",
                       core::plausible(3u, 100u, "more than within a group; [B] 100")};
  hw::router::RouterParams router;
  hw::router::InjectionParams injection;
  core::Param<double> flit_error_rate =
      param("flit_error_rate", 0.0,
            "probability that a flit is corrupted on a channel between routers and is sent again",
            "assumed: 0", core::between(0.0, 0.5));
  core::Param<std::string> failed_channels =
      param("failed_channels", "", "failed channels, as router:port, ...", "none");
  hw::link::FaultParams channel;  ///< Of networks that something else sends by.
  core::Param<unsigned> partitions =
      param("partitions", 0u,
            "parts of the network that are simulated several cycles at a time, as many as the "
            "shortest channel between them is long; 0: as many as serve the caches, 1 where that "
            "is not possible. Results do not depend on it",
            "docs/parallel.md", core::between(0u, kMostPartitions),
            core::asked("results do not depend on it"));
  core::Param<std::vector<unsigned>> watch =
      param("watch", std::vector<unsigned>{},
            "routers whose buffers, credits and t_crt have probes for --vcd", "none");
  std::vector<unsigned> part_of;  ///< By router: part of the clock that serves it; empty: one part.
  bool by_ranks = false;          ///< A part for each rank, and more than the network is simulated.

  void declare(const core::ParamScope& root);
  /// All but what nodes of its own inject: of a network that something else sends by.
  void declare_channels(const core::ParamScope& root);
};

/// Routers of a graph, wired, and what hangs at them: router_<n>, nodes_<n> (the nodes of router
/// n), or whatever a factory makes instead of nodes.
/// Routers of several parts (NetworkParams::part_of) are served for a window at a time, which is as
/// long as the shortest channel between two parts; nodes are in the part of their router.
/// Parts of several ranks: each has all routers, and serves those of its own parts; counts of the
/// others come home when somebody looks.
class Network final : public hw::router::CongestionIf,
                      private core::PartMail,
                      private core::Spread {
 public:
  /// What hangs at port `port` of router `router`, which leads to a node; asked router by router,
  /// when the routers up to this one exist. It is its owner's, and lives as long as the network.
  using TerminalFactory = std::function<hw::router::TerminalIf&(unsigned router, unsigned port,
                                                                hw::router::Transit& transit)>;
  Network(const model::RouterGraph& graph, const NetworkParams& params,
          hw::router::RoutingIf& routing, std::uint64_t seed, const TerminalFactory& terminal);
  Network(const model::RouterGraph& graph, const NetworkParams& params,
          hw::router::RoutingIf& routing, const model::TrafficIf& traffic,
          hw::router::PacketClient& client, std::uint64_t seed);

  // A dead channel looks as full as one can be: who compares queues goes around it.
  [[nodiscard]] unsigned queue(unsigned router, unsigned port) const override {
    const hw::router::OutputPort& output = std::as_const(*routers_[router]).output(port);
    return output.dead(now_at(router)) ? kDeadQueue : output.used();
  }
  [[nodiscard]] unsigned queue(unsigned router, unsigned port, unsigned vc) const override {
    const hw::router::OutputPort& output = std::as_const(*routers_[router]).output(port);
    return output.dead(now_at(router)) ? kDeadQueue : output.used(vc);
  }

  [[nodiscard]] unsigned waiting(unsigned router, unsigned port) const override {
    return routers_[router]->waiting_for(port);
  }
  [[nodiscard]] unsigned waiting(unsigned router, unsigned port, unsigned vc) const override {
    return routers_[router]->waiting_for(port, vc);
  }
  [[nodiscard]] unsigned late(unsigned router, unsigned port) const override {
    return late(router, port, 0);
  }
  [[nodiscard]] unsigned late(unsigned router, unsigned port, unsigned vc) const override {
    return std::as_const(*routers_[router]).output(port).delay(vc);
  }
  [[nodiscard]] unsigned backlog(unsigned router, unsigned port) const override {
    return dead(router, port) ? kDeadQueue + waiting(router, port)
                              : routers_[router]->backlog(port);
  }
  [[nodiscard]] bool dead(unsigned router, unsigned port) const override {
    return routers_[router]->output(port).dead(now_at(router));
  }

  [[nodiscard]] core::ClockDomain& clock() { return clock_; }
  [[nodiscard]] const model::RouterGraph& graph() const { return graph_; }
  [[nodiscard]] hw::router::Router& router(unsigned number) { return *routers_[number]; }
  /// Of a router that has nodes, in a network that has been made with some.
  [[nodiscard]] hw::router::Nodes& nodes(unsigned router) { return *nodes_[router]; }
  /// Carries notes between all ranks, of a network that is cut by ranks. `notes` outlives it.
  void carry(core::RankNotes& notes);
  /// Who serves the router of a node.
  [[nodiscard]] unsigned rank_of(unsigned node) const {
    return core::ranks().owner(part_of(graph_.router_of(node)), clock_.parts());
  }
  void stop_injection();
  [[nodiscard]] std::uint64_t packets_waiting() const;  ///< In the source queues of all nodes.
  [[nodiscard]] std::uint64_t flit_hops() const;        ///< Flits sent by routers so far.
  [[nodiscard]] std::uint64_t own_flit_hops() const;    ///< The same, of routers served here.
  [[nodiscard]] std::uint64_t replays() const;          ///< Flits sent again after an error.
  [[nodiscard]] std::uint64_t flits_in_flight() const;  ///< In channels and routers served here.
  /// What routers send on each channel, for those who watch how busy it is; by sender_name().
  [[nodiscard]] std::vector<core::LinkSender> link_senders() const;
  [[nodiscard]] hw::router::ChannelTiming timing(model::ChannelType type) const;
  /// The same, with the channel's own latency where it has one.
  [[nodiscard]] hw::router::ChannelTiming timing(const model::RouterPort& port) const;

 private:
  static constexpr unsigned kDeadQueue =
      hw::router::OutputPort::kMostBuffer * hw::router::OutputPort::kMostVcs;
  /// A rank that serves a part beside one of ours.
  struct Neighbour {
    unsigned rank = 0;
    std::vector<std::pair<hw::router::Transit*, hw::router::Transit*>> cuts;  ///< From here, there.
  };

  [[nodiscard]] unsigned part_of(unsigned router) const {
    return params_.part_of.empty() ? 0 : params_.part_of[router];
  }
  [[nodiscard]] core::Cycle now_at(unsigned router) const {
    return transits_[part_of(router)]->clock().now();
  }
  void split_clock();
  /// Cycles of the shortest channel between parts; 1: there are none.
  [[nodiscard]] core::Cycle window() const;
  void hand_over(unsigned part, core::Cycle from) override;
  void window_ended() override;
  void find_neighbours();
  Neighbour& neighbour(unsigned rank);
  core::Cycle pack(std::vector<core::Ranks::Parcel>& parcels) override;
  void unpack(const core::Ranks::Parcel& parcel) override;
  void bring_home() override;
  [[nodiscard]] std::optional<unsigned> rank_counting(const std::string& path) const override;
  [[nodiscard]] bool owns(unsigned router) const { return clock_.owns(part_of(router)); }
  hw::router::TerminalIf& add_nodes(unsigned router, unsigned port, const model::TrafficIf& traffic,
                                    hw::router::PacketClient& client, std::uint64_t seed);
  [[nodiscard]] core::CountedWaits count_waits(unsigned router, unsigned port) const;
  void connect(unsigned router);
  void connect_terminal(unsigned router, unsigned port);
  void inject_errors(unsigned router, unsigned port, std::uint64_t seed);

  const model::RouterGraph& graph_;
  const NetworkParams params_;
  hw::router::PacketClient* client_ = nullptr;  ///< Null: none, or not of nodes.
  core::ClockDomain clock_;
  std::vector<std::unique_ptr<hw::router::Transit>> transits_;  ///< By part of the clock.
  std::vector<std::unique_ptr<hw::router::Router>> routers_;
  std::vector<std::unique_ptr<hw::router::Nodes>> nodes_;  ///< By router; null: it has none.
  std::vector<hw::router::TerminalIf*> terminals_;         ///< By node.
  std::vector<std::unique_ptr<hw::router::ChannelErrors>> errors_;
  std::vector<Neighbour> neighbours_;
  core::RankNotes* notes_ = nullptr;     ///< Null: there are none.
  hw::router::Letters letters_;          ///< Those that are written or read.
  std::uint64_t replays_elsewhere_ = 0;  ///< As they last came home.
  std::vector<std::string> names_;       ///< Of routers, then of terminals: peers in reports.
};

}  // namespace gf::platforms::network
