// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/whole_node.h"

#include "platforms/cluster/plan/machine_bounds.h"

namespace gf::platforms::cluster {

WholeNode::WholeNode(const model::MachinePlan& plan) : plan_(plan) { params_.use(plan, true); }

void WholeNode::build(const std::vector<model::Schedule>& schedules, bool real_bytes,
                      std::uint64_t seed) {
  workloads_.emplace(params_.full_gpus()->prepare(schedules, real_bytes, seed));
  hardware_ = std::make_unique<NodeHardware>(params_, 0, seed, segments_);
  gpu::GpuCopies::each_pair(schedules, [&](unsigned from, unsigned to, const std::string& copy) {
    hardware_->require_way(from, to, copy);
  });
}

std::unique_ptr<pcie::ByteCheck> WholeNode::check_bytes(const model::SparseMemoryParams&,
                                                        std::uint64_t seed) {
  return std::make_unique<pcie::ByteCheck>(hardware_->stores(), seed);
}

schedule::CopyMoverIf& WholeNode::connect(pcie::ByteCheck* byte_check) {
  NodeGpus& gpus = *hardware_->full_gpus();
  copies_ = std::make_unique<gpu::GpuCopies>(gpus.node(), gpus.work(), *workloads_, 0, byte_check);
  gpus.give_units(*copies_, {});
  return *copies_;
}

Graph WholeNode::graph() const {
  Graph graph;
  graph.title = plan_.title();
  hardware_->add_to(graph, "", "");
  const gpu::NvlinkFabric* const fabric = hardware_->full_gpus()->fabric();
  const std::string bounds =
      bounds_of(graph, fabric == nullptr ? std::nullopt : std::optional(fabric->shape()));
  if (!bounds.empty()) graph.title += '\n' + bounds;
  return graph;
}

void WholeNode::add_results(std::vector<Result>& results) const {
  if (const gpu::NvlinkFabric* const fabric = hardware_->full_gpus()->fabric())
    results.push_back(gpu::kPacketHops.result(fabric->packet_hops()));
  if (hardware_->trees() > 0) results.push_back(pcie::kTlpHops.result(hardware_->tlp_hops()));
}

}  // namespace gf::platforms::cluster
