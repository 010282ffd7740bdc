// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/messages/benchmark.h
// Holds: workloads/messages/exchange.cpp
// Holds: workloads/messages/stream.cpp
// Clusters under their benchmarks: bytes are conserved, and errors on links lose none.
#include "workloads/messages/message_node.h"

#include <gtest/gtest.h>

#include "core/time/watchdog.h"
#include "platforms/cluster/cards/apenet_cluster.h"
#include "tests/support/apenet_bench.h"
#include "workloads/messages/benchmark.h"

namespace gf::platforms::apenet::message_node_test {
namespace {

struct ApenetConserved : testing::TestWithParam<const char*> {};

TEST_P(ApenetConserved, EveryByteThatIsSentIsWrittenOnce) {
  ApenetClusterParams params;
  params.shape = {{3, 2, 1}};
  ApenetCluster cluster(params, 1);
  const bool staged = std::string(GetParam()) != "p2p";
  model::MessagePath path;
  path.from_gpu = path.to_gpu = true;
  path.stage_source = path.stage_destination = staged;
  if (std::string(GetParam()) == "pipelined") {
    path.chunk = 8192;
    path.slots = 2;
  }
  model::MessageNodes nodes;
  std::vector<std::vector<model::ExchangePartner>> everyone(6);
  for (unsigned i = 0; i < 6; ++i) {
    nodes.add(std::make_unique<model::MessageNode>(cluster.host(i), i, path));
    for (unsigned k = 1; k < 6; ++k) everyone[i].push_back({(i + k) % 6, i});
  }
  const auto benchmark = model::make_exchange(nodes, everyone);
  EXPECT_EQ(benchmark->regions(), 6u);
  nodes.connect(*benchmark);
  nodes.prepare(20001, benchmark->regions(), 2);
  ASSERT_EQ(core::run_simulation({}).end, core::RunEnd::kQuiescent);
  nodes.set_size(20001);
  benchmark->start({20001, 1, 2});
  ASSERT_EQ(core::run_simulation({}).end, core::RunEnd::kQuiescent);
  EXPECT_TRUE(benchmark->done());
  EXPECT_EQ(benchmark->sample().bytes, 2u * 5 * 20001);
  const std::uint64_t all = 3u * 5 * 20001;  // with the step that warms up
  for (unsigned i = 0; i < 6; ++i) {
    EXPECT_EQ(cluster.card(i).tx_fifo.stats().bytes.value(), all) << "node " << i;
    EXPECT_EQ(cluster.card(i).rx.stats().bytes.value(), all) << "node " << i;
    EXPECT_EQ(cluster.card(i).gpu_p2p_tx.stats().bytes.value(), staged ? 0 : all);
  }
  EXPECT_EQ(nodes.failed() + nodes.refused(), 0u);
  EXPECT_EQ(cluster.packets().in_use(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Ways, ApenetConserved, testing::Values("p2p", "plain", "pipelined"));

}  // namespace
}  // namespace gf::platforms::apenet::message_node_test
