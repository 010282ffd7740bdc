// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/apenet/nodes/apenet_cluster.h platforms/apenet/nodes/apenet_node.h workloads/messages/*
// Clusters under their benchmarks: bytes are conserved, and errors on links lose none.
#include "platforms/apenet/nodes/apenet_cluster.h"

#include <gtest/gtest.h>

#include "core/time/quiescence.h"
#include "core/time/watchdog.h"
#include "tests/support/apenet_bench.h"
#include "workloads/messages/benchmark.h"

namespace gf::platforms::apenet::cluster_test {
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
  for (const auto& node : nodes) {
    node->connect(*benchmark);
    node->prepare(20001, benchmark->regions(), 2);
  }
  ASSERT_EQ(core::run_simulation({}).end, core::RunEnd::kQuiescent);
  for (const auto& node : nodes) node->set_size(20001);
  benchmark->start({20001, 1, 2});
  ASSERT_EQ(core::run_simulation({}).end, core::RunEnd::kQuiescent);
  EXPECT_TRUE(benchmark->done());
  EXPECT_EQ(benchmark->sample().bytes, 2u * 5 * 20001);
  const std::uint64_t all = 3u * 5 * 20001;  // with the step that warms up
  for (unsigned i = 0; i < 6; ++i) {
    EXPECT_EQ(cluster.card(i).tx_fifo.stats().bytes.value(), all) << "node " << i;
    EXPECT_EQ(cluster.card(i).rx.stats().bytes.value(), all) << "node " << i;
    EXPECT_EQ(cluster.card(i).gpu_p2p_tx.stats().bytes.value(), staged ? 0 : all);
    EXPECT_EQ(nodes[i].failed() + nodes[i].refused(), 0u);
  }
  EXPECT_EQ(cluster.packets().in_use(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Ways, ApenetConserved, testing::Values("p2p", "plain", "pipelined"));

/// Errors a packet; how many replays are expected at least.
struct Rate {
  double errors;
  std::uint64_t replays;
};
void PrintTo(const Rate& rate, std::ostream* out) { *out << rate.errors << " a packet"; }
struct ApenetLinkErrors : testing::TestWithParam<Rate>, test::ApenetBench {};

TEST_P(ApenetLinkErrors, EveryByteArrivesAtItsAddress) {
  constexpr std::uint64_t kSize = 2'000'003;
  bytes = true;
  torus.link.packet_error_rate = GetParam().errors;
  build({{4, 2, 1}});
  const std::uint64_t from = buffer(kSize, true, 0);
  const std::uint64_t to = buffer(kSize, true, 6);  // three hops
  sc_core::sc_start();
  std::vector<std::uint8_t> sent(kSize);
  for (std::uint64_t i = 0; i < kSize; ++i) {
    sent[i] = static_cast<std::uint8_t>(i * 131 + (i >> 8) * 7 + 1);
    node(0).gpu_memory()->write(host(0).physical(from + i), &sent[i], 1);
  }
  events.clear();
  for (unsigned k = 0; k < 4; ++k) host(0).put({from, kSize, 6, 1, to});
  run();
  EXPECT_EQ(events_of(model::RdmaEventKind::kReceived).size(), 4u);
  for (std::uint64_t i = 0; i < kSize; ++i) {
    std::uint8_t byte = 0;
    node(6).gpu_memory()->read(host(6).physical(to + i), &byte, 1);
    ASSERT_EQ(byte, sent[i]) << i;
  }
  std::uint64_t replays = 0;
  for (unsigned i = 0; i < 8; ++i)
    for (unsigned p = 0; p < 4; ++p) replays += torus_switch(i).port(p)->tx.stats().replays.value();
  EXPECT_GE(replays, GetParam().replays);
}

INSTANTIATE_TEST_SUITE_P(Rates, ApenetLinkErrors,
                         testing::Values(Rate{1e-6, 0}, Rate{1e-5, 0}, Rate{1e-4, 0},
                                         Rate{1e-3, 1}));

}  // namespace
}  // namespace gf::platforms::apenet::cluster_test
