// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/apenet/apenet_platform.h platforms/apenet/benchmark_settings.h
// Holds: platforms/apenet/bus_trace.h hw/apenet/bus_analyser.h
// APEnet+ cards as a user runs them.
#include <gmock/gmock.h>
#include <map>
#include <sstream>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::apenet_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

Captured run(const std::string& platform, const std::vector<std::string>& settings,
             const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"run", platform, "-q"};  // no line but its table
  for (const std::string& setting : settings) words.insert(words.end(), {"-p", setting});
  words.insert(words.end(), more.begin(), more.end());
  return program(words);
}

/// Sizes and values of an OSU table.
std::map<unsigned, double> table_of(const std::string& text) {
  std::map<unsigned, double> rows;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    unsigned size = 0;
    words >> size >> rows[size];
  }
  return rows;
}

TEST(ApenetRun, LatencyInTwoColumns) {
  const Captured ran = run("apenet_cluster", {"test=latency", "src=gpu", "dst=gpu", "max=128 B"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, AllOf(HasSubstr("# APEnet+ Latency Test (OSU-like)\n"),
                             HasSubstr("# Size            Latency (us)\n")));
  const auto rows = table_of(ran.out);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_NEAR(rows.at(32) / 8.2, 1, 0.07);
  EXPECT_GT(rows.at(128), rows.at(32));
}

TEST(ApenetRun, OverInfiniBandItIsAnotherMachine) {
  const Captured ran = run("apenet_cluster", {"over=ib", "shape=2", "test=latency", "max=64 B"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("# InfiniBand Latency Test (OSU-like)\n"),
                             HasSubstr("gpu to gpu, 2 nodes, QDR, PCIe gen2 x8")));
  const auto rows = table_of(ran.out);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_GT(rows.at(32), 13.2);  // its copies, two steps and three queries at least
  EXPECT_LT(rows.at(32), 15.8);  // and the network
}

TEST(ApenetRun, ExchangesOverInfiniBandKeepTheOneCoreOfANode) {
  const auto step = [](const char* test, const char* shape) {
    const Captured ran =
        run("apenet_cluster", {"over=ib", std::string("test=") + test,
                               std::string("shape=") + shape, "min=1 KiB", "max=32 KiB"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("# InfiniBand "));
    EXPECT_THAT(ran.out, HasSubstr("Step (us)"));
    return table_of(ran.out);
  };
  const auto halo = step("halo", "4x2");         // four messages: two ways in x, and in y the same
  const auto all = step("alltoall", "4x2");      // seven
  const auto of_four = step("alltoall", "2x2");  // three
  for (const std::uint64_t size : {1024u, 32768u}) {
    // Copies alone: a step has 10.5 us of them for each message, one after the other.
    EXPECT_GT(of_four.at(size), 3 * 10.5) << size;
    EXPECT_GT(all.at(size), 7 * 10.5) << size;
    EXPECT_GT(all.at(size), 1.6 * halo.at(size)) << size;
    EXPECT_LT(all.at(size), 2.6 * of_four.at(size)) << size;
  }
}

TEST(ApenetRun, WhatInfiniBandCannotDoIsRefused) {
  const std::pair<const char*, const char*> all[] = {{"test=read", "it is of the cards"},
                                                     {"dst=host", "dst = host"},
                                                     {"staging=plain", "ib.buffers=staged"},
                                                     {"trace=bus", "none with over = ib"},
                                                     {"shape=1", "shape"}};
  for (const auto& [setting, says] : all) {
    const Captured ran = run("apenet_cluster", {"over=ib", setting});
    EXPECT_EQ(ran.code, 2) << setting;
    EXPECT_THAT(ran.err, HasSubstr(says)) << setting;
  }
  EXPECT_EQ(run("apenet_cluster", {"ib.eager=8 KiB"}).code, 2) << "the cards have no library";
  EXPECT_EQ(program({"run", "apenet_cluster", "-q", "-p", "over=ib", "--workload",
                     "allreduce:bytes=1 MiB"})
                .code,
            2);
}

TEST(ApenetRun, BandwidthInTwoColumns) {
  const Captured ran = run("apenet_cluster", {"test=bw", "min=32 KiB", "max=64 KiB"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("# Size        Bandwidth (MB/s)\n"));
  const auto rows = table_of(ran.out);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_GT(rows.at(32768), 0.9 * 1100);
  EXPECT_LT(rows.at(65536), 1200);
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

TEST(ApenetRun, StagingCostsACopyAndNothingOverruns) {
  for (const char* staging : {"plain", "pipelined"}) {
    for (const char* staged : {"both", "source"}) {
      const Captured ran = run("apenet_cluster",
                               {"test=bw", std::string("staging=") + staging, "window=8",
                                std::string("staged=") + staged, "min=4 KiB", "max=256 KiB"},
                               {"--json"});
      ASSERT_EQ(ran.code, 0) << ran.err;
      const auto results = core::parse_json(ran.out).at("results");
      EXPECT_EQ(results.at("staging_overruns").at("value").get<double>(), 0);
      EXPECT_GT(results.at("interval.4096").at("value").get<double>(), 10e-6) << "cudaMemcpy";
    }
  }
}

TEST(ApenetRun, LongerListsReceiveMoreSlowly) {
  const auto rx = [](const std::string& place) {
    const Captured ran =
        run("apenet_node", {"src=host", "dst=host", "min=64 KiB", "max=64 KiB", place}, {"--json"});
    return core::parse_json(ran.out).at("results").at("rx_task").at("value").get<double>();
  };
  EXPECT_NEAR(rx("place=42") - rx("place=2"), 40 * 100e-9, 0.1e-6) << "20 cycles of 5 ns each";
}

TEST(ApenetRun, TraceMarksTheArrowsAndChangesNothing) {
  const ScratchDirectory scratch;
  const std::vector<std::string> settings = {"test=read", "generation=v2", "min=16 KiB",
                                             "max=16 KiB", "window=1"};
  auto traced = settings;
  traced.emplace_back("trace=bus");
  ASSERT_EQ(run("apenet_node", settings, {"--outdir", scratch / "plain"}).code, 0);
  ASSERT_EQ(run("apenet_node", traced, {"--timeline", "--outdir", scratch / "traced"}).code, 0);
  for (const char* file : {"osu.csv"})
    EXPECT_EQ(read_file(scratch / "plain" / file), read_file(scratch / "traced" / file));
  std::istringstream csv(read_file(scratch / "traced/pcie_trace.csv"));
  std::map<std::string, double> arrows;
  unsigned requests = 0;
  double before = 0;
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "us,direction,kind,address,bytes,wire_bytes,arrow");
  while (std::getline(csv, line)) {
    const double at = std::stod(line);
    EXPECT_GE(at, before) << "in the order of the wire";
    before = at;
    requests += line.find(",8,32,") != std::string::npos && line.find(",out,") != std::string::npos;
    const std::string arrow = line.substr(line.rfind(',') + 1);
    if (!arrow.empty()) arrows[arrow] = at;
  }
  ASSERT_EQ(arrows.size(), 4u);
  EXPECT_EQ(requests, 16384u / 128 + 1) << "and one write of the return window's address";
  EXPECT_NEAR(arrows["3"] - arrows["2"], 1.8, 0.05 * 1.8);
  EXPECT_GT(arrows["4"], arrows["3"]);
  EXPECT_THAT(read_file(scratch / "traced/timeline.json"),
              AllOf(HasSubstr("2-3 first request to first data"), HasSubstr("from the card")));
}

TEST(ApenetRun, TraceShowsDllpsWhereTheyArePackets) {
  const ScratchDirectory scratch;
  const std::vector<std::string> settings = {"trace=bus",  "test=read",  "generation=v2",
                                             "min=64 KiB", "max=64 KiB", "window=1"};
  std::vector<std::string> dllps = settings;
  dllps.emplace_back("*.dllps=true");
  ASSERT_EQ(run("apenet_node", settings, {"--outdir", scratch / "dates"}).code, 0);
  ASSERT_EQ(run("apenet_node", dllps, {"--timeline", "--outdir", scratch / "packets"}).code, 0);
  EXPECT_THAT(read_file(scratch / "dates/pcie_trace.csv"), testing::Not(HasSubstr("Ack")));
  std::istringstream csv(read_file(scratch / "packets/pcie_trace.csv"));
  std::map<std::string, unsigned> seen;
  for (std::string line; std::getline(csv, line);) {
    const std::string what = line.substr(line.find(',') + 1);  // without the time
    ++seen[what];
  }
  // 1024 answers of 64 B come to the card, 512 requests leave it: several to an ACK.
  const unsigned out = seen["out,Ack,,,8,"], in = seen["in,Ack,,,8,"];
  EXPECT_GT(out, 50u);
  EXPECT_LT(out, 400u);
  EXPECT_GT(in, 50u);
  EXPECT_LT(in, 400u);
  EXPECT_GT(seen["out,UpdateFC-P,,,8,"], 50u);
  EXPECT_GT(seen["in,UpdateFC-P,,,8,"], 50u);
  EXPECT_THAT(read_file(scratch / "packets/timeline.json"), HasSubstr("UpdateFC-P"));
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
  const Captured ran = run("apenet_cluster", {"test=latency"}, {"--stop-at", "1 ms"});
  EXPECT_EQ(ran.code, 0);
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

struct Wrong {
  const char* platform;
  std::vector<std::string> settings;
  std::vector<std::string> said;
};
void PrintTo(const Wrong& wrong, std::ostream* out) {
  *out << wrong.platform << ' ' << wrong.settings.front();
}
class ApenetWrongRun : public testing::TestWithParam<Wrong> {};

TEST_P(ApenetWrongRun, IsRefusedByName) {
  const Captured ran = run(GetParam().platform, GetParam().settings);
  EXPECT_EQ(ran.code, 2);
  for (const std::string& text : GetParam().said) EXPECT_THAT(ran.err, HasSubstr(text));
}

INSTANTIATE_TEST_SUITE_P(
    All, ApenetWrongRun,
    testing::Values(
        Wrong{"apenet_cluster", {"shape=4x0"}, {"shape", "4x0", "XxYxZ"}},
        Wrong{"apenet_cluster", {"shape=big"}, {"shape", "big", "4x2x1"}},
        Wrong{"apenet_cluster", {"shape=4x2x1x2"}, {"shape", "4x2x1x2"}},
        Wrong{"apenet_cluster", {"shape=64x64x2"}, {"shape", "1 to 4096 nodes"}},
        Wrong{"apenet_cluster", {"peer=8"}, {"peer", "1 ... 7"}},
        Wrong{"apenet_cluster", {"peer=0"}, {"peer", "1 ... 7"}},
        Wrong{"apenet_cluster", {"test=latancy"}, {"latancy", "latency, bw"}},
        Wrong{"apenet_cluster", {"min=8 KiB", "max=4 KiB"}, {"max", "at least min = 8 KiB"}},
        Wrong{"apenet_cluster", {"src=host", "dst=host", "staging=plain"}, {"staging", "gpu"}},
        Wrong{"apenet_cluster", {"trace=bus", "trace_node=9"}, {"trace_node", "0 ... 7"}},
        Wrong{"apenet_cluster", {"card.buf_list=2", "max=32 B"}, {"buf_list", "at least 3"}},
        Wrong{"apenet_cluster", {"shape=8x8x2", "test=alltoall", "max=64 MiB"}, {"max", "1 GiB"}},
        Wrong{"apenet_node", {"test=bibw"}, {"bibw", "apenet_cluster"}},
        Wrong{"apenet_node", {"shape=2x1x1"}, {"shape"}},
        Wrong{"apenet_node", {"generation=v4"}, {"v4", "v1, v2, v3"}}));

}  // namespace
}  // namespace gf::test::apenet_test
