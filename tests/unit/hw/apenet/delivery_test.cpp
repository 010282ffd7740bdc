// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/rx_rdma.h hw/apenet/tx_dma.h hw/apenet/firmware/* hw/apenet/gpu_p2p_tx/*
// Holds: hw/apenet/tables/*
// Holds: tlm_models/host/rdma.h
// Every byte of a PUT is where it belongs, and no byte is anywhere else.
#include <gtest/gtest.h>

#include "core/base/random.h"
#include "tests/support/apenet_bench.h"

namespace gf::hw::apenet::delivery_test {
namespace {

using model::RdmaEventKind;

struct ApenetDelivery : testing::Test, test::ApenetBench {
  ApenetDelivery() { bytes = true; }

  model::SparseMemory& memory(std::uint64_t address, unsigned node) {
    return model::RdmaHost::is_gpu(address) ? *this->node(node).gpu_memory()
                                            : this->node(node).host_memory();
  }
  void poke(std::uint64_t address, std::uint8_t value, unsigned node = 0) {
    memory(address, node).write(host(node).physical(address), &value, 1);
  }
  std::uint8_t peek(std::uint64_t address, unsigned node = 0) {
    std::uint8_t value = 0;
    memory(address, node).read(host(node).physical(address), &value, 1);
    return value;
  }
  static std::uint8_t pattern(std::uint64_t i) {
    return static_cast<std::uint8_t>(i * 131 + (i >> 8) * 7 + 1);
  }
  /// PUTs [from, from + size) to `to` of `node`; checks its bytes and a guard on either side.
  void put_and_compare(std::uint64_t from, std::uint64_t to, std::uint64_t size, unsigned node) {
    constexpr std::uint64_t kGuard = 300;
    for (std::uint64_t i = 0; i < size; ++i) poke(from + i, pattern(i));
    for (std::uint64_t i = 0; i < size + 2 * kGuard; ++i) poke(to - kGuard + i, 0xEE, node);
    events.clear();
    host(0).put({from, size, node, 1, to});
    run();
    ASSERT_EQ(events_of(RdmaEventKind::kReceived).size(), 1u);
    EXPECT_EQ(events_of(RdmaEventKind::kReceived)[0].node, node);
    for (std::uint64_t i = 0; i < size; ++i) ASSERT_EQ(peek(to + i, node), pattern(i)) << i;
    for (std::uint64_t i = 0; i < kGuard; ++i) {
      ASSERT_EQ(peek(to - 1 - i, node), 0xEE);
      ASSERT_EQ(peek(to + size + i, node), 0xEE);
    }
  }
};

struct Ends {
  bool from_gpu;
  bool to_gpu;
};
class ApenetKinds : public ApenetDelivery, public testing::WithParamInterface<Ends> {};

TEST_P(ApenetKinds, EveryByteArrivesWhateverTheAlignment) {
  build();
  const std::uint64_t from = buffer(300000, GetParam().from_gpu);
  const std::uint64_t to = buffer(300000, GetParam().to_gpu);
  sc_core::sc_start();
  put_and_compare(from + 512, to + 512, 1, 0);
  put_and_compare(from + 512, to + 512, 4096, 0);
  put_and_compare(from + 1001, to + 4095, 5000, 0);
  put_and_compare(from + 65535, to + 65530, 70001, 0);
}

std::string ends_name(const testing::TestParamInfo<Ends>& info) {
  return std::string(info.param.from_gpu ? "Gpu" : "Host") + "To" +
         (info.param.to_gpu ? "Gpu" : "Host");
}
INSTANTIATE_TEST_SUITE_P(All, ApenetKinds,
                         testing::Values(Ends{false, false}, Ends{false, true}, Ends{true, false},
                                         Ends{true, true}),
                         ends_name);

TEST_F(ApenetDelivery, Version1DeliversPacketByPacket) {
  params.card.gpu_p2p_tx.generation.generation = "v1";
  build();
  const std::uint64_t from = buffer(200000, true);
  const std::uint64_t to = buffer(200000, true);
  sc_core::sc_start();
  put_and_compare(from + 777, to + 1234, 140000, 0);
}

TEST_F(ApenetDelivery, Version2DeliversWithASmallWindow) {
  params.card.gpu_p2p_tx.generation.generation = "v2";
  params.card.gpu_p2p_tx.generation.window = core::kibibytes(4);
  build();
  const std::uint64_t from = buffer(200000, true);
  const std::uint64_t to = buffer(200000, true);
  sc_core::sc_start();
  put_and_compare(from + 777, to + 1234, 140000, 0);
}

TEST_F(ApenetDelivery, OverLinksWithErrors) {
  torus.link.packet_error_rate = 0.05;
  build({{4, 2, 1}});
  const std::uint64_t from = buffer(300000, true, 0);
  const std::uint64_t to = buffer(300000, true, 6);
  sc_core::sc_start();
  put_and_compare(from + 99, to + 3333, 250000, 6);
}

TEST_F(ApenetDelivery, HostAndGpuMessagesShareTheFifoWithoutDeadlock) {
  params.card.tx_fifo.size = core::kibibytes(8);
  params.card.rx.packets = 1;
  build();
  const std::uint64_t host_buffer = buffer(100000, false);
  const std::uint64_t gpu_buffer = buffer(100000, true);
  sc_core::sc_start();
  events.clear();
  for (unsigned i = 0; i < 5; ++i) {
    host().put({host_buffer, 50000, 0, 1, gpu_buffer});
    host().put({gpu_buffer + 3, 50001, 0, 1, host_buffer});
  }
  run();
  EXPECT_EQ(events_of(RdmaEventKind::kReceived).size(), 10u);
  EXPECT_LE(card().tx_fifo.stats().lines_max.value(), 8192u / 128);
}

struct ApenetWrong : ApenetDelivery {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  void SetUp() override {
    build();
    from = buffer(8192, false);
    to = buffer(1000, false);
    sc_core::sc_start();
    events.clear();
    for (unsigned i = 0; i < 8192; ++i) poke(from + i, 0xAB);
  }
  void expect_dropped(std::uint64_t address, std::uint64_t size, std::uint32_t process) {
    host().put({from, size, 0, process, address});
    run();
    EXPECT_EQ(events_of(RdmaEventKind::kDropped).size(), 1u);
    EXPECT_EQ(events_of(RdmaEventKind::kReceived).size(), 0u);
    EXPECT_EQ(card().rx.stats().dropped.value(), 1u);
    EXPECT_EQ(card().rx.stats().bytes.value(), 0u) << "nothing was written";
  }
};

TEST_F(ApenetWrong, UnregisteredBuffer) { expect_dropped(to + (1 << 20), 100, 1); }
TEST_F(ApenetWrong, BufferTooShort) { expect_dropped(to + 901, 100, 1); }
TEST_F(ApenetWrong, BufferOfAnotherProcess) { expect_dropped(to, 100, 2); }
TEST_F(ApenetWrong, LastByteThatFitsIsWritten) {
  host().put({from, 100, 0, 1, to + 900});
  run();
  EXPECT_EQ(events_of(RdmaEventKind::kReceived).size(), 1u);
  EXPECT_EQ(peek(to + 999), 0xAB);
}
TEST_F(ApenetWrong, DeregisteredBuffer) {
  host().deregister_buffer(to, 1000);
  run();
  events.clear();
  expect_dropped(to, 100, 1);
}

TEST_F(ApenetWrong, DeregisteringABufferLeavesThePagesOfTheOneBesideIt) {
  const std::uint64_t beside = to + 1500;
  ASSERT_EQ(beside / 4096, to / 4096);
  host().register_buffer(beside, 100);
  run();
  host().deregister_buffer(to, 1000);
  run();
  events.clear();
  host().put({from, 100, 0, 1, beside});
  run();
  EXPECT_EQ(events_of(RdmaEventKind::kPageFault).size(), 0u);
  EXPECT_EQ(events_of(RdmaEventKind::kReceived).size(), 1u);
}

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

TEST_F(ApenetWrong, RandomHeadersWriteNowhereElse) {
  core::RandomStream random(7, "headers");
  unsigned good = 0;
  for (unsigned i = 0; i < 400; ++i) {
    const std::uint64_t address = to - 2000 + random.below(5000);
    const std::uint64_t size = 1 + random.below(600);
    const auto process = static_cast<std::uint32_t>(1 + random.below(2));
    const bool fits = process == 1 && address >= to && address + size <= to + 1000 &&
                      address / 4096 == (address + size - 1) / 4096;
    good += fits ? 1 : 0;
    host().put({from, size, 0, process, address});
  }
  run();
  EXPECT_GE(events_of(RdmaEventKind::kReceived).size(), good);
  EXPECT_GT(good, 0u);
  EXPECT_GT(card().rx.stats().dropped.value(), 0u);
  for (std::uint64_t i = 0; i < 4000; ++i) {
    ASSERT_EQ(peek(to + 1000 + i), 0) << "behind the buffer";
    if (to - 1 - i >= from + 8192) {
      ASSERT_EQ(peek(to - 1 - i), 0) << "before the buffer";
    }
  }
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

TEST(ApenetBufListFull, RegistrationIsRefused) {
  test::ApenetBench bench;
  bench.params.card.buf_list = 2;
  bench.build();
  for (unsigned i = 0; i < 3; ++i) bench.buffer(4096, false);
  bench.run();
  const auto ended = bench.events_of(RdmaEventKind::kRegistered);
  ASSERT_EQ(ended.size(), 3u);
  EXPECT_EQ(ended[1].event.bytes, 4096u);
  EXPECT_EQ(ended[2].event.bytes, 0u) << "refused";
}

}  // namespace
}  // namespace gf::hw::apenet::delivery_test
