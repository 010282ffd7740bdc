// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/rank_windows.h"

#include <cmath>

namespace gf::model {

WindowTime window_time(const RankedNetwork& network, const RankedComputer& computer,
                       unsigned ranks) {
  const double most_parts = std::ceil(static_cast<double>(network.parts) / ranks);
  const double share = most_parts / network.parts;
  WindowTime time;
  time.compute = network.hops * network.window * share * computer.hop;
  if (ranks == 1) return time;
  // A flit that leaves a part goes to any other one, some of which are of the same rank; its credit
  // comes back by the same way.
  const double leaving = (network.parts - most_parts) / (network.parts - 1);
  const double bytes = network.crossing * network.window * share * leaving *
                       (computer.flit_bytes + computer.credit_bytes);
  const unsigned others = ranks - 1;
  time.exchange = computer.message.time(bytes) + 2 * others * computer.overhead;
  time.agreement = 2 * std::ceil(std::log2(ranks)) * computer.message.alpha;
  return time;
}

}  // namespace gf::model
