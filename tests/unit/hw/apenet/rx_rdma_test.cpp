// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/gpu_p2p_tx/generation_if.h
// Every byte of a PUT is where it belongs, and no byte is anywhere else.
#include "hw/apenet/rx_rdma.h"

#include <gtest/gtest.h>

#include "tests/support/apenet_bench.h"
#include "tests/support/apenet_delivery.h"

namespace gf::hw::apenet::rx_rdma_test {
namespace {

using apenet_delivery::ApenetDelivery;
using model::RdmaEventKind;

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

}  // namespace
}  // namespace gf::hw::apenet::rx_rdma_test
