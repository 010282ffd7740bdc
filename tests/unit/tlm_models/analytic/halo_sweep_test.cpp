// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/halo_sweep.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/random.h"
#include "tlm_models/analytic/pcie_times.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::model::halo_sweep_test {
namespace {

double plain_time(PcieCongestion& model, const workload::Neighbours& order) {
  const core::Bytes size = core::mebibytes(1);
  double last = 0;
  for (const PredictedTime& time : predict_times(model, workload::halo("h", order, size)))
    last = std::max(last, time.end);
  return last / reference_seconds(model, size);
}

TEST(HaloSweep, AgreesWithPlainEvaluation) {
  PcieCongestion model(pcie_tree_t2());
  const HaloSweep sweep(pcie_tree_t2(), {}, workload::halo_2d_neighbours(8));
  core::RandomStream random(1, "orders");
  for (int i = 0; i < 300; ++i) {
    const auto number = random.below(sweep.count());
    EXPECT_NEAR(sweep.time(number), plain_time(model, sweep.order(number)), 2e-9);
  }
}

TEST(HaloSweep, OrdersAreNumberedLexicographically) {
  const HaloSweep sweep(pcie_tree_t2(), {}, workload::halo_2d_neighbours(8));
  EXPECT_EQ(sweep.count(), 20736u);
  EXPECT_EQ(sweep.order(0), workload::halo_2d_neighbours(8));
  EXPECT_EQ(sweep.order(1)[0], (std::vector<unsigned>{4, 1}));
  EXPECT_EQ(sweep.order(2 * 4)[1], (std::vector<unsigned>{5, 0, 2}));
}

TEST(HaloSweep, RankingIsSortedAndComplete) {
  const HaloSweep sweep(pcie_tree_t1(), {}, workload::halo_2d_neighbours(8));
  std::vector<std::uint64_t> seen;
  for (std::uint64_t rank = 0; rank < sweep.count(); ++rank) {
    seen.push_back(sweep.ranked(rank));
    if (rank > 0) {
      EXPECT_LE(sweep.time(sweep.ranked(rank - 1)), sweep.time(sweep.ranked(rank)));
    }
  }
  std::sort(seen.begin(), seen.end());
  for (std::uint64_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], i);
  EXPECT_EQ(sweep.percentile(0), sweep.fastest());
  EXPECT_EQ(sweep.percentile(100), sweep.slowest());
  EXPECT_EQ(sweep.time(sweep.median_order()), sweep.median());
  const auto curve = sweep.curve(11);
  EXPECT_EQ(curve.front(), sweep.fastest());
  EXPECT_EQ(curve.back(), sweep.slowest());
  EXPECT_TRUE(std::is_sorted(curve.begin(), curve.end()));
}

TEST(HaloSweep, SmallTreesWork) {
  const HaloSweep sweep(pcie_tree_t2_even4(), {}, workload::halo_2d_neighbours(4));
  EXPECT_EQ(sweep.count(), 16u);
  PcieCongestion model(pcie_tree_t2_even4());
  for (std::uint64_t i = 0; i < sweep.count(); ++i)
    EXPECT_NEAR(sweep.time(i), plain_time(model, sweep.order(i)), 2e-9);
}

TEST(HaloSweep, TooManyOrdersAreRefused) {
  const PcieTree tree = make_pcie_tree("rc:4,4");
  EXPECT_THROW(HaloSweep(tree, {}, workload::halo_2d_neighbours(16)), core::UserError);
  workload::Neighbours all(8);
  for (unsigned i = 0; i < 8; ++i)
    for (unsigned j = 0; j < 8; ++j)
      if (i != j) all[i].push_back(j);
  EXPECT_THROW(HaloSweep(pcie_tree_t2(), {}, all), core::UserError);
}

}  // namespace
}  // namespace gf::model::halo_sweep_test
