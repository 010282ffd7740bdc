// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/schedule/collectives/builder.h"

namespace gf::model {

/// Ranks that pass parts of elements [first, end) on to the next of them, the last to the first.
/// Member i has part i, cut as evenly as goes.
struct Ring {
  std::vector<unsigned> ranks;
  std::uint64_t first = 0, end = 0;

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(ranks.size()); }
  [[nodiscard]] std::uint64_t part(unsigned member) const {
    return first + (end - first) * member / size();
  }
};

/// n - 1 steps, in each of which every member sends one part and adds what comes to its own: at the
/// end part i of member i's output is reduced over all. `from`: the buffer in which the members'
/// contributions are. Only that part of the output is written.
void reduce_scatter(CollectiveBuilder& builder, const Ring& ring, Buffer from);

/// n - 1 steps, in each of which every member passes on the part that came last: part i of member
/// i's output gets into everybody's.
void all_gather(CollectiveBuilder& builder, const Ring& ring);

}  // namespace gf::model
