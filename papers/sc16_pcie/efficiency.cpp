// SPDX-License-Identifier: Apache-2.0
#include "papers/sc16_pcie/pcie_experiments.h"

namespace gf::papers::sc16 {

ExperimentResult efficiency(const ExperimentContext& context) {
  constexpr double kLinkRate = 15.754e9;  // bytes per second, the default of `rate`
  const model::CongestionGraph graph{"lone", {{"lone", 4, 1, core::mebibytes(64), {}}}};
  const GraphRun run =
      run_graphs(context, "pcie_t2", "lone_4_1", {graph}, {"-p", "*.efficiency=1"});
  const CommunicationRecord& lone = run.communications.front();
  ExperimentResult result;
  result.measurements = {
      {"pcie.efficiency", "4->1 alone, part of links that carry TLPs only", Kind::kDerived, 76.0,
       100 * lone.bytes / (lone.end - lone.start) / kLinkRate, "%",
       relative(0.01, "printed in whole per cent; 64 B in 84 B are 76.19 %"), "", ""}};
  result.runs = {run.child.link("T2, 4->1 alone, 64 MiB, efficiency 1")};
  return result;
}

}  // namespace gf::papers::sc16
