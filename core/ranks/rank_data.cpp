// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rank_data.h"

#include <algorithm>
#include <iterator>

namespace gf::core {

std::vector<RankData*>& RankData::all() {
  static std::vector<RankData*> all;
  return all;
}

RankData::RankData(When when, Receiver receiver) : when_(when), receiver_(receiver) {
  all().push_back(this);
}

RankData::~RankData() { all().erase(std::find(all().begin(), all().end(), this)); }

void RankData::collect(When when) {
  std::vector<RankData*> due;
  std::copy_if(all().begin(), all().end(), std::back_inserter(due),
               [when](const RankData* part) { return part->when_ <= when; });
  collect(due);
}

void RankData::collect(const std::vector<RankData*>& parts) {
  for (const Receiver receiver : {Receiver::kAll, Receiver::kRank0}) {
    std::vector<RankData*> chosen;
    std::copy_if(parts.begin(), parts.end(), std::back_inserter(chosen),
                 [receiver](const RankData* part) { return part->receiver_ == receiver; });
    if (!chosen.empty()) exchange(chosen, receiver);
  }
}

void RankData::exchange(const std::vector<RankData*>& parts, Receiver receiver) {
  std::string mine;
  if (receiver == Receiver::kAll ? !ranks().alone() : !ranks().first())
    for (RankData* const part : parts) ByteWriter(mine).put_all(part->packed());
  const std::vector<std::string> all =
      receiver == Receiver::kAll ? ranks().share(mine) : ranks().gather(mine);
  if (all.empty()) return;  // Rank 0 receives it.
  std::vector<ByteReader> readers(all.begin(), all.end());
  std::vector<std::string> by_rank(all.size());
  for (RankData* const part : parts) {
    for (unsigned rank = 0; rank < all.size(); ++rank)
      if (!readers[rank].at_end()) readers[rank].get_all(by_rank[rank]);
    part->merge_packed(by_rank);
  }
}

std::string RankData::packed() {
  std::string bytes;
  ByteWriter writer(bytes);
  pack(writer);
  return bytes;
}

void RankData::merge_packed(const std::vector<std::string>& by_rank) {
  std::vector<Packed> others;
  for (unsigned rank = 0; rank < by_rank.size(); ++rank)
    if (rank != ranks().self()) others.push_back({rank, ByteReader(by_rank[rank])});
  merge(others);
  for (const auto& [rank, reader] : others)
    GF_CHECK(reader.at_end(), "rank " + std::to_string(rank) + " has packed more");
}

std::optional<unsigned> RankData::rank_that_counts(const std::string& path) {
  for (const RankData* const part : all())
    if (const auto rank = part->rank_counting(path)) return rank;
  return std::nullopt;
}

bool RankData::is_counted_here(const std::string& path) {
  return ranks().alone() || rank_that_counts(path).value_or(0) == ranks().self();
}

}  // namespace gf::core
