// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cluster_ranks.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "platforms/refuse_ranks.h"

namespace gf::platforms::cluster {
namespace {

/// Returns the number of cards at each router.
std::vector<unsigned> cards_at(const network::ShapeIf& shape, const ClusterParams& params) {
  std::vector<unsigned> cards(shape.topology().routers());
  for (unsigned i = 0; i < params.nodes; ++i)
    for (unsigned card = 0; card < params.node_at(i).networked(); ++card)
      ++cards[shape.topology().router_of(params.first_place(i) + card)];
  return cards;
}

/// Divides the routers, in blocks given by `block_of`, among the ranks. Empty: too few blocks with
/// cards.
template <class BlockOf>
std::vector<unsigned> cut_blocks(const std::vector<unsigned>& cards, const BlockOf& block_of) {
  std::vector<unsigned> in_block;
  for (unsigned r = 0; r < cards.size(); ++r) {
    in_block.resize(std::max<std::size_t>(in_block.size(), block_of(r) + 1));
    in_block[block_of(r)] += cards[r];
  }
  unsigned all = 0;
  for (const unsigned count : in_block) all += count;
  const unsigned ranks = core::ranks().count();
  std::vector<unsigned> part_of_block;
  std::vector<bool> used(ranks);
  unsigned before = 0;
  for (const unsigned count : in_block) {
    // the part that contains the middle of the block
    const std::uint64_t part = (2ull * before + count) * ranks / (2ull * all);
    part_of_block.push_back(static_cast<unsigned>(std::min<std::uint64_t>(part, ranks - 1)));
    if (count > 0) used[part_of_block.back()] = true;
    before += count;
  }
  if (std::find(used.begin(), used.end(), false) != used.end()) return {};
  std::vector<unsigned> part_of;
  for (unsigned r = 0; r < cards.size(); ++r) part_of.push_back(part_of_block[block_of(r)]);
  return part_of;
}

void check_nodes(const network::ShapeIf& shape, const ClusterParams& params,
                 const std::vector<unsigned>& part_of) {
  for (unsigned i = 0; i < params.nodes; ++i) {
    const unsigned first = params.first_place(i);
    const auto part_at = [&](unsigned place) { return part_of[shape.topology().router_of(place)]; };
    for (unsigned place = first; place < first + params.node_at(i).networked(); ++place)
      if (part_at(place) != part_at(first))
        refuse_ranks(
            fmt::format("node_{}", i),
            fmt::format(
                "its NICs are attached to routers {} and {}, which belong to different ranks",
                shape.topology().router_of(first), shape.topology().router_of(place)));
  }
}

}  // namespace

std::vector<unsigned> cut_by_ranks(const network::ShapeIf& shape, const ClusterParams& params) {
  const std::vector<unsigned> cards = cards_at(shape, params);
  std::vector<unsigned> part_of =
      cut_blocks(cards, [&shape](unsigned router) { return shape.block_of(router); });
  // A routing that compares queues of a group needs the whole group in one part.
  if (part_of.empty() && shape.reach() != hw::router::Reach::kGroup)
    part_of = cut_blocks(cards, [](unsigned router) { return router; });
  if (part_of.empty())
    refuse_ranks(
        fmt::format("{} nodes on a {}", params.nodes.get(), shape.title()),
        "each rank needs a part of the network with NICs, and there are too few such parts");
  check_nodes(shape, params, part_of);
  return part_of;
}

ClusterRanks::ClusterRanks(network::Network& network, const ClusterParams& params,
                           const std::vector<hw::nic::FlitPort*>& ports, hw::nic::SegmentPool& pool)
    : network_(network), ports_(ports), pool_(pool) {
  for (unsigned i = 0; i < params.nodes; ++i) first_places_.push_back(params.first_place(i));
  network_.carry(*this);
  for (hw::nic::FlitPort* const port : ports_) port->connect(*this);
}

void ClusterRanks::leaves(unsigned source, core::Cycle birth, const hw::nic::Segment& segment) {
  GF_CHECK(segment.data == nullptr, "a segment with bytes goes to another rank");
  announce({segment, birth, source});
}

void ClusterRanks::take(const SegmentNote& note) {
  if (is_far(note.segment.destination)) return;
  hw::nic::Segment& segment = pool_.make();
  segment = note.segment;
  segment.next = nullptr;
  ports_[note.source]->expect(note.birth, segment);
}

void ClusterRanks::pack(core::ByteWriter& writer) {
  for (unsigned place = 0; place < ports_.size(); ++place)
    if (!is_far(place)) writer.put(ports_[place]->lost());
}

void ClusterRanks::merge(std::vector<Packed>& others) {
  for (auto& [rank, reader] : others)
    for (unsigned place = 0; place < ports_.size(); ++place)
      if (network_.rank_of(place) == rank) ports_[place]->take_lost(reader.get<std::uint64_t>());
}

unsigned ClusterRanks::rank_of(const std::string& path) const {
  if (const auto node = core::number_behind("node_", path)) return rank_of_node(*node);
  if (const auto place = core::number_behind("port_", path)) return network_.rank_of(*place);
  return core::StatCollector::kNobody;  // routers and "work": their owners collect them
}

}  // namespace gf::platforms::cluster
