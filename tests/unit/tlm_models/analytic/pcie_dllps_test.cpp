// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/pcie_dllps.h"

#include <gtest/gtest.h>

namespace gf::model::pcie_dllps_test {
namespace {

TEST(PcieDllps, TimersFollowTheFormulaThatThePrintedOnesAreFrom) {
  for (unsigned payload = 128; payload <= 4096; payload *= 2) {
    const double factor = payload <= 256 ? 3 : 2;
    EXPECT_EQ(pcie3_x16_timer_ns(payload), static_cast<int>((payload + 28) * factor / 16 + 115));
  }
  EXPECT_EQ(pcie3_x16_timer_ns(100), 0);
}

TEST(PcieDllps, TwoOfEightBytesInATimerAndATlp) {
  // 1 B/ns: 16 B in 168 + 276 ns.
  EXPECT_DOUBLE_EQ(dllp_share({1e9, 276, 168e-9}), 16.0 / 444);
  EXPECT_NEAR(dllp_share({13.4286e9, 276, 168e-9}), 16 / (13.4286 * (168 + 20.55)), 1e-6);
}

TEST(PcieDllps, WithoutATimerEachTlpHasItsOwn) {
  EXPECT_DOUBLE_EQ(dllp_share({1e9, 276, 0}), 16.0 / 276);
}

TEST(PcieDllps, SkipsAndDllpsLeaveTheRest) {
  const OpposedStreams streams{1e9, 276, 168e-9};
  EXPECT_DOUBLE_EQ(ideal_efficiency(streams, 2), 1180.0 / 1184 * 428 / 444);
  EXPECT_DOUBLE_EQ(ideal_efficiency(streams, 3), 370.0 / 371 * 428 / 444);
  EXPECT_LT(ideal_efficiency({1e9, 148, 144e-9}, 3), ideal_efficiency(streams, 3))
      << "as many answers for fewer bytes";
}

}  // namespace
}  // namespace gf::model::pcie_dllps_test
