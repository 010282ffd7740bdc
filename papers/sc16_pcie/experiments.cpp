// SPDX-License-Identifier: Apache-2.0
// [SC16]: Martinasso et al., "A PCIe Congestion-Aware Performance Model for Densely Populated
// Accelerator Servers", SC16. The list of its experiments.
#include "papers/papers.h"
#include "papers/sc16_pcie/pcie_experiments.h"

namespace gf::papers {

std::vector<Experiment> pcie_experiments() {
  using Set = Experiment::Set;
  return {
      {"pcie.example1", "Upstream port conflict", "[SC16], V-B, Example 1", Set::kQuick,
       sc16::example1},
      {"pcie.example2", "Downstream port conflict", "[SC16], V-C, Example 2", Set::kQuick,
       sc16::example2},
      {"pcie.example3", "Head-of-line blocking", "[SC16], V-D, Example 3", Set::kQuick,
       sc16::example3},
      {"pcie.bandwidth", "Bandwidth between the two GPUs of a K80", "[SC16], II-A and VII",
       Set::kQuick, sc16::bandwidth},
      {"pcie.efficiency", "Share of the link left by 64 B packets", "[SC16], III-B", Set::kQuick,
       sc16::efficiency},
      {"pcie.dllps", "ACK, NAK and UpdateFC as packets", "PCIe 3.0, 3.5.3.1 and 2.6.1.2",
       Set::kQuick, sc16::dllps},
      {"pcie.table1", "Congestion factors of four communications on T2", "[SC16], Table I",
       Set::kQuick, sc16::table1},
      {"pcie.table2", "Elapsed times of these communications, 300 MB each", "[SC16], Table II",
       Set::kQuick, sc16::table2},
      {"pcie.fig3", "Bandwidth of conflicts against message size", "[SC16], Fig. 3 and III-B",
       Set::kQuick, sc16::fig3},
      {"pcie.fcfs", "In-order service of the copies of one GPU", "[SC16], III-A", Set::kQuick,
       sc16::fcfs},
      {"pcie.fig6.t1", "Packet level against the analytic model on T1", "[SC16], Fig. 6",
       Set::kQuick, sc16::fig6_t1},
      {"pcie.fig6.t2", "Packet level against the analytic model on T2", "[SC16], Fig. 6",
       Set::kQuick, sc16::fig6_t2},
      {"pcie.fig9", "All orders of a 2D halo exchange", "[SC16], Figs. 8, 9 and VIII-A",
       Set::kQuick, sc16::fig9},
      {"pcie.3d", "All orders of a 3D halo exchange", "[SC16], Fig. 11 and VIII-B", Set::kQuick,
       sc16::halo_3d},
      {"pcie.halo.2d", "25 orders of a 2D halo exchange at packet level",
       "[SC16], Fig. 9 and VIII-A", Set::kQuick, sc16::halo_orders_2d},
      {"pcie.halo.3d", "25 orders of a 3D halo exchange at packet level", "[SC16], VIII-B",
       Set::kQuick, sc16::halo_orders_3d},
  };
}

}  // namespace gf::papers
