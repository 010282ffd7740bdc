// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/mvapich_loggp.h"

#include <gtest/gtest.h>

namespace gf::model::mvapich_loggp_test {
namespace {

TEST(MvapichLogGP, ShortMessagesBetweenGpusTakeTheirCopiesAndTheNetwork) {
  EXPECT_NEAR(mvapich_latency({}, 8, true), 15.1e-6, 0.05e-6);
  EXPECT_NEAR(mvapich_latency({}, 8, false), 3.1e-6, 0.05e-6);
}

TEST(MvapichLogGP, BandwidthGrowsToItsPlateau) {
  const MvapichParams params;
  double before = 0;
  for (std::uint64_t bytes = 32; bytes <= 8192; bytes *= 2) {
    const double now = mvapich_bandwidth(params, bytes, true);
    EXPECT_GT(now, before);
    before = now;
  }
  EXPECT_GT(mvapich_bandwidth(params, 1 << 20, true), 2 * before);
  EXPECT_LE(mvapich_bandwidth(params, 1 << 20, true), params.rate * 1.001);
}

TEST(MvapichLogGP, FourLanesAreSlowerWhereTheWireIsTheLimit) {
  EXPECT_LT(mvapich_bandwidth(MvapichParams::x4(), 1 << 20, false),
            0.6 * mvapich_bandwidth({}, 1 << 20, false));
  EXPECT_EQ(mvapich_latency(MvapichParams::x4(), 1, true), mvapich_latency({}, 1, true));
}

}  // namespace
}  // namespace gf::model::mvapich_loggp_test
