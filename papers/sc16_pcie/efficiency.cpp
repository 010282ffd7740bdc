// SPDX-License-Identifier: Apache-2.0
#include "papers/sc16_pcie/copies.h"
#include "papers/sc16_pcie/pcie_experiments.h"

namespace gf::papers::sc16 {

void efficiency(Judge& judge) {
  constexpr double kLinkRate = 15.754e9;  // bytes per second, the default of `rate`
  Graphs graphs;
  graphs.add("lone", {{4, 1, 64 * kMiB}});
  const runs::Run run = judge.ask(on_t2(graphs, {"*.efficiency=1"}), "4->1 alone, 64 MiB");
  judge.set("pcie.efficiency", 100 * records_of(run).front().rate() / kLinkRate);  // %
}

}  // namespace gf::papers::sc16
