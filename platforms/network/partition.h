// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "platforms/network/network.h"
#include "platforms/network/shape_if.h"

namespace gf::platforms::network {

/// Returns the number of parts for NetworkParams::partitions = 0. A part has about 512 nodes, whose
/// state stays in the caches while it is served for a window (measured: docs/performance.md). A
/// network with fewer than four times as many nodes is one part. Several threads or ranks get at
/// least four parts each. There are at most as many parts as the shape has blocks.
unsigned parts_that_serve(const ShapeIf& shape);

/// Returns the part that serves each router (NetworkParams::part_of). Parts have equal numbers of
/// blocks, or of routers if there are more parts than blocks. Empty: one part. Throws UserError for
/// more parts than routers, for fewer than ranks, and for a routing that would look beyond its
/// part.
std::vector<unsigned> cut(const ShapeIf& shape, unsigned parts);

}  // namespace gf::platforms::network
