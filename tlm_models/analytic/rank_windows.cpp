// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/rank_windows.h"

#include <algorithm>
#include <cmath>

namespace gf::model {

RankedNetwork ranked(const RankedDragonfly& dragonfly) {
  const double groups = dragonfly.groups();
  const double other_router = 1 - 1. / dragonfly.a;
  const double other_group = 1 - 1 / groups;
  const double flits = dragonfly.terminals() * dragonfly.load;
  RankedNetwork network;
  network.parts = dragonfly.parts == 0 ? dragonfly.groups() : dragonfly.parts;
  network.window = dragonfly.window;
  // One global channel, a local one on either side unless the packet is at the right router
  // already, and the way from the last router to the terminal.
  network.hops = flits * (1 + other_group * (1 + 2 * other_router) + other_router / groups);
  network.crossing = flits * (1 - 1. / network.parts);
  return network;
}

WindowTime window_time(const RankedNetwork& network, const RankedComputer& computer,
                       unsigned ranks) {
  const double most_parts = std::ceil(static_cast<double>(network.parts) / ranks);
  const double share = most_parts / network.parts;
  WindowTime time;
  const double turns = computer.cores == 0 ? 1 : std::max(1., 1. * ranks / computer.cores);
  time.compute = network.hops * network.window * share * computer.hop * turns;
  if (ranks == 1) return time;
  // A flit that leaves a part goes to any other part, and some of these are of the same rank. Its
  // credit comes back the same way.
  const double leaving = (network.parts - most_parts) / (network.parts - 1);
  const double bytes = network.crossing * network.window * share * leaving *
                       (computer.flit_bytes + computer.credit_bytes);
  const unsigned others = ranks - 1;
  time.exchange = computer.message.time(bytes) + 2 * others * computer.overhead * turns;
  time.agreement = 2 * std::ceil(std::log2(ranks)) * computer.message.alpha;
  return time;
}

}  // namespace gf::model
