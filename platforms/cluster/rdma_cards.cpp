// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/rdma_cards.h"

#include <utility>

#include "core/base/error.h"

namespace gf::platforms::cluster {
namespace {

/// The host memory below it holds the card's queues and completions.
constexpr std::uint64_t kFirstBuffer = 16ull << 20;

}  // namespace

RdmaCards::RdmaCards(const ClusterParams& machine, std::shared_ptr<network::ShapeIf> shape,
                     const model::MpiParams& mpi, const model::RdmaHostParams& copies,
                     std::string text, std::uint64_t seed)
    : shape_(std::move(shape)),
      mpi_(mpi),
      copies_(copies),
      text_(std::move(text)),
      cluster_(machine, *shape_, seed) {}

std::vector<model::MpiRank> RdmaCards::ranks() {
  std::vector<model::MpiRank> ranks(cluster_.size());
  for (unsigned i = 0; i < ranks.size(); ++i) {
    ClusterNode& node = cluster_.node(i);
    const hw::pcie::AddressWindow& window = node.host().window();
    ranks[i].host = &node.software();
    ranks[i].buffers = window.first + kFirstBuffer;
    ranks[i].buffer_bytes = window.last - ranks[i].buffers + 1;
    for (unsigned peer = 0; peer < ranks.size(); ++peer)
      ranks[i].queues.push_back(peer == i ? 0
                                          : queues_.queue(node.nic(0), cluster_.node(peer).nic(0)));
  }
  return ranks;
}

model::MessageIf& RdmaCards::make_messages(const model::MessagePath& path) {
  library_ = std::make_unique<model::MpiLibrary>("library", mpi_, copies_, ranks());
  return messages_.emplace(*library_, path.from_gpu);
}

model::ClusterTransport& RdmaCards::make_transport(const model::ClusterApp& app) {
  transport_ = std::make_unique<model::MpiTransport>("apps", mpi_, copies_, app, ranks());
  return *transport_;
}

schedule::CopyMoverIf& RdmaCards::make_copies(const model::MessagePath&,
                                              const std::vector<model::Schedule>&) {
  core::fail_config("", "over", "ib", "apenet with a schedule",
                    "schedules over RDMA cards run on the platform cluster");
}

void RdmaCards::fail_lost(const std::string& cause) {
  core::fail_check("every message arrives", __FILE__, __LINE__, cause);
}

}  // namespace gf::platforms::cluster
