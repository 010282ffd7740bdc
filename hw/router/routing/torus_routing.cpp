// SPDX-License-Identifier: Apache-2.0
#include "hw/router/routing/torus_routing.h"

#include <algorithm>

namespace gf::hw::router {

Hop DimensionOrderRouting::next(Flit& head, unsigned router) const {
  const unsigned first = torus_.graph().router_of(head.src);
  const unsigned last = torus_.graph().router_of(head.dst);
  for (unsigned d = 0; d < model::Torus::kDimensions; ++d) {
    const unsigned at = torus_.coordinate(router, d);
    const unsigned to = torus_.coordinate(last, d);
    if (at == to) continue;
    const unsigned from = torus_.coordinate(first, d);
    const bool up = torus_.goes_up(d, from, to);
    const unsigned of_a_class = std::max(1u, vcs_ / needs(torus_));
    const unsigned salt = (head.src + head.dst) % of_a_class;
    ++head.hops_local;
    return {torus_.port(d, up), ring_class(d, up, from, at) * of_a_class + salt};
  }
  return {torus_.graph().port_of(head.dst), 0};
}

unsigned DimensionOrderRouting::ring_class(unsigned dimension, bool up, unsigned from,
                                           unsigned at) const {
  if (!torus_.params().wrap) return 0;
  const bool closes = up ? at + 1 == torus_.size(dimension) : at == 0;
  const bool behind = up ? at < from : at > from;
  return closes || behind ? 1 : 0;
}

}  // namespace gf::hw::router
