// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/analytic/halo_sweep.h
// Figs. 8 and 11 of [SC16] draw the fastest order; there are several (PCIE-10).
#include <gtest/gtest.h>

#include "tlm_models/analytic/halo_sweep.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::model::halo_ties_test {
namespace {

std::uint64_t fastest_orders(const workload::Neighbours& neighbours) {
  const HaloSweep sweep(pcie_tree_t2(), {}, neighbours);
  std::uint64_t ties = 0;
  while (ties < sweep.count() && sweep.time(sweep.ranked(ties)) == sweep.fastest()) ++ties;
  return ties;
}

TEST(HaloSweep, FastestOrdersOfFigures8And11Tie) {
  EXPECT_GT(fastest_orders(workload::halo_2d_neighbours(8)), 1u);
  EXPECT_GT(fastest_orders(workload::halo_3d_neighbours(8)), 1u);
}

}  // namespace
}  // namespace gf::model::halo_ties_test
