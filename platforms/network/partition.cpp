// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/partition.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/ranks/ranks.h"
#include "core/system/thread_team.h"

namespace gf::platforms::network {
namespace {

constexpr unsigned kNodesOfAPart = 512;  ///< Measured: docs/performance.md.
constexpr unsigned kFewestParts = 4;     ///< With fewer, the whole network fits into the caches.
constexpr unsigned kPartsOfAThread = 4;  ///< Keeps threads from waiting long for the last one.

unsigned blocks_of(const ShapeIf& shape) {
  unsigned blocks = 0;
  for (unsigned r = 0; r < shape.topology().routers(); ++r)
    blocks = std::max(blocks, shape.block_of(r) + 1);
  return blocks;
}

void refuse(const ShapeIf& shape, unsigned parts, const std::string& legal,
            const std::string& way_out) {
  core::fail_config(shape.name(), "partitions", std::to_string(parts), legal, way_out);
}

}  // namespace

unsigned parts_that_serve(const ShapeIf& shape) {
  const unsigned threads = core::threads_to_cut_for() * core::ranks().count();
  const unsigned parts = std::max(shape.topology().nodes() / kNodesOfAPart,
                                  threads > 1 ? kPartsOfAThread * threads : 1);
  return parts < kFewestParts ? 1 : std::min(parts, blocks_of(shape));
}

std::vector<unsigned> cut(const ShapeIf& shape, unsigned parts) {
  const unsigned routers = shape.topology().routers();
  const unsigned blocks = blocks_of(shape);
  if (parts > routers)
    refuse(shape, parts, fmt::format("1 ... {}, the number of routers", routers),
           "lower it, or set it to 0");
  if (parts > blocks && shape.reach() == hw::router::Reach::kGroup) {
    refuse(shape, parts, fmt::format("1 ... {}, the number of groups", blocks),
           fmt::format("routing = {} compares queues of all routers of a group, so a group cannot "
                       "be split: lower partitions, or choose another routing",
                       shape.routing_text()));
  }
  const unsigned ranks = core::ranks().count();
  if (parts < ranks)
    refuse(shape, parts, fmt::format("at least {}, the number of ranks", ranks),
           "each rank simulates at least one part: start fewer ranks, or raise partitions");
  std::vector<unsigned> part_of;
  for (unsigned r = 0; r < routers && parts > 1; ++r) {
    const std::uint64_t place = parts <= blocks ? shape.block_of(r) : r;
    part_of.push_back(static_cast<unsigned>(place * parts / (parts <= blocks ? blocks : routers)));
  }
  return part_of;
}

}  // namespace gf::platforms::network
