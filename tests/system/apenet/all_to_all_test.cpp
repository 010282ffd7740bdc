// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/network/torus_switch.h hw/apenet/card/card.h
// Full load on larger tori: it ends, and nothing is lost.
#include <gtest/gtest.h>

#include "tests/support/apenet_bench.h"

namespace gf::hw::apenet::all_to_all_test {
namespace {

TEST(ApenetAllToAll, Torus4x4x4DrainsAtFullLoad) {
  test::ApenetBench bench;
  bench.torus.buffer = 1;
  bench.build({{4, 4, 4}});
  constexpr unsigned kNodes = 64;
  constexpr std::uint64_t kSize = 8192;
  std::vector<std::uint64_t> from(kNodes);
  std::vector<std::uint64_t> to(kNodes);
  for (unsigned i = 0; i < kNodes; ++i) {
    from[i] = bench.buffer(kSize, i % 2 == 0, i);
    to[i] = bench.buffer(kSize, i % 3 == 0, i);
  }
  sc_core::sc_start();
  bench.events.clear();
  for (unsigned i = 0; i < kNodes; ++i) {
    for (unsigned k = 1; k < kNodes; ++k) {
      const unsigned peer = (i + k) % kNodes;
      bench.host(i).put({from[i], kSize, peer, 1, to[peer]});
    }
  }
  bench.run();
  EXPECT_EQ(bench.events_of(model::RdmaEventKind::kReceived).size(), kNodes * (kNodes - 1));
  EXPECT_EQ(bench.events_of(model::RdmaEventKind::kDropped).size(), 0u);
}

}  // namespace
}  // namespace gf::hw::apenet::all_to_all_test
