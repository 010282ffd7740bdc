// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/cards/apenet_node.h
// Holds: workloads/messages/ping_pong.cpp
// Holds: workloads/messages/message_if.h
#include <gtest/gtest.h>

#include "tests/support/apenet_bench.h"

namespace gf::platforms::apenet::apenet_cluster_test {
namespace {

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
}  // namespace gf::platforms::apenet::apenet_cluster_test
