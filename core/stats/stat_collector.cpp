// SPDX-License-Identifier: Apache-2.0
#include "core/stats/stat_collector.h"

#include "core/base/parcel_bytes.h"
#include "core/base/text_fields.h"
#include "core/stats/stats.h"

namespace gf::core {

std::optional<unsigned> number_behind(std::string_view prefix, const std::string& path) {
  if (path.compare(0, prefix.size(), prefix) != 0) return std::nullopt;
  const std::size_t end = path.find_first_of(". ", prefix.size());
  return parse_number<unsigned>(path.substr(prefix.size(), end - prefix.size()));
}

void StatCollector::gather_to_rank0() {
  if (ranks().alone()) return;
  const std::vector<std::string> packed = ranks().gather(packed_by(ranks().self()));
  for (unsigned rank = 0; rank < packed.size(); ++rank)
    if (rank != ranks().self()) take(rank, packed[rank]);
}

std::optional<unsigned> StatCollector::rank_counting(const std::string& path) const {
  const unsigned rank = rank_of_(path);
  return rank == kNobody ? std::nullopt : std::optional(rank);
}

std::string StatCollector::packed_by(unsigned rank) const {
  std::string packed;
  ByteWriter writer(packed);
  for (const StatGroup* const group : StatRegistry::instance().groups()) {
    if (rank_of_(group->path()) != rank) continue;
    for (const Stat* const stat : group->stats()) stat->put(writer);
  }
  return packed;
}

void StatCollector::take(unsigned rank, const std::string& packed) const {
  ByteReader reader(packed);
  for (const StatGroup* const group : StatRegistry::instance().groups()) {
    if (rank_of_(group->path()) != rank) continue;
    for (Stat* const stat : group->stats()) stat->take(reader);
  }
  GF_CHECK(reader.at_end(), "statistics of rank " + std::to_string(rank));
}

}  // namespace gf::core
