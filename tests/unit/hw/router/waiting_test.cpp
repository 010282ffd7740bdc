// SPDX-License-Identifier: Apache-2.0
// Holds: hw/router/router.h
// What UGAL compares: flits that wait for an output, counted as they come and go.
#include <algorithm>
#include <gtest/gtest.h>

#include "tests/support/network_bench.h"

namespace gf::test::waiting_test {
namespace {

std::uint64_t waiting(const hw::router::Router& router) {
  std::uint64_t flits = 0;
  for (unsigned port = 0; port < 7; ++port) flits += router.waiting_for(port);
  return flits;
}

/// Never more than the router holds, or a flit was counted twice or never forgotten; a flit that
/// was forgotten twice wraps around to very many.
std::uint64_t bounded_sum(NetworkBench& bench) {
  std::uint64_t sum = 0;
  for (unsigned r = 0; r < bench.dragonfly().graph().routers(); ++r) {
    const hw::router::Router& router = bench.network().router(r);
    EXPECT_LE(waiting(router), router.flits_held()) << r << " at " << sc_core::sc_time_stamp();
    sum += waiting(router);
  }
  return sum;
}

class Waiting : public testing::TestWithParam<const char*> {};

TEST_P(Waiting, IsWhatIsHeldBehindHeadsAndNothingInTheEnd) {
  NetworkBench::Options options;
  options.routing = GetParam();
  options.network.router.packet_flits = 3;
  options.network.router.vc_buffer = 4;
  NetworkBench bench(options);
  const unsigned nodes = bench.dragonfly().graph().nodes();
  for (unsigned src = 0; src < nodes; ++src)
    for (unsigned n = 0; n < 4; ++n)
      if (src != nodes / 2) bench.send(src, n % 2 == 0 ? nodes / 2 : (src + 5) % nodes, 3);
  std::uint64_t most = 0;
  for (unsigned cycle = 0; cycle < 300; ++cycle) {
    sc_core::sc_start(1, sc_core::SC_NS);
    most = std::max(most, bounded_sum(bench));
  }
  EXPECT_GT(most, nodes) << "all want one node: packets wait for each other";
  sc_core::sc_start();
  EXPECT_EQ(bench.flits_ended(), bench.flits_sent());
  EXPECT_EQ(bounded_sum(bench), 0u);
}
INSTANTIATE_TEST_SUITE_P(Routings, Waiting,
                         testing::Values("ugal_l", "ugal_g", "ugal_l_vc_h", "par"));

}  // namespace
}  // namespace gf::test::waiting_test
