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
#include "core/ranks/rank_data.h"
#include "core/ranks/rank_notes.h"
#include "core/stats/link_senders.h"
#include "core/stats/result_value.h"
#include "core/time/clock_domain.h"
#include "hw/link/fault_params.h"
#include "hw/router/nodes.h"
#include "hw/router/router.h"
#include "tlm_models/topology/network/router_graph.h"

namespace gf::platforms::network {

inline constexpr core::OutputNote kFlitHops{"flit_hops", "count", "channel crossings of all flits"};

/// Parameters of the channels of one kind: "<kind>_latency" and "<kind>_flit_cycles", both in
/// cycles.
struct ChannelParams : core::ParamGroup {
  core::Param<unsigned> latency;
  core::Param<unsigned> flit_cycles;

  /// `ends`: which ends the channels join. `source` and `plausible`: source and plausible range of
  /// the default latency.
  ChannelParams(const std::string& kind, unsigned cycles, const std::string& ends,
                const char* source, const core::Plausible<unsigned>& plausible);
  [[nodiscard]] hw::router::ChannelTiming timing() const { return {latency, flit_cycles}; }
};

/// Parameters of a network with one kind of router. Latencies are in cycles of `clock`.
struct NetworkParams : core::ParamGroup {
  static constexpr unsigned kMostPartitions = 65'535;
  core::Param<sc_core::sc_time> clock =
      param("clock", sc_core::sc_time(1, sc_core::SC_NS),
            "period of a cycle; results in cycles do not depend on it", "assumed",
            core::between(sc_core::sc_time(1, sc_core::SC_PS), core::to_time(core::kLongestClock)),
            core::experiment_choice("results in cycles do not depend on it"));
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
  hw::link::FaultParams channel;  ///< Only for networks whose traffic comes from other modules.
  core::Param<unsigned> partitions =
      param("partitions", 0u,
            "parts of the network, each simulated for several cycles at a time: the latency of the "
            "shortest channel between parts; 0: chosen for caches and threads (1 for small "
            "networks, one per rank with a schedule); does not change results",
            "docs/parallel.md", core::between(0u, kMostPartitions),
            core::experiment_choice("results do not depend on it"));
  core::Param<std::vector<unsigned>> watch =
      param("watch", std::vector<unsigned>{},
            "routers whose buffers, credits and t_crt have probes for --vcd", "none");
  std::vector<unsigned> part_of;  ///< Part of the clock that serves each router; empty: one part.
  bool by_ranks = false;          ///< One part per rank; the machine has more than the network.

  void declare(const core::ParamScope& root);
  /// Declares the parameters of a network whose traffic comes from other modules: all except
  /// traffic injection by its own nodes.
  void declare_channels(const core::ParamScope& root);
};

/// The routers of a graph, wired, and their terminals. Modules are router_<n> and nodes_<n> (the
/// nodes of router n); a factory can make other terminals in place of nodes.
///
/// If the network has several parts (NetworkParams::part_of), each part is served for a window of
/// cycles at a time. A window is as long as the shortest channel between two parts. Nodes are in
/// the part of their router. If parts belong to several ranks, each rank has all routers and serves
/// those of its own parts. The counts of the others arrive in merge().
class Network final : public hw::router::CongestionIf,
                      private core::PartMailbox,
                      private core::RankData {
 public:
  /// Returns the terminal at port `port` of router `router`, which leads to a node. Called router
  /// by router, when the routers up to this one exist. The factory's owner keeps the terminal,
  /// which must live as long as the network.
  using TerminalFactory = std::function<hw::router::TerminalIf&(unsigned router, unsigned port,
                                                                hw::router::Transit& transit)>;
  Network(const model::RouterGraph& graph, const NetworkParams& params,
          hw::router::RoutingIf& routing, std::uint64_t seed, const TerminalFactory& terminal);
  Network(const model::RouterGraph& graph, const NetworkParams& params,
          hw::router::RoutingIf& routing, const model::TrafficIf& traffic,
          hw::router::PacketClient& client, std::uint64_t seed);

  // A dead channel looks as full as a channel can be, so routing that compares queues avoids it.
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
  /// Returns the nodes of `router`, which must have some. Not for networks made with a factory.
  [[nodiscard]] hw::router::Nodes& nodes(unsigned router) { return *nodes_[router]; }
  /// Transports notes between all ranks; for a network that is divided by ranks. `notes` must
  /// outlive the network.
  void carry(core::RankNotes& notes);
  /// Returns the rank that serves the router of `node`.
  [[nodiscard]] unsigned rank_of(unsigned node) const {
    return core::ranks().owner(part_of(graph_.router_of(node)), clock_.parts());
  }
  void stop_injection();
  [[nodiscard]] std::uint64_t packets_waiting() const;  ///< In the source queues of all nodes.
  [[nodiscard]] std::uint64_t flit_hops() const;        ///< Flits sent by routers so far.
  [[nodiscard]] std::uint64_t own_flit_hops() const;    ///< Same, for routers served here.
  [[nodiscard]] std::uint64_t replays() const;          ///< Flits sent again after an error.
  [[nodiscard]] std::uint64_t flits_in_flight() const;  ///< In channels and routers served here.
  /// Returns the sender on each channel, named by sender_name(), for observers of link load.
  [[nodiscard]] std::vector<core::LinkSender> link_senders() const;
  [[nodiscard]] hw::router::ChannelTiming timing(model::ChannelType type) const;
  /// Like the above, but with the channel's own latency if it has one.
  [[nodiscard]] hw::router::ChannelTiming timing(const model::RouterPort& port) const;

 private:
  static constexpr unsigned kDeadQueue =
      hw::router::OutputPort::kMostBuffer * hw::router::OutputPort::kMostVcs;
  /// Another rank that serves a part adjacent to one of ours.
  struct Neighbour {
    unsigned rank = 0;
    std::vector<std::pair<hw::router::Transit*, hw::router::Transit*>> cuts;  ///< {from, to}
  };

  [[nodiscard]] unsigned part_of(unsigned router) const {
    return params_.part_of.empty() ? 0 : params_.part_of[router];
  }
  [[nodiscard]] core::Cycle now_at(unsigned router) const {
    return transits_[part_of(router)]->clock().now();
  }
  void split_clock();
  /// Length of the shortest channel between parts, in cycles; 1 if there is none.
  [[nodiscard]] core::Cycle window() const;
  void hand_over(unsigned part, core::Cycle from) override;
  void window_ended() override;
  void find_neighbours();
  Neighbour& neighbour(unsigned rank);
  core::Cycle pack(std::vector<core::Ranks::Parcel>& parcels) override;
  void unpack(const core::Ranks::Parcel& parcel) override;
  void pack(core::ByteWriter& writer) override;
  void merge(std::vector<Packed>& others) override;
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
  hw::router::PacketClient* client_ = nullptr;  ///< Null: no nodes of its own.
  core::ClockDomain clock_;
  std::vector<std::unique_ptr<hw::router::Transit>> transits_;  ///< By part of the clock.
  std::vector<std::unique_ptr<hw::router::Router>> routers_;
  std::vector<std::unique_ptr<hw::router::Nodes>> nodes_;  ///< By router; null: no nodes.
  std::vector<hw::router::TerminalIf*> terminals_;         ///< By node.
  std::vector<std::unique_ptr<hw::router::ChannelErrors>> errors_;
  std::vector<Neighbour> neighbours_;
  core::RankNotes* notes_ = nullptr;     ///< May be null.
  hw::router::RemoteMessages messages_;  ///< ReceiveBuffer for writing and reading.
  std::uint64_t replays_elsewhere_ = 0;  ///< Of other ranks, at the last collect().
  std::vector<std::string> names_;       ///< Names of routers, then of terminals, for reports.
};

}  // namespace gf::platforms::network
