// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/ranks/rank_notes.h"
#include "platforms/cluster/cards/apenet_cluster.h"
#include "platforms/schedule/copy_mover_if.h"
#include "tlm_models/host/rdma_host.h"
#include "workloads/messages/message_node.h"

namespace gf::platforms::apenet {

/// A note to the rank of a copy's destination: this message of `source` is that copy.
struct CopyNote {
  std::uint64_t flow;  ///< Index in the schedule's records.
  std::uint32_t source;
  model::RdmaMessageId message;
};

/// Moves the copies of schedules between nodes with APEnet+ cards. Each copy is an RDMA PUT of the
/// source's software, from a buffer in host or GPU memory to one of the destination. Every node has
/// one buffer of each kind, as long as the longest copy. Schedules begin when all cards have
/// registered them.
///
/// Timing: the calls and packets of hosts and cards. A copy ends when the destination's program has
/// read the event that reports it. A node's calls run one after the other, and its card sends their
/// data in the same order.
///
/// Not modelled: staging in host memory. Copies to one node all write to the same place.
///
/// If several ranks divide the nodes, each rank registers all buffers, so it knows when that is
/// done. Copies begin in the rank of their source and end in that of their destination. A note
/// tells the destination's rank which message is which copy.
class ApenetCopies final : public schedule::CopyMoverIf, private core::RankNotesOf<CopyNote> {
 public:
  /// `path`: without staging. Call before the simulation starts; the buffers are registered here.
  ApenetCopies(ApenetCluster& cluster, const model::MessagePath& path,
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

  /// Returns the number of buffers for which a card had no room: the most of any node. If there are
  /// any, schedules do not begin.
  [[nodiscard]] unsigned refused() const { return refused_; }

 private:
  struct Node final : model::RdmaHost::Program {
    Node(ApenetCopies& owner, unsigned number) : owner(owner), number(number) {}
    void event(const model::RdmaEvent& event) override { owner.event(number, event); }
    ApenetCopies& owner;
    const unsigned number;
    std::uint64_t source = 0;  ///< Virtual addresses of its buffers.
    std::uint64_t destination = 0;
    unsigned refused = 0;                                            ///< Of these.
    std::unordered_map<model::RdmaMessageId, model::Flow*> sending;  ///< By its message number.
  };
  void take(const CopyNote& note) override;
  void event(unsigned node, const model::RdmaEvent& event);
  void registered(Node& node, const model::RdmaEvent& event);
  std::uint64_t make_buffer(unsigned node, std::uint64_t bytes, bool gpu);

  ApenetCluster& cluster_;
  const model::MessagePath path_;
  std::vector<std::unique_ptr<Node>> nodes_;
  unsigned registering_ = 0;
  unsigned refused_ = 0;
  std::vector<model::Flow>* flows_ = nullptr;  ///< Of the current schedule.
  schedule::CopyClient* client_ = nullptr;     ///< Runner that waits for buffers or copies.
};

}  // namespace gf::platforms::apenet
