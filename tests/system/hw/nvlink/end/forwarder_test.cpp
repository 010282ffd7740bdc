// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/support/in_child.h"
#include "tests/support/nvlink_graphs.h"
#include "tests/support/nvlink_nodes.h"
#include "tests/support/set_access.h"

namespace gf::hw::nvlink::forwarder_test {
namespace {

using namespace nvlink_graphs;  // NOLINT: what these tests share
using test::at_gpu;
using test::NvlinkNode;
using test::run_all;
TEST(NvlinkGraphs, PairsByRelayAreExact) { expect_exact(model::with_relays(dgx1()), 1); }
TEST(NvlinkGraphs, AllToAllByRelaysIsBelowItsBound) {
  expect_all_to_all_within(model::with_relays(dgx1()), 200, 0.5);
}

TEST(NvlinkGraphs, EveryByteArrivesOverRelays) {
  NvlinkNode node(model::with_relays(dgx1()), still());
  run_all(node, 1000);
  std::uint64_t relayed = 0;
  for (unsigned g = 0; g < 8; ++g) relayed += node.port(g).relayed();
  EXPECT_GT(relayed, 1000u);
}

TEST(NvlinkGraphs, TinyBuffersDrainOverRelays) {
  auto params = still();
  params.link.header_credits = 1;
  params.link.data_credits = 16;
  params.port.reads_at_memory = 1;
  NvlinkNode node(model::with_relays(dgx1()), params);
  run_all(node, 300);
}

TEST(NvlinkGraphs, FunctionalAccessPassesRelays) {
  NvlinkNode node(model::with_relays(dgx1()), still());
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::uint8_t data[4] = {1, 2, 3, 4};
  tlm::tlm_generic_payload payload;
  test::set_access(payload, tlm::TLM_WRITE_COMMAND, at_gpu(6, 16), data, 4);
  EXPECT_EQ(node.gpu[0]->out->transport_dbg(payload), 4u);
  EXPECT_EQ(node.memory[6]->bytes[18], 3);
}

}  // namespace
}  // namespace gf::hw::nvlink::forwarder_test
