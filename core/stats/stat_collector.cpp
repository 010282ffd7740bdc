// SPDX-License-Identifier: Apache-2.0
#include "core/stats/stat_collector.h"

#include "core/base/text_fields.h"
#include "core/stats/stats.h"

namespace gf::core {

std::optional<unsigned> number_behind(std::string_view prefix, const std::string& path) {
  if (path.compare(0, prefix.size(), prefix) != 0) return std::nullopt;
  const std::size_t end = path.find_first_of(". ", prefix.size());
  return parse_number<unsigned>(path.substr(prefix.size(), end - prefix.size()));
}

std::optional<unsigned> StatCollector::rank_counting(const std::string& path) const {
  const unsigned rank = rank_of_(path);
  return rank == kNobody ? std::nullopt : std::optional(rank);
}

template <class Each>
void StatCollector::each_of(unsigned rank, const Each& each) const {
  for (const StatGroup* const group : StatRegistry::instance().groups())
    if (rank_of_(group->path()) == rank)
      for (Stat* const stat : group->stats()) each(*stat);
}

void StatCollector::pack(ByteWriter& writer) {
  each_of(ranks().self(), [&](const Stat& stat) { stat.put(writer); });
}

void StatCollector::merge(std::vector<Packed>& others) {
  for (Packed& other : others) each_of(other.rank, [&](Stat& stat) { stat.take(other.reader); });
}

}  // namespace gf::core
