// SPDX-License-Identifier: Apache-2.0
#include "hw/router/output_port.h"

#include <gtest/gtest.h>

#include "tests/support/network_bench.h"

namespace gf::test::output_port_test {
namespace {

TEST(CreditTiming, OneCreditIsBackAfterTheRoundTrip) {
  NetworkBench::Options options;
  options.network.router.vc_buffer = 1;
  options.network.router.speedup = 1;
  options.network.terminal.latency = 5;
  options.network.router.router_latency = 3;
  options.network.router.credit_latency = 2;
  NetworkBench bench(options);
  bench.send(0, 0, 2);  // to itself: node, router, node; the second flit waits for the credit
  sc_core::sc_start();
  EXPECT_EQ(bench.ends.back().latency, 1u + 5 + 3 + 5 + (5 + 3 + 5 + 2));
}

}  // namespace
}  // namespace gf::test::output_port_test
