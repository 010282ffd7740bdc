// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platforms/cluster/chosen_shape.h"
#include "platforms/cluster/cluster.h"
#include "platforms/cluster/cluster_copies.h"
#include "platforms/cluster/plan/system_if.h"
#include "tlm_models/machine/machine_plan.h"

namespace gf::platforms::cluster {

/// Nodes of GPUs on PCIe trees (and on NVLink if a machine has it), joined by RDMA cards on a
/// network of routers. Parameters define the nodes (`node.gpus`, `node.nics`, ...), or a plan gives
/// the network and its nodes: each is the plan's machine, or another one that the plan names.
class NetworkedNodes final : public SystemIf {
 public:
  static constexpr core::OutputNote kBytesByTree{
      "bytes_by_tree", "B", "bytes of copies between GPUs of a node over PCIe", "with a network"};
  static constexpr core::OutputNote kBytesByNvlink{"bytes_by_nvlink", "B",
                                                   "bytes of copies within nodes over NVLink",
                                                   "with a network, gpu_model=full"};
  static constexpr core::OutputNote kBytesByNetwork{
      "bytes_by_network", "B", "bytes of copies between nodes", "with a network"};

  /// Tells whether the GPUs of a machine have SMs and memory.
  using IsFull = std::function<bool(const model::MachinePlan&)>;
  /// `plan` null: parameters define the nodes; otherwise it must outlive this object.
  explicit NetworkedNodes(const model::MachinePlan* plan = nullptr, const IsFull& full = {});

  void preset(const core::ParamScope& root) const override;
  void declare(const core::ParamScope& root) override;
  [[nodiscard]] schedule::Computes computes() const override {
    return params_.node.full() ? schedule::Computes::kByHardware : schedule::Computes::kByRate;
  }
  [[nodiscard]] unsigned devices() const override { return params_.devices().gpus(); }
  [[nodiscard]] unsigned hosts() const override { return params_.devices().hosts(); }
  void build(const std::vector<model::Schedule>& schedules, bool real_bytes,
             std::uint64_t seed) override;
  [[nodiscard]] std::unique_ptr<pcie::ByteCheck> check_bytes(
      const model::SparseMemoryParams& memory, std::uint64_t seed) override;
  schedule::CopyMoverIf& connect(pcie::ByteCheck* byte_check) override;
  [[nodiscard]] Graph graph() const override { return cluster_->graph(); }
  [[nodiscard]] std::vector<core::LinkSender> link_senders() const override;
  [[nodiscard]] core::Ticks packet_cycle() const override {
    return cluster_->network().clock().period();
  }
  void add_results(std::vector<Result>& results) const override;
  [[nodiscard]] std::string lost() const override;
  [[nodiscard]] core::ErrorList errors() const override { return copies_->errors(); }

 private:
  void use_others(const std::vector<model::PlannedNodes>& rows, const IsFull& full);
  void prepare_gpus(const std::vector<model::Schedule>& schedules, bool real_bytes,
                    std::uint64_t seed);
  void find_rules();  ///< Which GPUs of each node access each other's memory.
  void require_ways(const std::vector<model::Schedule>& schedules);
  /// Whether copies from, to or through host memory within a node may occur.
  [[nodiscard]] bool passes_hosts() const { return names_hosts_ || !all_rules_.all_direct(); }
  /// Throws UserError(kUsage) for a copy between nodes that no card can make.
  void add_crossings(const model::Schedule& schedule);
  void check_ranks(bool real_bytes);  ///< Throws UserError for what several ranks cannot simulate.

  /// The machines of ClusterParams::machine_of. The only one is null if parameters define the
  /// nodes.
  std::vector<const model::MachinePlan*> plans_;
  ClusterParams params_;
  ClusterCopiesParams copies_params_;
  ChosenShape shape_;
  std::vector<gpu::TaskWorkloads> workloads_;  ///< By machine.
  std::vector<P2pRules> rules_;                ///< By machine.
  P2pRules all_rules_;                         ///< Of all nodes.
  bool names_hosts_ = false;                   ///< The schedules have copies from or to hosts.
  /// Pairs of devices between which cards copy, in the order of tasks.
  std::vector<std::pair<unsigned, unsigned>> crossings_;
  std::unique_ptr<Cluster> cluster_;
  std::unique_ptr<ClusterCopies> copies_;
  /// Null if all copies within nodes go directly between GPUs.
  std::unique_ptr<HostPathsIf> host_paths_;
  std::unique_ptr<HostCopies> host_copies_;
};

}  // namespace gf::platforms::cluster
