// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/units.h"

namespace gf::model {

/// A link between two nodes of a graph; capacities in bytes/s.
struct FlowLink {
  unsigned a = 0;
  unsigned b = 0;
  double there = 0;  ///< Capacity from `a` to `b`.
  double back = 0;
};

/// Returns the most that `sources` together can send to `sinks` over `links`, by the best possible
/// routes. Nodes are numbered below `nodes`; no source is a sink.
core::ByteRate max_flow(unsigned nodes, const std::vector<FlowLink>& links,
                        const std::vector<unsigned>& sources, const std::vector<unsigned>& sinks);

/// "upper bounds (incl. headers): all-to-all 450 GB/s per GPU; bisection 1.8 TB/s".
std::string bounds_text(core::ByteRate all_to_all, core::ByteRate bisection);

}  // namespace gf::model
