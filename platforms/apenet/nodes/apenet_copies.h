// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/ranks/rank_notes.h"
#include "platforms/apenet/nodes/apenet_cluster.h"
#include "platforms/schedule/copy_mover_if.h"
#include "tlm_models/host/rdma_host.h"
#include "workloads/messages/message_node.h"

namespace gf::platforms::apenet {

/// To the rank of its destination: that message of `source` is this copy.
struct CopyNote {
  std::uint64_t flow;  ///< In the records of the schedule.
  std::uint32_t source;
  model::RdmaMessageId message;
};

/// What moves the copies of schedules between nodes with APEnet+ cards: each is an RDMA PUT of the
/// source's software, from a buffer in host or GPU memory to one of the destination's. Every node
/// has one of either, as long as the longest copy, and schedules begin when all cards have
/// registered them.
/// Timing: the calls and packets of hosts and cards. A copy has ended when the destination's
/// program has read the event that tells it so. A node's calls run one after the other; its card
/// sends what they have put in their order.
/// Not modelled: staging in host memory; copies to one node write the same place.
/// Where several ranks share out the nodes all of them register all buffers, so that each knows
/// when that is done; copies begin where their source is and end where their destination is, which
/// learns by a note which message is which copy.
class ClusterCopies final : public schedule::CopyMoverIf, private core::RankNotesOf<CopyNote> {
 public:
  /// `path`: without staging. Before the simulation starts; calls to register are made here.
  ClusterCopies(Cluster& cluster, const model::MessagePath& path,
                const std::vector<model::Schedule>& schedules);

  [[nodiscard]] unsigned devices() const override { return cluster_.size(); }
  void check(const model::Schedule& schedule, const model::Task& copy) const override;
  [[nodiscard]] bool ready(schedule::CopyClient& client) override;
  [[nodiscard]] unsigned rank_of(unsigned device) const override {
    return cluster_.rank_of(device);
  }
  void schedule_begins(std::vector<model::Flow>& flows, schedule::CopyClient& client) override {
    flows_ = &flows;
    client_ = &client;
  }
  void submit(model::Flow& flow, const model::Task& copy, schedule::CopyClient& client) override;
  [[nodiscard]] std::string holder(unsigned source) const override;

  /// Buffers that cards had no room for; schedules do not begin if there are any.
  [[nodiscard]] unsigned refused() const { return refused_; }

 private:
  struct Node final : model::RdmaHost::Program {
    Node(ClusterCopies& owner, unsigned number) : owner(owner), number(number) {}
    void event(const model::RdmaEvent& event) override { owner.event(number, event); }
    ClusterCopies& owner;
    const unsigned number;
    std::uint64_t source = 0;  ///< Virtual addresses of its buffers.
    std::uint64_t destination = 0;
    std::unordered_map<model::RdmaMessageId, model::Flow*> sending;  ///< By its count.
  };
  void take(const CopyNote& note) override;
  void event(unsigned node, const model::RdmaEvent& event);
  void registered(const model::RdmaEvent& event);
  std::uint64_t make_buffer(unsigned node, std::uint64_t bytes, bool gpu);

  Cluster& cluster_;
  const model::MessagePath path_;
  std::vector<std::unique_ptr<Node>> nodes_;
  unsigned registering_ = 0;
  unsigned refused_ = 0;
  std::vector<model::Flow>* flows_ = nullptr;  ///< Of the schedule that runs.
  schedule::CopyClient* client_ = nullptr;  ///< Who waits until buffers are registered, or copies.
};

}  // namespace gf::platforms::apenet
