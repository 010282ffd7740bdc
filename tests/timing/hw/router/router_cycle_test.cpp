// SPDX-License-Identifier: Apache-2.0
// Latency of one packet in an empty dragonfly: the sum of the documented parts.
#include <gtest/gtest.h>
#include <set>

#include "tests/support/network_bench.h"

namespace gf::test::router_cycle_test {
namespace {

struct Latencies {
  unsigned router, terminal, local, global, speedup;
};

void PrintTo(const Latencies& t, std::ostream* out) {
  *out << "router " << t.router << ", terminal " << t.terminal << ", local " << t.local
       << ", global " << t.global << ", speed-up " << t.speedup;
}

class ZeroLoad : public testing::TestWithParam<Latencies> {
 protected:
  NetworkBench::Options options() const {
    NetworkBench::Options options;
    options.network.router.router_latency = GetParam().router;
    options.network.router.speedup = GetParam().speedup;
    options.network.terminal.latency = GetParam().terminal;
    options.network.local.latency = GetParam().local;
    options.network.global.latency = GetParam().global;
    return options;
  }
  /// Node, terminal channel, routers, channels between them, terminal channel.
  [[nodiscard]] core::Cycle sum(unsigned local, unsigned global) const {
    const Latencies& t = GetParam();
    return 1 + t.terminal + (local + global + 1) * t.router + local * t.local + global * t.global +
           t.terminal;
  }
};

TEST_P(ZeroLoad, MinimalPacketsOfEveryPairClass) {
  NetworkBench bench(options());
  const unsigned nodes = bench.dragonfly().graph().nodes();
  std::set<std::pair<unsigned, unsigned>> classes;
  for (unsigned dst = 0; dst < nodes; ++dst) {
    bench.send(5, dst);
    sc_core::sc_start();
    ASSERT_EQ(bench.ends.size(), dst + 1u);
    const PacketEnd& end = bench.ends.back();
    EXPECT_EQ(end.local + end.global, bench.dragonfly().minimal_hops(2, dst, dst));
    EXPECT_EQ(end.latency, sum(end.local, end.global)) << "to node " << dst;
    classes.insert({end.local, end.global});
  }
  EXPECT_EQ(classes.size(), 5u) << "same router, same group, and 0, 1, 2 local hops between groups";
}

TEST_P(ZeroLoad, LastFlitOfAPacketIsAFlitACycleLater) {
  NetworkBench bench(options());
  bench.send(0, 70, 9);
  sc_core::sc_start();
  const PacketEnd& end = bench.ends.back();
  EXPECT_EQ(end.latency, sum(end.local, end.global) + 8);
}

TEST_P(ZeroLoad, OfAPacketThatIsSentLongAfterTheLastCycle) {
  NetworkBench bench(options());
  bench.send(0, 1);
  sc_core::sc_start();
  sc_core::sc_start(10, sc_core::SC_US);
  bench.send(0, 1);
  sc_core::sc_start();
  ASSERT_EQ(bench.ends.size(), 2u);
  EXPECT_EQ(bench.ends[1].latency, bench.ends[0].latency);
}

INSTANTIATE_TEST_SUITE_P(Clocks, ZeroLoad,
                         testing::Values(Latencies{1, 1, 2, 6, 1}, Latencies{2, 1, 10, 100, 2},
                                         Latencies{3, 4, 1, 1, 2}));

class Narrow : public testing::TestWithParam<unsigned> {};  // speed-up

TEST_P(Narrow, ChannelsTakeTheirCyclesAndTheNarrowestSetsThePace) {
  NetworkBench::Options options;
  options.network.router.speedup = GetParam();
  options.network.terminal.flit_cycles = 2;
  options.network.local.flit_cycles = 3;
  options.network.global.flit_cycles = 5;
  NetworkBench bench(options);
  for (const unsigned flits : {1u, 9u}) {
    bench.send(0, 70, flits);
    sc_core::sc_start();
    const PacketEnd& end = bench.ends.back();
    const core::Cycle one =
        1 + 2 * (1 + 1) + (end.local + end.global + 1) + end.local * (2 + 2) + end.global * (6 + 4);
    EXPECT_EQ(end.latency, one + (flits - 1) * 5) << flits << " flits";
  }
}

INSTANTIATE_TEST_SUITE_P(Speedups, Narrow, testing::Values(1u, 2u));

}  // namespace
}  // namespace gf::test::router_cycle_test
