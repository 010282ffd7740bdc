// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/network/*_platform.* platforms/network/*_shape.* hw/router/router_probes.h
// Holds: platforms/network/load_measurement.h
// The dragonfly as a user runs it.
#include <fstream>
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::dragonfly_test {
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
  const nlohmann::json all = core::parse_json(run.out);
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

TEST(DragonflyRun, NarrowGlobalChannelsCarryLess) {
  const Captured run =
      program(small({"--traffic", "wc", "--load", "0.3", "--global_flit_cycles", "2", "--json"}));
  EXPECT_EQ(run.code, 3);
  EXPECT_NEAR(results(run).at("accepted_load"), 1. / 16, 0.03 / 16);
}

TEST(DragonflyRun, AdaptiveRoutingCarriesMoreOfTheWorstCase) {
  for (const char* routing : {"val", "ugal_g", "ugal_l_vc_h", "par"}) {
    const Captured run =
        program(small({"--traffic", "wc", "--load", "0.3", "--routing", routing, "--json"}));
    EXPECT_EQ(run.code, 0) << routing << run.err;
  }
}

TEST(DragonflyRun, RoundTripsAsQueuesNeedRoutersThatKeepThem) {
  const Captured run = program(small({"--routing", "ugal_l", "--ugal_queue", "late"}));
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("ugal_queue = late"), HasSubstr("ugal_l_cr")));
  EXPECT_EQ(program(small({"--routing", "ugal_l_cr", "--ugal_queue", "late"})).code, 0);
}

TEST(DragonflyRun, TooFewVirtualChannelsAreRefused) {
  const Captured run = program(small({"--routing", "val", "--vcs", "2"}));
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("vcs = 2"), HasSubstr("at least 3 for this routing")));
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

/// A file of this text in the test's own directory.
std::string file_of(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

TEST(DragonflyRun, ListedPacketsAreAllSent) {
  const std::string list = file_of("list.csv", "cycle,src,dst,flits\n0,0,5,1\n\n7,3,70,4\n");
  const Captured run = program(small({"--traffic", "file", "--packets", list, "--json"}));
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(results(run).at("packets"), 2);
  EXPECT_EQ(results(run).at("latency_p50"), 7) << "node, router, local channel, router, node";
}

TEST(DragonflyRun, BadListIsNamedByItsLine) {
  const std::string list = file_of("bad.csv", "cycle,src,dst,flits\n0,0,5,1\n1,72,5,1\n");
  const Captured run = program(small({"--traffic", "file", "--packets", list}));
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.err, HasSubstr("bad.csv:3: src = '72'; expected 0 ... 71"));
  EXPECT_EQ(program(small({"--traffic", "file"})).code, 2) << "no file";
  EXPECT_EQ(program(small({"--packets", list})).code, 2) << "a file that nobody reads";
}

TEST(DragonflyRun, RepliesDoubleTheTraffic) {
  const Captured run = program(small({"--load", "0.1", "--reply_flits", "3", "--json"}));
  EXPECT_EQ(run.code, 0) << run.err;
  const auto values = results(run);
  EXPECT_NEAR(values.at("accepted_load"), 0.4, 0.01);
  EXPECT_GT(values.at("round_trip_mean"), 2 * values.at("latency_mean"));
}

TEST(DragonflyRun, BrokenChannelIsRefused) {
  const Captured run = program(small({"--failed_channels", "0:2"}));
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("packets from router 0 to router 1 have no other path"));
  EXPECT_THAT(program(small({"--failed_channels", "0:99"})).err,
              HasSubstr("router:port of a chan"));
}

TEST(DragonflyRun, WatchedRouterHasAWaveform) {
  const std::string out = testing::TempDir() + "watched";
  const Captured run =
      program(small({"--load", "0.2", "--routing", "ugal_l_cr", "-p", "watch=0", "--vcd", "*",
                     "--vcd-to", "200 ns", "--outdir", out, "--force"}));
  EXPECT_EQ(run.code, 0) << run.err;
  std::ifstream in(out + "/waves.vcd");
  const std::string waves{std::istreambuf_iterator<char>(in), {}};
  EXPECT_THAT(waves, AllOf(HasSubstr("credits"), HasSubstr("t_crt"), HasSubstr("flits")));
  EXPECT_THAT(waves, testing::Not(HasSubstr("bx "))) << "a count below zero";
  EXPECT_EQ(program(small({"-p", "watch=99"})).code, 2);
}

TEST(TorusRun, MeanHopsAreThoseOfTheGraph) {
  const Captured run = program({"run", "torus", "--load", "0.2", "--quiet", "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NEAR(results(run).at("hops_local_mean"), 3.0, 0.02) << "three rings of four: 1 each";
}

TEST(TorusRun, OneVirtualChannelIsRefusedOrDeadlocks) {
  EXPECT_EQ(program({"run", "torus", "--vcs", "1"}).code, 2);
  const Captured run = program({"run", "torus", "--vcs", "1", "--unsafe", "true", "--load", "0.9",
                                "--vc_buffer", "2", "--quiet"});
  EXPECT_EQ(run.code, 4);
  EXPECT_THAT(run.err, AllOf(HasSubstr("cycle: router_"), HasSubstr("more waits")));
  EXPECT_EQ(
      program({"run", "torus", "--vcs", "1", "--wrap", "false", "--load", "0.1", "--quiet"}).code,
      0)
      << "a mesh needs one";
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
}  // namespace gf::test::dragonfly_test
