// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/network_runs.h"
#include "tests/support/program.h"

namespace gf::test::dragonfly_shape_test {
namespace {

using network_runs::small;

TEST(DragonflyRun, TooFewVirtualChannelsAreRefused) {
  const Captured run = exits(2, program(small({"--routing", "val", "--vcs", "2"})));
  EXPECT_THAT(run.err, AllOf(HasSubstr("vcs = 2"), HasSubstr("at least 3 for this routing")));
}

TEST(DragonflyRun, WhatIsNoNetworkIsRefused) {
  const Captured run = exits(2, program({"run", "dragonfly", "--g", "40"}));
  EXPECT_THAT(run.err, HasSubstr("g = 40: expected 2 ... a h + 1 = 33"));
}

TEST(DragonflyRun, BrokenChannelIsRefused) {
  EXPECT_THAT(exits(2, program(small({"--failed_channels", "0:2"}))).err,
              HasSubstr("packets from router 0 to router 1 have no other path"));
  EXPECT_THAT(program(small({"--failed_channels", "0:99"})).err,
              HasSubstr("router:port of a chan"));
}

TEST(DragonflyTopology, CountsAndGraphs) {
  EXPECT_THAT(program({"topology", "dragonfly"}).out,
              AllOf(HasSubstr("1056 nodes, 264 routers of radix 15, group radix 64"),
                    HasSubstr("links: 528 global; 924 local; 1056 terminal")));
  EXPECT_THAT(program({"topology", "dragonfly", "--csv"}).out,
              HasSubstr("\nrouter_0,router,0,11,router_8,router,8,11,global,"));
  EXPECT_THAT(program({"topology", "dragonfly", "--dot"}).out,
              HasSubstr("\"router_0\" -> \"router_8\" [class=global]"));
}

}  // namespace
}  // namespace gf::test::dragonfly_shape_test
