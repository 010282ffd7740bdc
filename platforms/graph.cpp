// SPDX-License-Identifier: Apache-2.0
#include "platforms/graph.h"

#include "hw/link/transmitter.h"

namespace gf::platforms {

Graph::Direction direction(const hw::link::Transmitter& tx) {
  return {tx.rate(), tx.stats().path()};
}

}  // namespace gf::platforms
