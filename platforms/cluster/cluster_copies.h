// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "core/ranks/rank_data.h"
#include "platforms/cluster/card_queues.h"
#include "platforms/cluster/cluster.h"
#include "platforms/cluster/hosts/host_copies.h"
#include "platforms/cluster/hosts/host_paths_if.h"
#include "platforms/cluster/unit_carriers.h"
#include "platforms/gpu/copies/gpu_copies.h"
#include "platforms/pcie/byte_check.h"
#include "platforms/schedule/copy_mover_if.h"
#include "tlm_models/host/verbs_host.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::model {
class CopyJournal;
}

namespace gf::platforms::cluster {

/// Parameters of copies between nodes.
struct ClusterCopiesParams : core::ParamGroup {
  core::Param<std::string> path =
      param("path", "direct",
            "path of copies between nodes: NICs access GPU memory (direct), or host memory, where "
            "copy engines of GPU and host stage each copy as a whole (staged)",
            "assumed: direct", core::one_of({"direct", "staged"}));
  core::Param<core::Bytes> stage_chunk =
      param("stage_chunk", core::Bytes(0),
            "path = staged: bytes of a copy that go through host memory at once, overlapping with "
            "the chunks before and after; 0: the copy as a whole",
            "none", core::between(core::Bytes(0), core::mebibytes(1024)));
  core::Param<unsigned> stage_buffers =
      param("stage_buffers", 2u, "path = staged: chunks of a copy under way at the same time",
            "assumed: double buffering", core::between(1u, 64u),
            core::plausible(1u, 8u, "1: no overlap; NCCL has 8 steps in its buffers"));
};

/// Moves the copies of schedules in a cluster. Devices are numbered as in DeviceMap.
///
/// Within a node, the source's copy engine writes to the destination over the tree; if the node's
/// GPUs have memories and NVLink, GpuCopies moves these copies. HostCopies must move those from and
/// to hosts of the node. Between nodes, the software of the source's node posts an RDMA write with
/// immediate data at the card nearest to the source, a GPU or a host. Its peer is the card nearest
/// to the destination. The copy ends when the destination's software has seen the completion. A
/// pair of cards has one queue pair.
///
/// Staged copies have three stages, one after the other: to host memory, across, and from host
/// memory. With `stage_chunk`, each chunk has these stages, and up to `stage_buffers` chunks of a
/// copy are under way; journals do not record them. Copies with engine = proact are pushed by the
/// units of GPUs with memory, between nodes by unit and card (gpu::GpuPushes, UnitCarriers). A copy
/// whose queue pair has failed never ends: the run ends as a deadlock that names the copy.
///
/// If several ranks simulate the cluster, a copy to a node of another rank ends in that rank. The
/// completion identifies it by its index in the schedule's records. Only direct copies between
/// endpoints can go to other ranks.
class ClusterCopies final : public schedule::CopyMoverIf,
                            private model::VerbsHost::Program,
                            private core::RankData {
 public:
  /// `byte_check` null: copies carry no bytes. `workloads`: workloads of kernels, for nodes with
  /// SMs, by machine of `machine`.
  ClusterCopies(const ClusterCopiesParams& params, Cluster& cluster, const ClusterParams& machine,
                const std::vector<gpu::TaskWorkloads>& workloads,
                pcie::ByteCheck* byte_check = nullptr);

  /// Returns the engines between GPUs and hosts of each node, for HostCopies. Copies of the caller
  /// use the first `taken` bytes of each host's memory. Call once, before the simulation starts.
  [[nodiscard]] std::unique_ptr<HostPathsIf> make_host_paths(std::uint64_t taken);

  /// Makes a queue pair between the cards of devices `from` and `to`, which are in different nodes
  /// and will copy. Call before the simulation starts, in the same order in all ranks.
  void join(unsigned from, unsigned to) {
    static_cast<void>(queues_.queue(cluster_.nic(from), cluster_.nic(to)));
  }

  [[nodiscard]] unsigned devices() const override { return map().gpus(); }
  [[nodiscard]] unsigned rank_of(unsigned device) const override {
    return cluster_.rank_of(map().node_of(device));
  }
  void schedule_begins(std::vector<model::Flow>& flows, schedule::CopyClient& client) override {
    flows_ = &flows;
    client_ = &client;
  }
  void check(const model::Schedule& schedule, const model::Task& copy) const override;
  void submit(model::Flow& flow, const model::Task& copy, schedule::CopyClient& client) override;
  [[nodiscard]] model::ComputeIf* hardware(unsigned device) override;
  [[nodiscard]] bool reaches(unsigned from, unsigned to) const override {
    return map().on_one_node(from, to);
  }
  [[nodiscard]] core::ByteRate memory_rate(unsigned device, core::ByteRate usual) const override {
    const unsigned machine = machine_.machine(map().node_of(device));
    return machine == 0 ? usual : machine_.others[machine - 1].memory_rate.value_or(usual);
  }
  [[nodiscard]] bool runs_workloads(unsigned device) const override {
    return copies_of(device) != nullptr;
  }
  [[nodiscard]] std::string holder(unsigned source) const override;
  void schedule_ended() override;

  /// Bytes of copies within nodes: over PCIe, and (next function) over NVLink.
  [[nodiscard]] std::uint64_t sent_by_tree() const { return sent_.by_tree + elsewhere_.by_tree; }
  [[nodiscard]] std::uint64_t sent_by_nvlink() const { return sent_.by_nvlink; }
  [[nodiscard]] std::uint64_t sent_by_network() const {
    return sent_.by_network + elsewhere_.by_network;
  }
  /// Returns a text for each copy that will never end: "copy 0->4: retries exceeded".
  [[nodiscard]] std::vector<std::string> lost() const;
  [[nodiscard]] core::ErrorList errors() const;  ///< Of units.

 private:
  /// A copy between nodes that is under way.
  struct Crossing {
    model::Flow* flow = nullptr;     ///< Null: free.
    std::uint64_t bytes = 0;         ///< Of the copy, or of a chunk of it.
    hw::pcie::CopyRequest place;     ///< Addresses of its source and destination.
    std::uint64_t here = 0;          ///< Staged: offset in the source's host memory.
    std::uint64_t there = 0;         ///< Offset in the destination's host memory.
    model::Flow stage;               ///< Record for copy engines: into host memory, or out of it.
    bool leaves = false;             ///< It is on its way into host memory.
    std::uint64_t id = 0;            ///< Unique; its lowest bits are its index. 0: free.
    std::uint32_t journal_id = ~0u;  ///< Number in a journal of copies.
  };
  /// A staged copy that goes in chunks.
  struct InChunks {
    hw::pcie::CopyRequest place;
    std::uint64_t begun = 0;  ///< Bytes of the chunks so far.
  };
  static constexpr unsigned kSlotBits = 24;
  /// Marks a copy to another rank; the other bits are its index in the records.
  static constexpr std::uint64_t kFar = std::uint64_t{1} << 63;
  /// A copy whose queue pair failed at `at`.
  struct Lost {
    core::Ticks at;
    std::uint64_t far;  ///< kFar and its index, for a copy to another rank; 0: else.
    std::uint32_t source;
    std::uint32_t destination;
    model::WorkStatus status;
  };
  struct Sent {
    std::uint64_t by_tree = 0;
    std::uint64_t by_nvlink = 0;
    std::uint64_t by_network = 0;
  };
  static model::Flow stage_of(const model::Flow& copy, std::uint64_t bytes, const char* what);
  void completion(unsigned card, const model::WorkCompletion& completion) override;
  /// Returns the source and destination addresses of a copy.
  [[nodiscard]] hw::pcie::CopyRequest placed(model::Flow& flow, const model::Task& copy);
  void add_full_node(unsigned number, const gpu::TaskWorkloads& workloads);
  void submit_in_node(model::Flow& flow, const model::Task& copy);
  void copied(model::Flow& flow);  ///< A copy engine has ended this.
  /// Takes a free entry for `bytes` bytes of a copy.
  [[nodiscard]] std::size_t add_crossing(model::Flow& flow, const hw::pcie::CopyRequest& place,
                                         std::uint64_t bytes);
  void begin_chunk(model::Flow& flow);  ///< The next chunk of a copy, if there is one.
  /// Returns the active journal if it records this crossing.
  [[nodiscard]] static model::CopyJournal* journal_of(const Crossing& crossing);
  void cross(std::size_t number);
  void cross_to_rank(model::Flow& flow, const model::Task& copy);
  void post(const model::Flow& flow, const model::WorkRequest& request);
  void completion_of_far(const model::WorkCompletion& completion);
  void end_flow(model::Flow& flow);
  void pack(core::ByteWriter& writer) override;
  void merge(std::vector<Packed>& others) override;
  [[nodiscard]] std::vector<Lost> lost_crossings() const;
  void stage_in(std::size_t number);
  void submit_stage(std::size_t number);
  void stage_out(Crossing& crossing);
  void end(std::size_t number);
  /// Returns the bytes at the beginning of a host's memory in other use; a device has none.
  [[nodiscard]] std::uint64_t taken_of(const hw::pcie::Endpoint& host) const {
    return host.foreign() ? 0 : taken_;
  }
  /// Returns the bytes of a host's memory that copies can use. Throws UserError if they are fewer
  /// than `bytes`.
  std::uint64_t room_of(hw::pcie::Endpoint& host, std::uint64_t bytes) const;
  [[nodiscard]] std::uint64_t stage_place(hw::pcie::Endpoint& host, std::uint64_t bytes);
  [[nodiscard]] std::uint64_t host_place(unsigned host, std::uint64_t bytes);
  [[nodiscard]] const DeviceMap& map() const { return cluster_.devices(); }
  [[nodiscard]] ClusterNode& node_of(unsigned device) const { return cluster_.node_of(device); }
  [[nodiscard]] gpu::GpuCopies* copies_of(unsigned device) const {
    return in_node_[map().node_of(device)].get();
  }
  /// The host of a GPU's tree, through which its copies are staged.
  [[nodiscard]] hw::pcie::Endpoint& host_of(unsigned gpu) const {
    return node_of(gpu).host(node_of(gpu).tree_of(cluster_.local(gpu)));
  }
  [[nodiscard]] bool staged() const { return params_.path == "staged"; }

  const ClusterCopiesParams params_;
  Cluster& cluster_;
  const ClusterParams& machine_;
  pcie::ByteCheck* const byte_check_;
  schedule::CopyClient* client_ = nullptr;  ///< The submitter; a cluster has one runner.
  std::deque<Crossing> crossings_;          ///< Elements keep their addresses.
  std::vector<std::size_t> free_;
  std::uint64_t crossings_made_ = 0;
  std::map<const model::Flow*, InChunks> in_chunks_;  ///< Only looked up by key.
  CardQueues queues_;
  std::map<hw::pcie::Endpoint*, std::uint64_t> staged_;  ///< Total bytes staged per host so far.
  std::uint64_t taken_ = HostCopies::kQueueRoom;         ///< Bytes of a host's memory in other use.
  /// Entry n belongs to node n. It is null if the node's GPUs have no memories of their own.
  std::vector<std::unique_ptr<gpu::GpuCopies>> in_node_;
  std::unique_ptr<UnitCarriers> carriers_;  ///< Null if nothing is pushed.
  /// By host, if copies with real bytes are staged.
  std::vector<std::unique_ptr<model::SparseMemory>> host_memories_;
  Sent sent_;
  Sent elsewhere_;  ///< By other ranks, at the last collect(), like:
  std::vector<Lost> lost_;
  std::vector<Lost> lost_elsewhere_;
  std::vector<model::Flow>* flows_ = nullptr;  ///< Of the current schedule.
};

}  // namespace gf::platforms::cluster
