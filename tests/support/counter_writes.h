// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tests/support/proact_bench.h"

namespace gf::test::counter_writes {

using hw::proact::ChunkMap;
using hw::proact::Region;
using hw::proact::Span;

inline constexpr std::uint64_t kChunk = 4096;

/// `ctas` CTAs each write all chunks of the region.
inline ChunkMap all_write_all(const Region& region, unsigned ctas) {
  return ChunkMap(region, {0, ctas}, [&](unsigned, std::vector<Span>& spans) {
    spans.push_back({0, region.bytes.count()});
  });
}

}  // namespace gf::test::counter_writes
