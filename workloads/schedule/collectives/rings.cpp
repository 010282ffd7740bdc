// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/rings.h"

namespace gf::model {
namespace {

Elements part_of(const RankRing& ring, RankBuffer buffer, unsigned member, unsigned part) {
  return {ring.ranks[member], buffer, ring.part(part), ring.part(part + 1) - ring.part(part)};
}

}  // namespace

void reduce_scatter(CollectiveBuilder& builder, const RankRing& ring, RankBuffer from) {
  const unsigned n = ring.size();
  if (n == 1)
    return builder.copy(part_of(ring, from, 0, 0), part_of(ring, RankBuffer::kOutput, 0, 0));
  std::vector<Elements> sums(n);  // by member: the data it sends next
  for (unsigned i = 0; i < n; ++i) sums[i] = part_of(ring, from, i, (i + n - 1) % n);
  for (unsigned step = 1; step < n; ++step) {
    std::vector<Elements> come(n);
    for (unsigned i = 0; i < n; ++i) {
      const unsigned next = (i + 1) % n;
      come[next] = builder.scratch(ring.ranks[next], sums[i].count);
      builder.copy(sums[i], come[next]);
    }
    // Partial sums are kept in scratch, because the members' contributions must not be overwritten.
    for (unsigned i = 0; i < n; ++i) {
      const unsigned part = (i + 2 * n - 1 - step) % n;
      const bool last = step == n - 1;
      const Elements to = last ? part_of(ring, RankBuffer::kOutput, i, part) : come[i];
      builder.reduce(come[i], part_of(ring, from, i, part), to);
      sums[i] = to;
    }
  }
}

void all_gather(CollectiveBuilder& builder, const RankRing& ring) {
  const unsigned n = ring.size();
  for (unsigned step = 0; step + 1 < n; ++step) {
    for (unsigned i = 0; i < n; ++i) {
      const unsigned part = (i + n - step) % n;
      builder.copy(part_of(ring, RankBuffer::kOutput, i, part),
                   part_of(ring, RankBuffer::kOutput, (i + 1) % n, part));
    }
  }
}

}  // namespace gf::model
