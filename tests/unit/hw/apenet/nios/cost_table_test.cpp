// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/nios/cost_table.h"

#include <gtest/gtest.h>

#include "tests/support/apenet_bench.h"
#include "tests/support/apenet_rates.h"

namespace gf::hw::apenet::cost_table_test {
namespace {

TEST(ApenetReceiving, TimeIsLinearInRegisteredBuffers) {
  test::ApenetBench bench;
  bench.build();
  std::vector<std::uint64_t> buffers;
  for (unsigned i = 0; i < 64; ++i) buffers.push_back(bench.buffer(4096, true));
  sc_core::sc_start();
  bench.events.clear();
  const CostTable costs;
  for (const unsigned place : {0u, 1u, 31u, 63u}) {
    const sc_core::sc_time busy = bench.card().nios.stats().busy_rx.value();
    bench.host().put({buffers[0], 4096, 0, 1, buffers[place]});
    bench.run();
    const sc_core::sc_time took = bench.card().nios.stats().busy_rx.value() - busy;
    const unsigned cycles = costs.dispatch + costs.read_header + costs.buf_list_setup +
                            (place + 1) * costs.buf_list_entry + costs.v2p_setup +
                            4 * costs.v2p_level + costs.switch_window + costs.program_rx +
                            costs.rx_event + costs.rx_end + costs.rx_retire;
    EXPECT_EQ(took, costs.clock * cycles) << "buffer " << place;
  }
}

TEST(ApenetReceiving, HalfIsTheListHalfTheTranslation) {
  const CostTable costs;
  const unsigned list = costs.buf_list_setup + 2 * costs.buf_list_entry;
  const unsigned translation = costs.v2p_setup + 4 * costs.v2p_level;
  const unsigned all =
      costs.dispatch + costs.read_header + list + translation + costs.program_rx + costs.rx_end;
  EXPECT_EQ(list, translation);
  EXPECT_GT((list + translation) / double(all), 0.8);
  EXPECT_NEAR(all * costs.clock.to_seconds(), 3.3e-6, 0.15e-6);
}

}  // namespace
}  // namespace gf::hw::apenet::cost_table_test
