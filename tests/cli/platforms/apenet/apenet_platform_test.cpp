// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/apenet/benchmark_run.h platforms/cluster/cards/apenet_cards.h
// Holds: platforms/cluster/cards/card_if.h
// APEnet+ cards as a user runs them.
#include "tests/support/apenet_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::apenet_platform_test {
namespace {

using namespace apenet_runs;  // NOLINT: what these tests share

TEST(ApenetRun, LatencyInTwoColumns) {
  const Captured ran =
      exits(0, run("apenet_cluster", {"test=latency", "src=gpu", "dst=gpu", "max=128 B"}));
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, AllOf(HasSubstr("# APEnet+ Latency Test (OSU-like)\n"),
                             HasSubstr("# Size            Latency (us)\n")));
  const auto rows = table_of(ran.out);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_NEAR(rows.at(32) / 8.2, 1, 0.07);
  EXPECT_GT(rows.at(128), rows.at(32));
}

TEST(ApenetRun, BandwidthInTwoColumns) {
  const Captured ran = exits(0, run("apenet_cluster", {"test=bw", "min=32 KiB", "max=64 KiB"}));
  EXPECT_THAT(ran.out, HasSubstr("# Size        Bandwidth (MB/s)\n"));
  const auto rows = table_of(ran.out);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_GT(rows.at(32768), 0.9 * 1100);
  EXPECT_LT(rows.at(65536), 1536) << "the rate of the GPU's answers";
}

TEST(ApenetRun, EachTestRunsOnAnyShape) {
  for (const char* shape : {"2", "3x2", "2x2x2"}) {
    for (const char* test : {"latency", "bw", "bibw", "read", "alltoall", "halo"}) {
      const Captured ran =
          run("apenet_cluster", {std::string("shape=") + shape, std::string("test=") + test,
                                 "min=4 KiB", "max=8 KiB", "window=4"});
      EXPECT_EQ(ran.code, 0) << shape << ' ' << test << ": " << ran.err;
      EXPECT_EQ(table_of(ran.out).size(), 2u) << shape << ' ' << test;
    }
  }
}

TEST(ApenetRun, BothDirectionsCarryMoreThanOneAndLessThanTwice) {
  const std::vector<std::string> size = {"min=64 KiB", "max=64 KiB", "window=8"};
  auto settings = size;
  settings.emplace_back("test=bw");
  const double one = table_of(run("apenet_cluster", settings).out).at(65536);
  settings.back() = "test=bibw";
  const double both = table_of(run("apenet_cluster", settings).out).at(65536);
  EXPECT_GT(both, 1.3 * one);
  EXPECT_LT(both, 2.0 * one) << "processors send and receive";
}

TEST(ApenetRun, SameSeedSameBytes) {
  const ScratchDirectory scratch;
  for (const char* directory : {"1", "2"}) {
    ASSERT_EQ(run("apenet_cluster",
                  {"test=alltoall", "min=4 KiB", "max=4 KiB", "torus.link.packet_error_rate=0.01"},
                  {"--outdir", scratch / directory})
                  .code,
              0);
  }
  for (const char* file : {"stats.csv", "osu.csv"})
    EXPECT_EQ(read_file(scratch / "1" / file), read_file(scratch / "2" / file)) << file;
}

TEST(ApenetRun, AStopKeepsTheSizesThatWereMeasured) {
  const Captured ran = exits(0, run("apenet_cluster", {"test=latency"}, {"--stop-at", "1 ms"}));
  const auto rows = table_of(ran.out);
  EXPECT_GE(rows.size(), 1u);
  EXPECT_LT(rows.size(), 18u);
}

TEST(ApenetRun, TopologyNamesNeighbours) {
  const auto shown = [](const std::string& format) {
    return program({"topology", "apenet_cluster", "-p", "shape=3x2", format}).out;
  };
  EXPECT_THAT(shown("--csv"),
              AllOf(HasSubstr("\nnode_0.card,card,,0,node_1.card,card,,1,torus,,"),
                    HasSubstr("\nnode_0.card,card,,2,node_3.card,card,,3,torus,,"),
                    HasSubstr("\nnode_5.card,card,,0,node_3.card,card,,1,torus,,"),
                    HasSubstr("\nnode_5.plx,switch,,0,node_5.card,card,,0,pcie,,")));
  EXPECT_THAT(shown("--dot"), HasSubstr("\"node_0.card\" -> \"node_1.card\""));
  EXPECT_THAT(program({"topology", "apenet_cluster"}).out,
              StartsWith("4x2x1 torus of 8 nodes with one GPU each\n"));
}

}  // namespace
}  // namespace gf::test::apenet_platform_test
