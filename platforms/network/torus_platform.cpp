// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/torus_platform.h"

#include <fmt/format.h>

namespace gf::platforms::network {

TorusPlatform::TorusPlatform() : NetworkPlatform("torus", patterns_without_groups()) {}

void TorusPlatform::build_shape(std::uint64_t) {
  graph_.emplace(model::router_graph(shape_));
  // Before the routing is made, which takes the number of virtual channels that this may set.
  check_vcs(hw::router::DimensionOrderRouting::needs(shape_.shape()));
  routing_.emplace(shape_.shape(), *graph_, router().vcs);
}

std::string TorusPlatform::title() const {
  return fmt::format("{} {}: {} nodes, {} routers of radix {}", shape_.wrap ? "torus" : "mesh",
                     to_text(shape_.shape()), topology().nodes(), topology().routers(),
                     topology().ports());
}

}  // namespace gf::platforms::network
