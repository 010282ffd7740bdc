// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/ranks/rank_data.h"
#include "core/ranks/rank_notes.h"
#include "core/stats/stat_collector.h"
#include "hw/nic/flit_port.h"
#include "hw/nic/remote_segments.h"
#include "platforms/cluster/cluster.h"
#include "platforms/network/shape_if.h"

namespace gf::platforms::cluster {

/// Returns the rank that simulates each router and the cards on it. A rank gets a range of blocks
/// of `shape`, or of routers, with about as many cards as each other rank. All cards of a node are
/// in one rank. Throws UserError(kUsage) if that is impossible.
std::vector<unsigned> cut_by_ranks(const network::ShapeIf& shape, const ClusterParams& params);

/// A note to all ranks; the rank of the segment's destination uses it.
struct SegmentNote {
  hw::nic::Segment segment;
  core::Cycle birth = 0;
  std::uint32_t source = 0;
};

/// A cluster that several ranks simulate. Each rank has built all nodes, but only those act whose
/// cards are on its own routers. This class transfers segments between ranks, because flits name
/// their segment but do not contain it. It also collects the counts of nodes and ports.
class ClusterRanks final : public hw::nic::RemoteSegmentsIf,
                           private core::RankNotesOf<SegmentNote>,
                           private core::RankData {
 public:
  /// `ports`: by node of the network. All arguments must outlive this object.
  ClusterRanks(network::Network& network, const ClusterParams& params,
               const std::vector<hw::nic::FlitPort*>& ports, hw::nic::SegmentPool& pool);

  [[nodiscard]] unsigned rank_of_node(unsigned node) const {
    return network_.rank_of(first_places_[node]);
  }

  [[nodiscard]] bool is_far(unsigned node) const override {
    return network_.rank_of(node) != core::ranks().self();
  }
  void leaves(unsigned source, core::Cycle birth, const hw::nic::Segment& segment) override;

 private:
  void take(const SegmentNote& note) override;
  void pack(core::ByteWriter& writer) override;
  void merge(std::vector<Packed>& others) override;
  [[nodiscard]] unsigned rank_of(const std::string& path) const;

  network::Network& network_;
  const std::vector<hw::nic::FlitPort*>& ports_;
  hw::nic::SegmentPool& pool_;
  std::vector<unsigned> first_places_;  ///< By node of the cluster: its first node of the network.
  core::StatCollector collector_{[this](const std::string& path) { return rank_of(path); }};
};

}  // namespace gf::platforms::cluster
