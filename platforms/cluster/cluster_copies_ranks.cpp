// SPDX-License-Identifier: Apache-2.0
// Copies between nodes of a cluster that two ranks simulate.
#include <algorithm>
#include <tuple>

#include "platforms/cluster/cluster_copies.h"

namespace gf::platforms::cluster {

void ClusterCopies::cross_to_rank(model::Flow& flow, const model::Task& copy) {
  const hw::pcie::CopyRequest place = placed(flow, copy);
  model::WorkRequest request;
  request.id = request.value = kFar | static_cast<std::uint64_t>(&flow - flows_->data());
  request.bytes = flow.bytes;
  request.signaled = false;
  request.immediate = true;
  request.local = cluster_.endpoint(flow.source).window().first + place.source_address;
  request.remote = place.window.first + place.offset;
  post(flow, request);
}

void ClusterCopies::completion_of_far(const model::WorkCompletion& completion) {
  model::Flow& flow = (*flows_)[completion.id & ~kFar];
  if (completion.status == model::WorkStatus::kDone) return end_flow(flow);
  lost_.push_back(
      {core::now_ticks(), completion.id, flow.source, flow.destination, completion.status});
}

void ClusterCopies::pack(core::ByteWriter& writer) {
  writer.put(sent_);
  writer.put_all(lost_);
}

void ClusterCopies::merge(std::vector<Packed>& others) {
  elsewhere_ = {};
  lost_elsewhere_.clear();
  std::vector<Lost> lost;
  for (auto& [rank, reader] : others) {
    const auto sent = reader.get<Sent>();
    elsewhere_.by_tree += sent.by_tree;
    elsewhere_.by_network += sent.by_network;
    reader.get_all(lost);
    lost_elsewhere_.insert(lost_elsewhere_.end(), lost.begin(), lost.end());
  }
}

/// Returns the lost copies in the order of their ends. Leaves out copies that have ended in another
/// rank: their source did not know.
std::vector<ClusterCopies::Lost> ClusterCopies::lost_crossings() const {
  std::vector<Lost> all = lost_;
  all.insert(all.end(), lost_elsewhere_.begin(), lost_elsewhere_.end());
  const auto had_ended = [this](const Lost& one) {
    return one.far != 0 && (*flows_)[one.far & ~kFar].finished <= one.at;
  };
  all.erase(std::remove_if(all.begin(), all.end(), had_ended), all.end());
  std::sort(all.begin(), all.end(), [](const Lost& a, const Lost& b) {
    return std::tie(a.at, a.source, a.destination) < std::tie(b.at, b.source, b.destination);
  });
  return all;
}

}  // namespace gf::platforms::cluster
