// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tlm_models/topology/network/fat_tree.h"
#include "tlm_models/topology/network/hyperx.h"

namespace gf::model {

/// Properties that follow from the sizes of a network. A channel joins two routers in both
/// directions.
struct NetworkShape {
  unsigned nodes = 0;
  unsigned routers = 0;
  unsigned channels = 0;
  unsigned diameter = 0;   ///< Channels of the longest minimal route.
  unsigned bisection = 0;  ///< Channels cut; minimum over cuts into halves by a digit.
  double mean_hops = 0;    ///< Mean channels per packet; uniform traffic incl. to itself.
};

/// k^n nodes, n k^(n-1) routers. A packet climbs m levels with probability (k - 1) k^(m-1) /
/// k^(n-1).
NetworkShape shape_of(const FatTreeParams& params);
/// t s^l nodes; a dimension is crossed with probability (s - 1) / s.
NetworkShape shape_of(const HyperXParams& params);

}  // namespace gf::model
