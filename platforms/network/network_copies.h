// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <queue>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "core/time/clock_domain.h"
#include "hw/router/nodes.h"
#include "platforms/network/network.h"
#include "platforms/schedule/copy_mover_if.h"

namespace gf::platforms::network {

/// Parameters for turning copies between nodes into packets.
struct NetworkCopyParams : core::ParamGroup {
  core::Param<core::Bytes> flit = param(
      "flit", core::Bytes(16), "payload bytes per flit",
      "assumed: 16 B, at 1 GHz 16 GB/s a channel", core::between(core::Bytes(1), core::Bytes(4096)),
      core::experiment_choice("with the clock, the rate of a channel: the unit of all rates"));
  core::Param<core::Bytes> packet = param(
      "packet", core::Bytes(128), "largest payload of a packet",
      "assumed: 128 B, a packet of which half a buffer holds",
      core::between(core::Bytes(1), core::Bytes(65536)),
      core::plausible(core::Bytes(64), core::Bytes(128), "a cache line or a sector of lines"));
  core::Param<unsigned> head_flits = param(
      "head_flits", 1u, "header flits of a packet, without payload",
      "assumed: 1, routing and checks", core::between(0u, 8u),
      core::plausible(0u, 1u, "the header shares a flit with payload, or has a flit of its own"));
  core::Param<sc_core::sc_time> setup = param(
      "setup", sc_core::sc_time(1, sc_core::SC_US),
      "setup time before the first packet of each copy", "assumed: as of a PCIe copy engine", {},
      core::plausible(sc_core::sc_time(200, sc_core::SC_NS), sc_core::sc_time(10, sc_core::SC_US),
                      "as of a PCIe copy engine"));

  [[nodiscard]] unsigned flits_of(std::uint64_t payload) const;
  [[nodiscard]] unsigned packet_flits() const { return flits_of(core::Bytes(packet).count()); }
  /// Throws UserError when a parameter is out of range, or a packet has more flits than a network
  /// takes.
  void validate(const std::string& path) const;
};

/// A note to all ranks: from now on, flits of this node that carry this tag belong to this copy; or
/// the copy has ended.
struct TagNote {
  static constexpr std::uint64_t kEnded = ~0ull;
  std::uint64_t flow;  ///< Index in the schedule's records; kEnded: it has ended.
  std::uint32_t node;  ///< The copy's source.
  std::uint32_t tag;
};

/// Moves the copies of schedules on a network of routers. Each node has a copy engine, which
/// performs its copies one at a time, first come first served, as packets of at most `packet`.
///
/// Timing: when a copy is the first of its engine, `setup` passes. At the next whole cycle, the
/// node gets the first packet. The others follow as the node sends them, as fast as its channel and
/// its credits allow. The engine is free when the last packet has left. A copy has ended when all
/// of its flits have arrived, in any order. A node holds at most two packets of a copy, whatever
/// its length.
///
/// Not modelled: acknowledgements; memories behind the nodes (they keep up with the channel).
///
/// If several ranks share the network, an engine is served by the rank of its node, and a copy ends
/// in the rank of its destination. Ranks send each other notes about which copy has which tag, and
/// about its end. Every rank keeps all engines, for the tags.
class NetworkCopies final : public schedule::CopyMoverIf,
                            public hw::router::PacketClient,
                            private core::RankNotesOf<TagNote>,
                            private hw::router::SourceClient,
                            private core::Clocked {
 public:
  NetworkCopies(const NetworkCopyParams& params, unsigned nodes);
  /// Connects the engines to `network`, which will notify this object of its packets. Call before
  /// the simulation starts.
  void attach(Network& network);

  [[nodiscard]] unsigned devices() const override { return static_cast<unsigned>(engines_.size()); }
  void check(const model::Schedule& schedule, const model::Task& copy) const override;
  [[nodiscard]] unsigned rank_of(unsigned device) const override {
    return network_->rank_of(device);
  }
  void schedule_begins(std::vector<model::Flow>& flows, schedule::CopyClient& client) override {
    flows_ = &flows;
    client_ = &client;
  }
  void submit(model::Flow& flow, const model::Task& copy, schedule::CopyClient& client) override;
  [[nodiscard]] std::string holder(unsigned source) const override;

  bool packet_born(core::Cycle) override { return true; }
  void flit_ends(const hw::router::Flit& flit) override;

 private:
  struct Copy {
    model::Flow* flow = nullptr;
    schedule::CopyClient* client = nullptr;
    std::uint64_t given = 0;      ///< Bytes handed to the node as packets.
    std::uint64_t flits_out = 0;  ///< Handed to the node, not yet at the destination.
    core::Cycle last = 0;         ///< Arrival time of the latest flit so far.
  };
  static constexpr int kNoTag = -1;
  struct Engine {
    std::deque<Copy> waiting;  ///< Front: being set up, if `setting_up`.
    std::vector<Copy> tagged;  ///< By tag: sent or under way; `flow` of a free tag is null.
    int sending = kNoTag;      ///< Tag of the copy that the engine sends.
    unsigned queued = 0;       ///< Packets of that copy still in the node.
    bool setting_up = false;
    bool wants_tag = false;  ///< Setup is over; waits for a free tag.
  };
  struct Due {
    core::Cycle at;
    std::uint64_t order;  ///< Orders entries with the same cycle.
    unsigned node;
    int tag;  ///< Of the copy that ends; kNoTag: the engine has been set up.
    bool operator>(const Due& other) const {
      return at != other.at ? at > other.at : order > other.order;
    }
  };

  void take(const TagNote& note) override;
  [[nodiscard]] bool here(unsigned node) const {
    return network_->rank_of(node) == core::ranks().self();
  }
  [[nodiscard]] std::uint64_t flits_of(const model::Flow& flow) const;
  void cycle(core::Cycle now) override;
  void packet_left(unsigned node) override;
  void set_up_next(unsigned node);
  void begin(unsigned node);
  [[nodiscard]] static int free_tag(Engine& engine);
  void feed(unsigned node);
  void end(unsigned node, int tag);
  void at(core::Cycle cycle, unsigned node, int tag);
  [[nodiscard]] hw::router::Nodes& nodes_of(unsigned node) const;

  const NetworkCopyParams params_;
  Network* network_ = nullptr;
  core::ClockPart* clock_ = nullptr;  ///< The clock part that this process serves.
  unsigned member_ = 0;
  std::vector<Engine> engines_;  ///< By node.
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  std::uint64_t said_ = 0;
  std::vector<model::Flow>* flows_ = nullptr;  ///< Of the current schedule.
  schedule::CopyClient* client_ = nullptr;     ///< Runner of that schedule.
};

}  // namespace gf::platforms::network
