// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/network/joined_dimensions.h"

#include <string>

#include "core/base/error.h"

namespace gf::model {

JoinedDimensions::JoinedDimensions(const std::vector<Dimension>& dimensions, unsigned first_port) {
  GF_CHECK(dimensions.size() <= kMost, std::to_string(dimensions.size()));
  unsigned routers = 1;
  for (const Dimension& dimension : dimensions) {
    GF_CHECK(dimension.size >= 1 && dimension.size <= 256, std::to_string(dimension.size));
    dimensions_.push_back({{dimension}, first_port + ports_, routers});
    ports_ += (dimension.size - 1) * dimension.channels;
    routers *= dimension.size;
  }
  places_.resize(routers);
  for (unsigned router = 0; router < routers; ++router) {
    for (unsigned d = 0; d < dimensions_.size(); ++d) {
      const Wired& dimension = dimensions_[d];
      places_[router] |= router / dimension.stride % dimension.size << (8 * d);
    }
  }
}

std::vector<unsigned> JoinedDimensions::coordinates(unsigned router) const {
  std::vector<unsigned> all;
  for (unsigned d = 0; d < dimensions_.size(); ++d) all.push_back(coordinate(router, d));
  return all;
}

void JoinedDimensions::wire(RouterGraph& graph, unsigned first_router) const {
  for (unsigned router = 0; router < routers(); ++router)
    for (unsigned d = 0; d < dimensions_.size(); ++d) wire(graph, first_router, router, d);
}

/// Adds the channels of one router along one dimension, to the routers with higher coordinates.
void JoinedDimensions::wire(RouterGraph& graph, unsigned first_router, unsigned router,
                            unsigned dimension) const {
  const Wired& d = dimensions_[dimension];
  const unsigned here = coordinate(router, dimension);
  for (unsigned there = here + 1; there < d.size; ++there) {
    const unsigned peer = router + (there - here) * d.stride;
    for (unsigned k = 0; k < d.channels; ++k) {
      graph.connect(first_router + router, d.first_port + (there - 1) * d.channels + k,
                    first_router + peer, d.first_port + here * d.channels + k, d.type);
    }
  }
}

}  // namespace gf::model
