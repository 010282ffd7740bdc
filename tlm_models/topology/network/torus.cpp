// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/network/torus.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"

namespace gf::model {

void TorusParams::validate() const {
  core::ParamGroup::validate("torus");
  if (shape().routers() < 2) {
    core::fail_config("torus", "x y z", "1 router", "at least 2 routers", "raise x, y or z");
  }
}

Torus TorusParams::shape() const { return {{x, y, z}, wrap}; }

bool Torus::has_channel(unsigned router, unsigned direction) const {
  const unsigned dimension = direction / 2;
  if (sizes_[dimension] == 1) return false;
  const unsigned edge = direction % 2 == 0 ? sizes_[dimension] - 1 : 0;
  return wraps_ || coordinate(router, dimension) != edge;
}

unsigned Torus::neighbour(unsigned router, unsigned direction) const {
  const unsigned dimension = direction / 2;
  const unsigned size = sizes_[dimension];
  const unsigned here = coordinate(router, dimension);
  const unsigned there = (here + (direction % 2 == 0 ? 1 : size - 1)) % size;
  return router - here * strides_[dimension] + there * strides_[dimension];
}

bool Torus::goes_up(unsigned dimension, unsigned from, unsigned to) const {
  if (!wraps_) return to > from;
  const unsigned size = sizes_[dimension];
  return 2 * ((to + size - from) % size) <= size;
}

unsigned Torus::distance(unsigned from, unsigned to) const {
  unsigned hops = 0;
  for (unsigned d = 0; d < kDimensions; ++d) {
    const unsigned a = coordinate(from, d);
    const unsigned b = coordinate(to, d);
    const unsigned straight = std::max(a, b) - std::min(a, b);
    hops += wraps_ ? std::min(straight, sizes_[d] - straight) : straight;
  }
  return hops;
}

Torus::Step Torus::next(unsigned source, unsigned at, unsigned destination) const {
  for (unsigned d = 0; d < kDimensions; ++d) {
    const unsigned here = coordinate(at, d);
    const unsigned to = coordinate(destination, d);
    if (here == to) continue;
    // Dimensions before this one are done and later ones untouched, so the packet is still in the
    // source's ring. Its start therefore tells whether it has passed the closing channel.
    const unsigned from = coordinate(source, d);
    const bool up = goes_up(d, from, to);
    const bool closes = up ? here + 1 == sizes_[d] : here == 0;
    const bool behind = up ? here < from : here > from;
    return {direction(d, up), wraps_ && (closes || behind) ? 1u : 0u};
  }
  return {};
}

std::string to_text(const Torus& torus) {
  return fmt::format("{}x{}x{}", torus.size(0), torus.size(1), torus.size(2));
}

RouterGraph router_graph(const TorusParams& params) {
  params.validate();
  const Torus torus = params.shape();
  const unsigned first = params.nodes_per_router;
  RouterGraph graph(torus.routers(), first + Torus::kDirections, first);
  for (unsigned router = 0; router < torus.routers(); ++router) {
    for (unsigned up = 0; up < Torus::kDirections; up += 2) {
      if (!torus.has_channel(router, up)) continue;
      graph.connect(router, first + up, torus.neighbour(router, up), first + Torus::opposite(up),
                    ChannelType::kLocal);
    }
  }
  return graph;
}

}  // namespace gf::model
