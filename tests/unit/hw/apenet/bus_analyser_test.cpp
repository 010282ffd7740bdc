// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/bus_analyser.h"

#include <gtest/gtest.h>

#include "tests/support/apenet_bench.h"
#include "tests/support/apenet_rates.h"

namespace gf::hw::apenet::bus_analyser_test {
namespace {

using apenet_rates::Stream;

TEST(ApenetBusTrace, OneMegabyteByVersion2) {
  Stream bench;
  bench.params.card.tx_fifo.flush = true;
  bench.params.card.gpu_p2p_tx.generation.generation = "v2";
  bench.build();
  const std::uint64_t from = bench.buffer(1 << 20, true);
  sc_core::sc_start();
  bench.host().put({from, 1 << 20, 0, 1, from});
  bench.run();
  const GpuP2pTx::Stats& stats = bench.card().gpu_p2p_tx.stats();
  EXPECT_EQ(stats.requests.value(), (1u << 20) / 128) << "128 B a request";
  // In the slot, as the analyser saw it, 1.8 us; the blocks add the way to and from their port.
  EXPECT_NEAR(stats.head_latency.value().to_seconds(), 1.8e-6 + 0.13e-6, 0.05 * 1.8e-6);
  EXPECT_NEAR(stats.data_time.value().to_seconds() / 663e-6, 1, 0.05);
  EXPECT_NEAR(stats.head_delay.value().to_seconds(), 3e-6, 0.6e-6);
  // The card's link, while data came: 53 % in, 13 % out were seen (DLLPs included).
  const double span = stats.data_time.value().to_seconds();
  const double out = bench.card().port.egress.tx.stats().busy.value().to_seconds() / span;
  EXPECT_NEAR(out, 0.13, 0.03);
}

}  // namespace
}  // namespace gf::hw::apenet::bus_analyser_test
