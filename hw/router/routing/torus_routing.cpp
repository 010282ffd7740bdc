// SPDX-License-Identifier: Apache-2.0
#include "hw/router/routing/torus_routing.h"

#include <algorithm>

namespace gf::hw::router {

Hop DimensionOrderRouting::next(Flit& head, unsigned router) const {
  const model::Torus::Step step =
      torus_.next(graph_.router_of(head.src), router, graph_.router_of(head.dst));
  if (step.direction == model::Torus::kHere) return {graph_.port_of(head.dst), 0};
  // The salt depends only on the pair: packets of a pair take the same virtual channels and stay in
  // order, while pairs spread over the channels.
  const unsigned of_a_class = std::max(1u, vcs_ / needs(torus_));
  const unsigned salt = (head.src + head.dst) % of_a_class;
  ++head.hops_local;
  return {graph_.nodes_per_router() + step.direction, step.ring_class * of_a_class + salt};
}

}  // namespace gf::hw::router
