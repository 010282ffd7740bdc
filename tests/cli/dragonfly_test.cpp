// SPDX-License-Identifier: Apache-2.0
// The dragonfly as a user runs it.
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

namespace gf::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// N = 72.
std::vector<std::string> small(std::vector<std::string> more) {
  std::vector<std::string> all = {"run", "dragonfly", "--p", "2",      "--a",
                                  "4",   "--h",       "2",   "--quiet"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::map<std::string, double> results(const Captured& run) {
  std::map<std::string, double> values;
  const nlohmann::json all = nlohmann::json::parse(run.out);
  for (const auto& [name, entry] : all.at("results").items()) values[name] = entry.at("value");
  return values;
}

TEST(DragonflyRun, StablePointHasTheResultsThatScriptsRead) {
  const Captured run = program(small({"--load", "0.3", "--json"}));
  EXPECT_EQ(run.code, 0) << run.err;
  const auto values = results(run);
  EXPECT_EQ(values.at("offered_load"), 0.3);
  EXPECT_NEAR(values.at("accepted_load"), 0.3, 0.005);
  EXPECT_EQ(values.at("stable"), 1);
  EXPECT_GT(values.at("latency_p99"), values.at("latency_mean"));
  EXPECT_NEAR(values.at("hops_global_mean"), 8. / 9, 0.01);
  EXPECT_NEAR(values.at("hops_local_mean"), 1.42, 0.02);
}

TEST(DragonflyRun, MinimalRoutingCarriesOneOverAhOfTheWorstCase) {
  const Captured run = program(small({"--traffic", "wc", "--load", "0.3", "--json"}));
  EXPECT_EQ(run.code, 3);
  const auto values = results(run);
  EXPECT_NEAR(values.at("accepted_load"), 1. / 8, 0.03 / 8);
  EXPECT_EQ(values.at("stable"), 0);
  EXPECT_THAT(run.err, HasSubstr("periods of 1000 cycles"));
}

TEST(DragonflyRun, AdaptiveRoutingCarriesMoreOfTheWorstCase) {
  for (const char* routing : {"val", "ugal_g", "ugal_l_vc_h"}) {
    const Captured run =
        program(small({"--traffic", "wc", "--load", "0.3", "--routing", routing, "--json"}));
    EXPECT_EQ(run.code, 0) << routing << run.err;
  }
}

TEST(DragonflyRun, TooFewVirtualChannelsAreRefused) {
  const Captured run = program(small({"--routing", "val", "--vcs", "2"}));
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("vcs = 2"), HasSubstr("at least 3 for routing = val")));
}

TEST(DragonflyRun, ForcedDeadlockIsNamed) {
  const Captured run =
      program(small({"--vcs", "1", "--unsafe", "true", "--load", "0.9", "--vc_buffer", "2"}));
  EXPECT_EQ(run.code, 4);
  EXPECT_THAT(run.err, AllOf(HasSubstr("deadlock"), HasSubstr("cycle"), HasSubstr("router_")));
}

TEST(DragonflyRun, SameSeedSameBytes) {
  const auto run = [](const char* seed) {
    return program(small({"--load", "0.5", "--routing", "ugal_l", "--seed", seed, "--json"})).out;
  };
  EXPECT_EQ(run("3"), run("3"));
  EXPECT_NE(run("3"), run("4"));
}

TEST(DragonflyRun, WhatIsNoNetworkIsRefused) {
  const Captured run = program({"run", "dragonfly", "--g", "40"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("g = 40: expected 2 ... a h + 1 = 33"));
}

TEST(DragonflyTopology, CountsAndGraphs) {
  EXPECT_THAT(program({"topology", "dragonfly"}).out,
              AllOf(HasSubstr("1056 nodes, 264 routers of radix 15, group radix 64"),
                    HasSubstr("924 local, 528 global")));
  EXPECT_THAT(program({"topology", "dragonfly", "--csv"}).out,
              HasSubstr("router,port,type,peer,peer_port"));
  EXPECT_THAT(program({"topology", "dragonfly", "--dot"}).out, HasSubstr("graph network {"));
}

}  // namespace
}  // namespace gf::test
