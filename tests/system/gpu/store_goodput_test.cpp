// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/gpu/fabrics/fabric.h hw/pcie/device/peer_bridge.h
// Holds: hw/nvlink/end/nvlink_requester_packets.cpp
// Stores of a kernel to a peer's memory: which part of the link is payload follows from the
// packet formats, over both fabrics.
#include "tlm_models/analytic/store_goodput.h"

#include <gmock/gmock.h>

#include "tests/support/fabric_node.h"

namespace gf::platforms::gpu::store_goodput_test {
namespace {

struct Case {
  std::string fabric;
  unsigned bytes;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.fabric << ", " << c.bytes << " B"; }

class StoreGoodput : public testing::TestWithParam<Case> {};

TEST_P(StoreGoodput, IsThatOfThePacketFormat) {
  const Case& c = GetParam();
  FabricParams params;
  params.kind = c.fabric;
  params.pcie.endpoint.port.link.efficiency = 1;
  constexpr unsigned kStores = 32;
  test::FabricNode run(params, test::small_node(2), {test::remote_stores(c.bytes, kStores)});
  run.run();
  const double payload = 32.0 * 8 * kStores * c.bytes;
  const double closed = model::store_goodput(model::parse_store_format(c.fabric), c.bytes);
  const FabricTraffic traffic = run.fabric->traffic(0);
  EXPECT_EQ(traffic.out.payload, payload);
  EXPECT_DOUBLE_EQ(traffic.out.payload / traffic.out.bytes, closed);
  EXPECT_EQ(run.fabric->traffic(1).in.bytes, traffic.out.bytes);
  // The link is what holds the kernel up: it is busy from the first store nearly to the end.
  const auto& kernel = run.node->dispatcher().results().at(0);
  const double seconds = static_cast<double>(kernel.ended - kernel.started) * 1e-9;
  const double goodput = payload / seconds / run.fabric->wire_rate().bytes_per_second();
  EXPECT_LE(goodput, closed * 1.0001);
  EXPECT_GE(goodput, closed * (c.fabric == "pcie" ? 0.9 : 0.6)) << "latency of the first and last";
}

INSTANTIATE_TEST_SUITE_P(Sizes, StoreGoodput,
                         testing::Values(Case{"pcie", 4}, Case{"pcie", 32}, Case{"pcie", 128},
                                         Case{"nvlink", 4}, Case{"nvlink", 32},
                                         Case{"nvlink", 128}));

}  // namespace
}  // namespace gf::platforms::gpu::store_goodput_test
