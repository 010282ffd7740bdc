// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/torus_shape.h"

#include <fmt/format.h>

namespace gf::platforms::network {

void TorusShape::build(NetworkParams& network, bool unsafe, std::uint64_t) {
  graph_.emplace(model::router_graph(shape_));
  // This may set the number of virtual channels, which the routing takes.
  check_vcs(name(), network.router, unsafe,
            hw::router::DimensionOrderRouting::needs(shape_.shape()));
  routing_.emplace(shape_.shape(), *graph_, network.router.vcs);
}

std::string TorusShape::title() const {
  return fmt::format("{} {}: {} nodes, {} routers of radix {}", shape_.wrap ? "torus" : "mesh",
                     to_text(shape_.shape()), topology().nodes(), topology().routers(),
                     topology().ports());
}

}  // namespace gf::platforms::network
