// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/gpu_p2p_tx/* hw/apenet/firmware/tx_descriptor.cpp hw/apenet/gpu_peer.h
// Holds: hw/apenet/bus_analyser.h hw/apenet/nios/cost_table.h
// What a card reads, receives and loops back, beside the numbers of [APENET13].
#include <gtest/gtest.h>

#include "tests/support/apenet_bench.h"

namespace gf::hw::apenet::rates_test {
namespace {

using model::RdmaEventKind;

/// The paper's test: messages of 1 MiB put as fast as the card takes them.
struct Stream : test::ApenetBench {
  /// Bytes a second from the first message's end to the last one's.
  double rate(bool from_gpu, bool to_gpu, std::uint64_t size = 1 << 20, bool bar1 = false) {
    constexpr unsigned kCount = 4;
    build();
    const std::uint64_t from = buffer(size, from_gpu);
    const std::uint64_t to = buffer(size, to_gpu);
    sc_core::sc_start();
    for (unsigned i = 0; i < kCount; ++i) host().put({from, size, 0, 1, to, bar1});
    run();
    const bool flush = params.card.tx_fifo.flush;
    const auto seen = events_of(flush ? RdmaEventKind::kSent : RdmaEventKind::kReceived);
    EXPECT_EQ(seen.size(), kCount);
    const sc_core::sc_time span = seen.back().at - seen.front().at;
    return static_cast<double>(size) * (kCount - 1) / span.to_seconds();
  }
};

struct ApenetReading : testing::Test, Stream {
  ApenetReading() { params.card.tx_fifo.flush = true; }
  void expect(double published, double tolerance, double measured) {
    EXPECT_NEAR(measured / published, 1, tolerance) << measured / 1e6 << " MB/s";
  }
};

TEST_F(ApenetReading, HostMemory) { expect(2.4e9, 0.05, rate(false, false)); }
TEST_F(ApenetReading, FermiP2p) { expect(1.5e9, 0.05, rate(true, false)); }
TEST_F(ApenetReading, FermiBar1) { expect(0.15e9, 0.05, rate(true, false, 1 << 18, true)); }
TEST_F(ApenetReading, KeplerP2p) {
  params.gpu = GpuPeerParams::of("kepler");
  expect(1.6e9, 0.05, rate(true, false));
}
TEST_F(ApenetReading, KeplerBar1) {
  params.gpu = GpuPeerParams::of("kepler");
  expect(1.6e9, 0.05, rate(true, false, 1 << 20, true));
}
TEST_F(ApenetReading, Version1) {
  params.card.gpu_p2p_tx.generation.generation = "v1";
  expect(0.6e9, 0.07, rate(true, false));
}
TEST_F(ApenetReading, Version2At32KB) {
  params.card.gpu_p2p_tx.generation.generation = "v2";
  expect(1.5e9, 0.07, rate(true, false));
}
TEST_F(ApenetReading, Version2At4KBIsAFifthBelow8KB) {
  params.card.gpu_p2p_tx.generation.generation = "v2";
  params.card.gpu_p2p_tx.generation.window = core::kibibytes(4);
  expect(1.5143e9 / 1.2, 0.07, rate(true, false));
  EXPECT_GT(card().gpu_p2p_tx.stats().no_window.value(), sc_core::SC_ZERO_TIME);
}
TEST_F(ApenetReading, Version2At8KBHasItAll) {
  params.card.gpu_p2p_tx.generation.generation = "v2";
  params.card.gpu_p2p_tx.generation.window = core::kibibytes(8);
  expect(1.5143e9, 0.01, rate(true, false));
}
TEST_F(ApenetReading, SlowerRequestsAreTheLimitThen) {
  params.card.gpu_p2p_tx.request_interval = sc_core::sc_time(160, sc_core::SC_NS);
  expect(128 / 160e-9, 0.02, rate(true, false));
}

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
}  // namespace gf::hw::apenet::rates_test
