// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/schedule/elements/builder.h"

namespace gf::model {

/// Ranks that pass parts of elements [first, end) to the next rank in the list, and the last one to
/// the first. Member i has part i; parts are as equal as possible.
struct RankRing {
  std::vector<unsigned> ranks;
  std::uint64_t first = 0, end = 0;

  [[nodiscard]] unsigned size() const { return static_cast<unsigned>(ranks.size()); }
  [[nodiscard]] std::uint64_t part(unsigned member) const {
    return first + (end - first) * member / size();
  }
};

/// Performs n - 1 steps. In each, every member sends one part and adds the received part to its
/// own. At the end part i of member i's output is reduced over all members. `from`: the buffer with
/// the members' contributions. Only that part of the output is written.
void reduce_scatter(CollectiveBuilder& builder, const RankRing& ring, RankBuffer from);

/// Performs n - 1 steps. In each, every member passes on the part it received last. At the end all
/// outputs contain part i of member i's output.
void all_gather(CollectiveBuilder& builder, const RankRing& ring);

}  // namespace gf::model
