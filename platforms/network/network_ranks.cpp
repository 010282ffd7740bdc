// SPDX-License-Identifier: Apache-2.0
// Messages of a network that several ranks simulate.
#include <algorithm>

#include "core/stats/stat_collector.h"
#include "platforms/network/network.h"

namespace gf::platforms::network {

using core::Ranks;
using model::ChannelType;

void Network::find_neighbours() {
  for (unsigned r = 0; r < graph_.routers(); ++r) {
    for (unsigned p = graph_.nodes_at(r); p < graph_.ports() && owns(r); ++p) {
      const model::RouterPort& port = graph_.port(r, p);
      if (port.type == ChannelType::kUnused || owns(port.peer)) continue;
      auto& cuts = neighbour(core::ranks().owner(part_of(port.peer), clock_.parts())).cuts;
      const std::pair cut{transits_[part_of(r)].get(), transits_[part_of(port.peer)].get()};
      if (std::find(cuts.begin(), cuts.end(), cut) == cuts.end()) cuts.push_back(cut);
    }
  }
}

Network::Neighbour& Network::neighbour(unsigned rank) {
  const auto found = std::find_if(neighbours_.begin(), neighbours_.end(),
                                  [rank](const Neighbour& one) { return one.rank == rank; });
  return found != neighbours_.end() ? *found : neighbours_.emplace_back(Neighbour{rank, {}});
}

void Network::carry(core::RankNotes& notes) {
  notes_ = &notes;
  for (unsigned rank = 0; rank < core::ranks().count(); ++rank)
    if (rank != core::ranks().self()) neighbour(rank);
}

core::Cycle Network::pack(std::vector<Ranks::Parcel>& parcels) {
  core::Cycle earliest = core::kNoCycle;
  parcels.resize(neighbours_.size());
  std::string notes;
  if (notes_ != nullptr) notes_->write_notes(notes);
  for (std::size_t i = 0; i < neighbours_.size(); ++i) {
    messages_.clear();
    messages_.notes = notes;
    for (const auto& [from, to] : neighbours_[i].cuts)
      earliest = std::min(earliest, from->write_messages(*to, messages_));
    parcels[i].rank = neighbours_[i].rank;
    messages_.pack(parcels[i].bytes);
  }
  return earliest;
}

void Network::unpack(const Ranks::Parcel& parcel) {
  messages_.unpack(parcel.bytes);
  if (notes_ != nullptr) notes_->read_notes(messages_.notes);
  for (const auto& letter : messages_.flits)
    transits_[part_of(letter.router)]->flit(letter.flit, *routers_[letter.router], letter.port);
  for (const auto& letter : messages_.credits) {
    const model::RouterPort& end = graph_.port(letter.router, letter.port);
    transits_[part_of(end.peer)]->credit(letter.at, routers_[end.peer]->output(end.peer_port),
                                         letter.vc);
  }
}

std::optional<unsigned> Network::rank_counting(const std::string& path) const {
  const auto router = core::number_behind("router_", path);
  if (!router) return std::nullopt;
  return core::ranks().owner(part_of(*router), clock_.parts());
}

/// Packs the counts of the routers served here, in the order of their numbers; rank 0 stores them
/// in its own copies of the routers.
void Network::pack(core::ByteWriter& writer) {
  std::uint64_t replays = 0;
  for (const auto& errors : errors_) replays += errors->replays();
  writer.put(replays);
  writer.put(clock_.now());
  for (unsigned r = 0; r < graph_.routers(); ++r)
    if (owns(r)) routers_[r]->put_counts(writer);
}

void Network::merge(std::vector<Packed>& others) {
  replays_elsewhere_ = 0;
  for (auto& [rank, reader] : others) {
    replays_elsewhere_ += reader.get<std::uint64_t>();
    clock_.served_elsewhere(reader.get<core::Cycle>());
    for (unsigned r = 0; r < graph_.routers(); ++r)
      if (core::ranks().owner(part_of(r), clock_.parts()) == rank) routers_[r]->take_counts(reader);
  }
}

}  // namespace gf::platforms::network
