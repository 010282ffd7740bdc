// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/pcie_dllps.h"

#include <algorithm>
#include <array>
#include <utility>

namespace gf::model {

double pcie3_x16_timer_ns(unsigned payload) {
  constexpr std::array<std::pair<unsigned, double>, 6> kPrinted = {
      {{128, 144}, {256, 168}, {512, 182}, {1024, 246}, {2048, 374}, {4096, 630}}};
  const auto found = std::find_if(kPrinted.begin(), kPrinted.end(),
                                  [&](const auto& row) { return row.first == payload; });
  return found == kPrinted.end() ? 0 : found->second;
}

double dllp_share(const OpposedStreams& streams) {
  const double period = streams.timer + streams.wire / streams.rate;
  return 2 * streams.dllp / (period * streams.rate);
}

double ideal_efficiency(const OpposedStreams& streams, unsigned generation) {
  const double without_skips = generation < 3 ? 1180.0 / 1184 : 370.0 / 371;
  return without_skips * (1 - dllp_share(streams));
}

}  // namespace gf::model
