// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/support/program.h"
#include "tests/support/ranks_command.h"
#include "tests/support/run_file.h"

namespace gf::test::network_ranks_test {
namespace {

using namespace ranks_command;  // NOLINT: what these tests share

TEST_P(AnyNetwork, WritesTheSameBytes) {
  const Words waves = GetParam().by_threads ? Words() : kWaves;
  const Words more = Words{"--series", "130 ns"} + waves;
  const Captured whole = run(GetParam().words, 1, more);
  ASSERT_THAT(whole.code, testing::AnyOf(0, 3)) << whole.err;
  for (const unsigned ranks : {2u, 3u}) {
    const Captured shared = run(GetParam().words, ranks, more);
    expect_same_end(shared, whole, std::to_string(ranks) + " ranks");
    expect_same(ranks, kFiles + Words{"series.csv"});
    if (!GetParam().by_threads) expect_same(ranks, {"waves.vcd"});
  }
}

INSTANTIATE_TEST_SUITE_P(
    Ranks, AnyNetwork,
    testing::Values(
        Network{"min", kBusy + Words{"--routing", "min"}},
        Network{"ugal_l_vc_h", kBusy + Words{"--routing", "ugal_l_vc_h", "-p", "partitions=7"}},
        Network{"ugal_g", kBusy + Words{"--routing", "ugal_g"}},
        Network{"ugal_l_cr", kBusy + Words{"--routing", "ugal_l_cr", "--threads", "2"}, true},
        Network{
            "val, cut-through, one packet a router",
            kBusy + Words{"--routing", "val", "-p", "whole_packets=true", "-p", "partitions=36"}},
        Network{"wc, which has no steady state",
                kBusy + Words{"--routing", "min", "--traffic", "wc", "--load", "0.6"}},
        Network{"torus", {"torus", "-p", "load=0.2", "-p", "partitions=5"}},
        Network{"fat tree", {"fat_tree", "-p", "load=0.4", "-p", "packet_flits=2"}},
        Network{"hyperx", {"hyperx", "-p", "load=0.3"}}));

}  // namespace
}  // namespace gf::test::network_ranks_test
