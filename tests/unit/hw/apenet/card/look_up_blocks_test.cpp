// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/card/look_up_blocks.h"

#include <gmock/gmock.h>

#include "tests/support/apenet_bench.h"
#include "tests/support/apenet_soft_core.h"

namespace gf::hw::apenet::look_up_blocks_test {
namespace {

TEST_F(ApenetSoftCorePrograms, ABlockSearchesInTheSameTimeWhateverThePlace) {
  params.card.nios.hw_buf_list = true;
  const std::vector<double> took = times_by_place();
  EXPECT_DOUBLE_EQ(took[1], took[0]);
  EXPECT_DOUBLE_EQ(took[2], took[0]);
}

/// The cost table's parameter is the blocks' latency. Without them such a packet takes 435 cycles.
TEST_F(ApenetSoftCorePrograms, TheBlocksTakeTheirLatency) {
  params.card.nios.hw_buf_list = params.card.nios.hw_v2p = true;
  params.card.nios.hw_lookup = 100;
  build();
  const std::uint64_t from = buffer(4096, false), to = buffer(4096, false);
  sc_core::sc_start();
  host().put({from, 64, 0, 1, to});
  run();
  const double cycles =
      card().nios.stats().busy_rx.value().to_seconds() / params.card.nios.clock.get().to_seconds();
  EXPECT_GT(cycles, 2 * 100) << "a search and a walk";
  EXPECT_LT(cycles, 2 * 100 + 435);
}

}  // namespace
}  // namespace gf::hw::apenet::look_up_blocks_test
