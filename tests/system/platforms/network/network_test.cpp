// SPDX-License-Identifier: Apache-2.0
// Holds: hw/router/router.h hw/router/nodes.h hw/router/flit.h
// Whatever is sent arrives, in order where the routing promises it, and every credit comes home.
#include <gmock/gmock.h>

#include "tests/support/network_bench.h"

namespace gf::test::network_test {
namespace {

struct Case {
  std::string routing;
  unsigned speedup;
  unsigned flits;
  bool whole_packets;
  double errors = 0;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.routing << ", speed-up " << c.speedup << ", " << c.flits << " flits"
       << (c.whole_packets ? ", cut-through" : "") << ", errors " << c.errors;
}

class AllToAll : public testing::TestWithParam<Case> {
 protected:
  NetworkBench::Options options() const {
    NetworkBench::Options options;
    options.routing = GetParam().routing;
    options.network.router.speedup = GetParam().speedup;
    options.network.router.vc_buffer = 4;
    options.network.router.packet_flits = GetParam().flits;
    options.network.router.whole_packets = GetParam().whole_packets;
    options.network.flit_error_rate = GetParam().errors;
    return options;
  }
};

TEST_P(AllToAll, EveryFlitArrivesAndEveryCreditComesHome) {
  NetworkBench bench(options());
  const unsigned nodes = bench.dragonfly().graph().nodes();
  for (int round = 0; round < 3; ++round) {
    for (unsigned step = 0; step < nodes; ++step) {
      for (unsigned src = 0; src < nodes; ++src)
        bench.send(src, (src + step) % nodes, GetParam().flits);
    }
  }
  sc_core::sc_start();
  EXPECT_EQ(bench.flits_ended(), bench.flits_sent());
  EXPECT_EQ(bench.ends.size(), std::size_t{3} * nodes * nodes);
  EXPECT_EQ(bench.network().flits_in_flight(), 0u);
  EXPECT_EQ(bench.network().replays() > 0, GetParam().errors > 0);
  EXPECT_THAT(core::pending_waits(), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Routings, AllToAll,
    testing::Values(Case{"min", 1, 1, false}, Case{"min", 2, 3, false}, Case{"min", 1, 4, true},
                    Case{"val", 2, 1, false}, Case{"val", 1, 4, true}, Case{"ugal_l", 1, 2, false},
                    Case{"ugal_g", 2, 1, false}, Case{"ugal_l_vc", 1, 1, false},
                    Case{"ugal_l_vc_h", 2, 2, false}, Case{"ugal_l_cr", 1, 1, false},
                    Case{"ugal_l_cr", 2, 3, false}, Case{"min", 1, 3, false, 0.02},
                    Case{"ugal_l_cr", 2, 1, false, 0.02}, Case{"par", 1, 1, false},
                    Case{"par", 2, 3, false}, Case{"par", 1, 4, true, 0.02}));

class Order : public testing::TestWithParam<double> {};

TEST_P(Order, MinimalPacketsOfAPairStayInOrder) {
  NetworkBench::Options options;
  options.network.flit_error_rate = GetParam();
  NetworkBench bench(options);
  std::map<std::pair<unsigned, unsigned>, unsigned> sent;
  for (unsigned k = 0; k < 40; ++k) {
    for (unsigned src = 0; src < 72; ++src) bench.send(src, (src * 7 + 9) % 72, 1 + k % 4);
  }
  sc_core::sc_start();
  // Packets of a pair are told apart by their birth: all at once, so the latency must not fall.
  std::map<std::pair<unsigned, unsigned>, core::Cycle> last;
  for (const PacketEnd& end : bench.ends) {
    core::Cycle& before = last[{end.src, end.dst}];
    EXPECT_GE(end.latency, before);
    before = end.latency;
  }
  EXPECT_EQ(last.size(), 72u);
}

INSTANTIATE_TEST_SUITE_P(Errors, Order, testing::Values(0, 0.1));

TEST(Dragonfly, EveryRequestIsAnswered) {
  NetworkBench::Options options;
  options.network.injection.reply_flits = 2;
  NetworkBench bench(options);
  for (unsigned src = 0; src < 72; ++src) bench.send(src, (src * 5 + 3) % 72);
  sc_core::sc_start();
  EXPECT_EQ(bench.ends.size(), 2u * 72);
  EXPECT_EQ(bench.flits_ended(), 3u * 72);
  EXPECT_THAT(core::pending_waits(), testing::IsEmpty());
}

TEST(Dragonfly, IdleRoutersAreNeverCalled) {
  NetworkBench bench;
  bench.send(0, 1);  // node, router 0, node
  sc_core::sc_start();
  EXPECT_EQ(bench.network().clock().calls(), 2u);
}

}  // namespace
}  // namespace gf::test::network_test
