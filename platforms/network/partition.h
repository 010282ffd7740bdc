// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "platforms/network/network.h"
#include "platforms/network/shape_if.h"

namespace gf::platforms::network {

/// Parts that NetworkParams::partitions = 0 stands for: of some 512 nodes each, whose state is in
/// the caches while it is served for a window (measured: docs/performance.md); 1 for a network that
/// has less than four times as many. Where several threads or ranks serve them, four each at least.
/// At most one a block of the shape.
unsigned parts_that_serve(const ShapeIf& shape);

/// Which part serves each router (NetworkParams::part_of): parts of equally many blocks, or of
/// routers where there are more parts than blocks. Empty: one part. Throws UserError for more parts
/// than routers or fewer than ranks, and for a routing that would look beyond its part.
std::vector<unsigned> cut(const ShapeIf& shape, unsigned parts);

}  // namespace gf::platforms::network
