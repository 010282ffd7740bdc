// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/firmware/rx_commands.h
#include "hw/apenet/tables/v2p_table.h"

#include <gtest/gtest.h>

#include "tests/support/apenet_bench.h"
#include "tests/support/apenet_delivery.h"

namespace gf::hw::apenet::v2p_table_test {
namespace {

using apenet_delivery::ApenetWrong;
using model::RdmaEventKind;

TEST_F(ApenetWrong, AHostPageAtBusAddress0IsWritten) {
  const std::uint64_t page = (to / 4096 + 4) * 4096;
  host().register_buffer(page, 4096);
  run();
  card().tables.host_v2p.map(page, 0);
  host().put({from, 100, 0, 1, page});
  sc_core::sc_start(1, sc_core::SC_MS);
  EXPECT_EQ(card().rx.stats().bytes.value(), 100u);
  EXPECT_TRUE(card().rx.idle());
}

TEST_F(ApenetWrong, PageRevokedIsAFaultAndWritesNothing) {
  card().tables.host_v2p.unmap(to / 4096 * 4096);
  host().put({from, 100, 0, 1, to});
  run();
  EXPECT_EQ(events_of(RdmaEventKind::kPageFault).size(), 1u);
  EXPECT_EQ(card().rx.stats().bytes.value(), 0u);
  EXPECT_EQ(peek(to), 0);
}

TEST(ApenetRevoked, GpuPageInFlightCutsTheMessageOff) {
  test::ApenetBench bench;
  bench.build();
  const std::uint64_t from = bench.buffer(1 << 20, true);
  const std::uint64_t to = bench.buffer(1 << 20, false);
  sc_core::sc_start();
  bench.events.clear();
  bench.host().put({from, 1 << 20, 0, 1, to});
  bench.host().put({from, 1000, 0, 1, to});
  sc_core::sc_start(100, sc_core::SC_US);
  bench.card().tables.gpu_v2p[0].unmap(from / 65536 * 65536 + 8 * 65536);
  bench.run();
  EXPECT_EQ(bench.events_of(RdmaEventKind::kPageFault).size(), 1u);
  EXPECT_EQ(bench.card().gpu_p2p_tx.stats().faults.value(), 1u);
  const auto received = bench.events_of(RdmaEventKind::kReceived);
  ASSERT_EQ(received.size(), 1u) << "the next message, not the cut one";
  EXPECT_EQ(received[0].event.message, 2u);
}

TEST(ApenetRevoked, PageThatWasTranslatedBeforeIsNotSentFrom) {
  test::ApenetBench bench;
  bench.build();
  const std::uint64_t from = bench.buffer(65536, true);
  const std::uint64_t to = bench.buffer(65536, false);
  sc_core::sc_start();
  bench.host().put({from, 1000, 0, 1, to});
  bench.run();
  EXPECT_EQ(bench.card().gpu_p2p_tx.stats().page_walks.value(), 1u);
  bench.host().put({from, 1000, 0, 1, to});
  bench.run();
  EXPECT_EQ(bench.card().gpu_p2p_tx.stats().page_hits.value(), 1u);
  bench.host().deregister_buffer(from, 65536);
  bench.run();
  bench.host().put({from, 1000, 0, 1, to});
  bench.run();
  EXPECT_EQ(bench.events_of(RdmaEventKind::kPageFault).size(), 1u);
  EXPECT_EQ(bench.events_of(RdmaEventKind::kReceived).size(), 2u);
}

}  // namespace
}  // namespace gf::hw::apenet::v2p_table_test
