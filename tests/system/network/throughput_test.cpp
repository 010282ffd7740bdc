// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/network/fat_tree_shape.h platforms/network/hyperx_shape.h
// Holds: hw/router/routing/ugal.h
// How much of a load networks accept, against what their channels can carry at most.
#include <gmock/gmock.h>

#include "tests/support/program.h"
#include "tests/support/results.h"

namespace gf::test::throughput_test {
namespace {

struct Load {
  std::string platform, routing, traffic;
  double load;
  unsigned vcs = 0;  ///< 0: as many as the routing needs.
};

Captured run(const Load& what, const std::string& seed = "1") {
  return program({"run", what.platform, "-q", "--json", "--no-defaults", "--seed", seed, "-p",
                  "routing=" + what.routing, "-p", "traffic=" + what.traffic, "-p",
                  "load=" + std::to_string(what.load), "-p", "vcs=" + std::to_string(what.vcs)});
}

double accepted(const Load& what, int code = 0) {
  const Captured ran = run(what);
  EXPECT_EQ(ran.code, code) << ran.err;
  return results_of(ran).at("accepted_load");
}

TEST(FatTreeThroughput, UniformTrafficGetsAlmostAllThatNodesCanSend) {
  for (const char* routing : {"adaptive", "deterministic", "random"})
    EXPECT_NEAR(accepted({"fat_tree", routing, "uniform", 0.9, 4}), 0.9, 0.02) << routing;
}

/// By destination, nodes of one router whose destinations end in the same digits share a way up.
TEST(FatTreeThroughput, WaysUpThatAdaptGetATransposeThroughThatFixedOnesDoNot) {
  EXPECT_NEAR(accepted({"fat_tree", "adaptive", "transpose", 0.6, 4}), 0.6, 0.01);
  EXPECT_NEAR(accepted({"fat_tree", "random", "transpose", 0.6, 4}), 0.6, 0.01);
  EXPECT_LT(accepted({"fat_tree", "deterministic", "transpose", 0.6, 4}, 3), 0.4);
}

/// The nodes of a router, 4 at the defaults, all send to one other router: over its one channel.
TEST(HyperXThroughput, DimensionOrderGetsOneChannelsPartOfTheWorstCase) {
  const double got = accepted({"hyperx", "dor", "wc", 0.4}, 3);
  EXPECT_LE(got, 0.25 * 1.001) << "more than the channel carries";
  EXPECT_GE(got, 0.25 * 0.98);
}

TEST(HyperXThroughput, WaysAboutGetTheWorstCaseThrough) {
  for (const char* routing : {"val", "ugal_l"})
    EXPECT_NEAR(accepted({"hyperx", routing, "wc", 0.4}), 0.4, 0.01) << routing;
}

/// Half of a Valiant way only evens the load out: uniform traffic pays it, UGAL does not take it.
TEST(HyperXThroughput, UgalKeepsWhatDimensionOrderGetsOfUniformTraffic) {
  EXPECT_NEAR(accepted({"hyperx", "dor", "uniform", 0.8, 4}), 0.8, 0.01);
  EXPECT_NEAR(accepted({"hyperx", "ugal_l", "uniform", 0.8, 4}), 0.8, 0.01);
  EXPECT_LT(accepted({"hyperx", "val", "uniform", 0.8, 4}, 3), 0.75);
}

TEST(NetworkRuns, SameSeedSameBytesAndAnotherSeedOthers) {
  for (const Load& what :
       {Load{"fat_tree", "adaptive", "uniform", 0.5}, Load{"hyperx", "ugal_l", "uniform", 0.5}}) {
    EXPECT_EQ(run(what).out, run(what).out) << what.platform;
    EXPECT_NE(run(what).out, run(what, "2").out) << what.platform;
  }
}

}  // namespace
}  // namespace gf::test::throughput_test
