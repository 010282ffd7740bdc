// SPDX-License-Identifier: Apache-2.0
#pragma once

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
/// network of routers. Parameters define the nodes (`node.gpus`, `node.nics`, ...), or each node is
/// the machine of a plan, which then also gives the network.
class NetworkedNodes final : public SystemIf {
 public:
  static constexpr core::OutputNote kBytesByTree{
      "bytes_by_tree", "B", "bytes of copies within nodes over PCIe", "with a network"};
  static constexpr core::OutputNote kBytesByNvlink{"bytes_by_nvlink", "B",
                                                   "bytes of copies within nodes over NVLink",
                                                   "with a network, gpu_model=full"};
  static constexpr core::OutputNote kBytesByNetwork{
      "bytes_by_network", "B", "bytes of copies between nodes", "with a network"};

  /// `plan` null: parameters define the nodes; otherwise it must outlive this object. `full`: the
  /// plan's GPUs have SMs and memory.
  explicit NetworkedNodes(const model::MachinePlan* plan = nullptr, bool full = false);

  void preset(const core::ParamScope& root) const override;
  void declare(const core::ParamScope& root) override;
  [[nodiscard]] schedule::Computes computes() const override {
    return params_.node.planned && params_.node.planned->gpus ? schedule::Computes::kByHardware
                                                              : schedule::Computes::kByRate;
  }
  [[nodiscard]] unsigned devices() const override { return params_.nodes * params_.node.gpus; }
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
  void require_ways(const std::vector<model::Schedule>& schedules);
  void add_crossings(const model::Schedule& schedule);
  void check_ranks(bool real_bytes);  ///< Throws UserError for what several ranks cannot simulate.

  const model::MachinePlan* const plan_;
  ClusterParams params_;
  ClusterCopiesParams copies_params_;
  ChosenShape shape_;
  std::optional<gpu::TaskWorkloads> workloads_;
  /// Pairs of GPUs between which cards copy, in the order of tasks.
  std::vector<std::pair<unsigned, unsigned>> crossings_;
  std::unique_ptr<Cluster> cluster_;
  std::unique_ptr<ClusterCopies> copies_;
};

}  // namespace gf::platforms::cluster
