// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/region_history.h"

#include <algorithm>

namespace gf::model::proact {

void RegionHistory::read(int phase, Span span, std::uint8_t* bytes) const {
  std::fill_n(bytes, span.bytes(), std::uint8_t{0});
  for (const Version& version : versions_) {
    if (version.phase > phase) break;
    const std::uint64_t begin = std::max(span.begin, version.offset);
    const std::uint64_t end = std::min(span.end, version.offset + version.bytes.size());
    if (begin < end)
      std::memcpy(bytes + (begin - span.begin), version.bytes.data() + (begin - version.offset),
                  end - begin);
  }
}

}  // namespace gf::model::proact
