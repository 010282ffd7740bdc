// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cluster_platform.h"

namespace gf::platforms::cluster {

void ClusterPlatform::declare(core::ParamScope root) {
  root.add("workload", workload_,
           "copies or collectives of a generator, as kind:key=value,... (docs/workloads.md)",
           "assumed");
  root.add("real_bytes", real_bytes_,
           "whether copies carry bytes that are compared at their destinations", "assumed");
  schedule_.declare(root);
  copies_params_.declare(root);
  memory_params_.declare(root.child("memory"));
  params_.declare(root);
  // The shape is chosen above, and decides which parameters there are.
  shape_ = network::make_shape(params_.network, true);
  shape_->declare(root.child("net"));
}

void ClusterPlatform::build(std::uint64_t seed) {
  shape_->build(params_.net, false, seed);
  cluster_ = std::make_unique<Cluster>(params_, *shape_, seed);
  if (real_bytes_) byte_check_ = std::make_unique<pcie::ByteCheck>(gpus(), memory_params_, seed);
  copies_ = std::make_unique<ClusterCopies>(copies_params_, *cluster_, byte_check_.get());
  schedule_.build(*copies_, schedule_.make(workload_, copies_->devices(), seed));
}

std::vector<hw::pcie::Endpoint*> ClusterPlatform::gpus() {
  std::vector<hw::pcie::Endpoint*> all;
  for (unsigned i = 0; i < cluster_->size(); ++i) {
    for (unsigned g = 0; g < cluster_->node(i).gpus(); ++g)
      all.push_back(&cluster_->node(i).gpu(g));
  }
  return all;
}

void ClusterPlatform::judge(RunOutcome& outcome) {
  if (!copies_->lost().empty()) {
    // Not a cycle of waits: what is behind a queue pair that has failed never comes.
    outcome.reason = copies_->lost().front() + ", so the schedule cannot end\n" + outcome.reason;
    return;
  }
  if (schedule_.judge(outcome)) return;
  if (byte_check_ == nullptr || byte_check_->difference().empty()) return;
  outcome.code = core::ExitCode::kCheckFailed;
  outcome.reason = byte_check_->difference();
}

std::vector<Result> ClusterPlatform::results() const {
  std::vector<Result> results = schedule_.results();
  std::uint64_t hops = 0, again = 0;
  for (unsigned i = 0; i < cluster_->size(); ++i) {
    hops += cluster_->node(i).tlp_hops();
    for (unsigned n = 0; n < cluster_->node(i).nics(); ++n)
      again += cluster_->node(i).nic(n).sender.stats().again.value();
  }
  results.push_back({"bytes_by_tree", static_cast<double>(copies_->sent_by_tree()), "B"});
  results.push_back({"bytes_by_network", static_cast<double>(copies_->sent_by_network()), "B"});
  results.push_back({"tlp_hops", static_cast<double>(hops), "count"});
  results.push_back({"flit_hops", static_cast<double>(cluster_->network().flit_hops()), "count"});
  results.push_back({"segments_again", static_cast<double>(again), "count"});
  if (byte_check_ != nullptr)
    results.push_back({"bytes_compared", static_cast<double>(byte_check_->bytes_compared()), "B"});
  return results;
}

void ClusterPlatform::write_files(const core::RunDirectory& directory) const {
  schedule_.write_tasks(directory);
  schedule_.write_record(directory);
}

}  // namespace gf::platforms::cluster
