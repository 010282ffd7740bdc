// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/torus.h"

#include <algorithm>
#include <string>

#include "core/error.h"

namespace gf::model {

void TorusParams::validate() const {
  core::ParamGroup::validate("torus");
  if (x * y * z < 2) {
    core::fail_config("torus", "x y z", std::to_string(x * y * z) + " router", "at least 2 routers",
                      "raise x, y or z");
  }
}

namespace {

const TorusParams& checked(const TorusParams& params) {
  params.validate();
  return params;
}

}  // namespace

Torus::Torus(const TorusParams& params)
    : params_(checked(params)),
      sizes_(params.sizes()),
      strides_{1, params.x, params.x * params.y},
      graph_(params.x * params.y * params.z, params.nodes_per_router + 2 * kDimensions,
             params.nodes_per_router) {
  for (unsigned router = 0; router < graph_.routers(); ++router) {
    for (unsigned d = 0; d < kDimensions; ++d) wire(router, d);
  }
}

void Torus::wire(unsigned router, unsigned d) {
  const unsigned here = coordinate(router, d);
  const unsigned next = here + 1 == sizes_[d] ? 0 : here + 1;
  if (sizes_[d] == 1 || (next == 0 && !params_.wrap)) return;
  const unsigned peer = router - here * strides_[d] + next * strides_[d];
  graph_.connect(router, port(d, true), peer, port(d, false), ChannelType::kLocal);
}

bool Torus::goes_up(unsigned dimension, unsigned from, unsigned to) const {
  if (!params_.wrap) return to > from;
  const unsigned size = sizes_[dimension];
  return 2 * ((to + size - from) % size) <= size;
}

unsigned Torus::distance(unsigned from, unsigned to) const {
  unsigned hops = 0;
  for (unsigned d = 0; d < kDimensions; ++d) {
    const unsigned a = coordinate(from, d);
    const unsigned b = coordinate(to, d);
    const unsigned straight = std::max(a, b) - std::min(a, b);
    hops += params_.wrap ? std::min(straight, sizes_[d] - straight) : straight;
  }
  return hops;
}

}  // namespace gf::model
