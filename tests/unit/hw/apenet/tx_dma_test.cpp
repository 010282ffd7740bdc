// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/tx_dma.h"

#include <gtest/gtest.h>

#include "tests/support/apenet_bench.h"
#include "tests/support/apenet_rates.h"

namespace gf::hw::apenet::tx_dma_test {
namespace {

using apenet_rates::Stream;

struct ApenetLoopBack : testing::Test, Stream {
  void expect(double published, double tolerance, double measured) {
    EXPECT_NEAR(measured / published, 1, tolerance) << measured / 1e6 << " MB/s";
  }
};

TEST_F(ApenetLoopBack, HostToHost) { expect(1.2e9, 0.05, rate(false, false)); }
TEST_F(ApenetLoopBack, GpuToGpu) { expect(1.1e9, 0.05, rate(true, true)); }
TEST_F(ApenetLoopBack, GpuDestinationCostsATenth) {
  const double measured = rate(false, true);
  EXPECT_GT(measured, 0.87 * 1.2e9);
  EXPECT_LT(measured, 0.95 * 1.2e9);
}
TEST_F(ApenetLoopBack, Version2LeavesLessTimeToReceive) {
  params.card.gpu_p2p_tx.generation.generation = "v2";
  const double measured = rate(true, true);
  EXPECT_LT(measured, 0.95e9) << "v3: 1.07 GB/s";
  EXPECT_GT(measured, 0.8e9);
}
TEST_F(ApenetLoopBack, HardwareBlocksMakeReceivingCheap) {
  params.card.nios.hw_buf_list = params.card.nios.hw_v2p = true;
  EXPECT_GT(rate(false, false), 2.0e9) << "reading is the limit then";
}

}  // namespace
}  // namespace gf::hw::apenet::tx_dma_test
