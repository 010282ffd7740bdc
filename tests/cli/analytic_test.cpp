// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/inspect/analytic* tlm_models/analytic/pcie_* tlm_models/analytic/rank_windows.h
// `gpufabric analytic` from the outside.
#include <filesystem>
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::analytic_test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kTable1 =
    "graph,src,dst,bytes,start_ns\n"
    "table1,0,2,300 MiB,0\ntable1,1,4,300 MiB,0\ntable1,3,2,300 MiB,0\ntable1,6,4,300 MiB,0\n";

Captured analytic(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"analytic", "pcie"});
  return program(arguments);
}

/// With the graphs of Tables I and II as --graphs.
Captured analytic_table1(std::vector<std::string> arguments) {
  const ScratchDirectory scratch;
  write_file(scratch / "t.csv", kTable1);
  arguments.insert(arguments.end(), {"--graphs", scratch / "t.csv"});
  return analytic(arguments);
}

TEST(Analytic, TraceShowsTablesOneAndTwo) {
  const Captured run = analytic_table1({"--tau", "0.2", "--trace", "table1"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("step D (8)"), HasSubstr("3->2        1       1     0.5         0.5"),
                    HasSubstr("step 1: 0.0000 to 36.0799 ms"), HasSubstr("128.57")));
}

TEST(Analytic, JsonHoldsTimesAndTrace) {
  const Captured run = analytic_table1({"--tau", "0.2", "--trace", "table1", "--json"});
  const json result = core::parse_json(run.out);
  EXPECT_EQ(result["topology"], "t2");
  EXPECT_NEAR(result["graphs"][0]["communications"][2]["factor"].get<double>(), 0.7, 1e-12);
  EXPECT_NEAR(result["graphs"][0]["communications"][0]["end"].get<double>(), 65.013e-3, 2e-4);
  EXPECT_EQ(result["trace"]["steps"].size(), 2u);
  EXPECT_EQ(result["trace"]["steps"][0]["communications"][0]["step_b"], 0.5);
}

TEST(Analytic, SameSeedSameBytes) {
  const std::vector<std::string> words{"--workload", "random:edges=2..7,graphs=50", "--json"};
  EXPECT_EQ(analytic(words).out, analytic(words).out);
  EXPECT_EQ(core::parse_json(analytic(words).out)["graphs"].size(), 50u);
}

TEST(Analytic, HaloPrintsStatisticsAndWritesOrders) {
  const ScratchDirectory scratch;
  const std::string file = scratch / "orders.csv";
  const Captured run = analytic(
      {"--halo", "2d", "--top", "2", "--curve", "5", "--bytes", "1 MiB", "--orders-csv", file});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, AllOf(HasSubstr("20736 orders"), HasSubstr("2.001"), HasSubstr("step 3:"),
                             HasSubstr("sorted times, 5 of 20736")));
  const Captured replay = analytic({"--graphs", file, "--json"});
  const json graphs = core::parse_json(replay.out)["graphs"];
  ASSERT_EQ(graphs.size(), 3u);
  const auto last_end = [&](int graph) {
    double last = 0;
    for (const json& c : graphs[graph]["communications"])
      last = std::max(last, c["end"].get<double>());
    return last;
  };
  EXPECT_EQ(graphs[0]["graph"], "halo2d_fastest");
  EXPECT_NEAR(last_end(2) / last_end(0), 2.001, 0.001);
}

TEST(Analytic, OrdersGoOnInTheNextLineOfANarrowTerminal) {
  const std::string script = "/usr/bin/script";  // gives it a terminal
  if (!std::filesystem::exists(script)) GTEST_SKIP() << "no script (Debian: bsdutils)";
  const Captured run =
      capture({script, "-qec", std::string("COLUMNS=60 ") + GF_PROGRAM + " analytic pcie --halo 2d",
               "/dev/null"});
  EXPECT_THAT(run.out, testing::ContainsRegex("\n +1  4\\.[0-9]+ +[0-9]+  0:4,1"));
  EXPECT_THAT(run.out, testing::ContainsRegex("\n {22}[0-9]:")) << "the rest of an order";
}

TEST(Analytic, TopologyMayBeAFile) {
  const ScratchDirectory scratch;
  write_file(scratch / "t.dot", "digraph { s -> { a b c } }");
  const Captured run = analytic({"--topology", scratch / "t.dot", "--workload", "gather"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("gather"));
}

TEST(Analytic, HelpNamesDefaultsWorkloadsAndExamples) {
  const Captured run = program({"help", "analytic"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, AllOf(HasSubstr("default: 1 - 1/1.21 (VII)"), HasSubstr("all_to_all:bytes="),
                             HasSubstr("--halo 3d --top 3")));
}

TEST(Analytic, WrongWordsAreUsageErrors) {
  struct Case {
    std::vector<std::string> words;
    const char* says;
  };
  for (const Case& c : {
           Case{{}, "--graphs FILE, --workload GEN or --halo"},
           Case{{"--halo", "4d"}, "2d or 3d"},
           Case{{"--workload", "ring", "--tau", "0.9"}, "0 ... 0.5"},
           Case{{"--workload", "ring", "--hol-share", "1.5"}, "0 ... 1"},
           Case{{"--workload", "ring", "--bandwidth", "5"}, "--bandwidth"},
           Case{{"--workload", "rong"}, "one of scatter"},
           Case{{"--workload", "ring", "--topology", "t9"}, "t2_first4"},
           Case{{"--workload", "ring", "--trace", "rang"}, "there are ring"},
           Case{{"--workload", "ring", "--carried", "x"}, "shared_ports, every_port"},
           Case{{"--workload", "ring", "--hol-cause", "x"}, "any_lowering, conflicts_only"},
           Case{{"--workload", "ring", "--curve", "3"}, "need --halo"},
           Case{{"--halo", "2d", "--trace", "x"}, "--trace needs"},
           Case{{"--halo", "2d", "--topology", "rc:4,4"}, "10 million orders"},
           Case{{"--halo", "2d", "--orders-csv", "/proc/no/such/dir/x"}, "cannot write"},
           Case{{"--halo", "2d", "--orders-csv", ""}, "--orders-csv '': expected the name"},
           Case{{"--workload", "ring", "--orders-csv", ""}, "--orders-csv '': expected the name"},
       }) {
    const Captured run = analytic(c.words);
    EXPECT_EQ(run.code, 2) << c.says;
    EXPECT_THAT(run.err, HasSubstr(c.says));
    EXPECT_THAT(run.out, IsEmpty());
  }
  EXPECT_THAT(program({"analytic"}).err, HasSubstr("no model given"));
  EXPECT_THAT(program({"analytic", "nvlink"}).err, HasSubstr("unknown model \"nvlink\""));
}

TEST(Analytic, BadGraphFileNamesTheLine) {
  const ScratchDirectory scratch;
  write_file(scratch / "t.csv", "graph,src,dst,bytes,start_ns\na,0,9,1,0\n");
  const Captured run = analytic({"--graphs", scratch / "t.csv"});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.err, AllOf(HasSubstr("t.csv:2: dst = '9'"), HasSubstr("0 ... 7")));
}

const char* const kSmall = "2,4,2";

/// The model counts flits over channels as a simulated network does, within its start and end.
TEST(AnalyticRanks, CountsTheHopsOfARun) {
  const json plan =
      core::parse_json(program({"analytic", "ranks", "--dragonfly", kSmall, "--json"}).out);
  const json run = core::parse_json(
      program({"run", "dragonfly", "--no-defaults", "-q", "--json", "-p", "p=2", "-p", "a=4", "-p",
               "h=2", "-p", "load=0.1", "-p", "routing=min", "--stop-at", "2 us"})
          .out);
  ASSERT_EQ(plan["parts"], 9);
  EXPECT_NEAR(run["results"]["flit_hops"]["value"].get<double>() / 2'000 /
                  plan["hops_a_cycle"].get<double>(),
              1, 0.05);
}

TEST(AnalyticRanks, SaysWhatIsAssumedAndWhereItComesFrom) {
  const Captured table = program({"analytic", "ranks", "--hop", "300 ns"});
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, testing::ContainsRegex("a flit and channel +300 ns +given\n"));
  EXPECT_THAT(table.out, testing::ContainsRegex("message, latency +1.9 us +assumed: InfiniBand"));
  EXPECT_THAT(table.out, testing::ContainsRegex("\n +128 .* [0-9]+\n"));
  EXPECT_THAT(table.out, testing::Not(testing::ContainsRegex("\n +256 "))) << "129 parts";
}

TEST(AnalyticRanks, RanksShareTheComputingAndPayForMessages) {
  const json windows = core::parse_json(
      program({"analytic", "ranks", "--dragonfly", "16,32,16", "--ranks", "1,513", "--json"})
          .out)["windows"];
  const auto time = [&](int row, const char* what) { return windows[row][what].get<double>(); };
  EXPECT_EQ(time(0, "window"), time(0, "compute"));
  EXPECT_NEAR(time(0, "compute") / time(1, "compute"), 513, 1e-6);
  EXPECT_GT(time(1, "exchange"), 2 * 512 * 0.6e-6);
  EXPECT_NEAR(time(1, "agreement"), 20 * 1.9e-6, 1e-12);
}

TEST(AnalyticRanks, WrongWordsAreUsageErrors) {
  const auto refusal = [](const std::vector<std::string>& words) {
    std::vector<std::string> all{"analytic", "ranks"};
    all.insert(all.end(), words.begin(), words.end());
    const Captured refused = program(all);
    EXPECT_EQ(refused.code, 2) << refused.out;
    EXPECT_THAT(refused.out, IsEmpty());
    return refused.err;
  };
  EXPECT_THAT(refusal({"--dragonfly", kSmall, "--ranks", "10"}), HasSubstr("1 ... 9, the parts"));
  EXPECT_THAT(refusal({"--ranks", "2,x"}), HasSubstr("--ranks = 2,x"));
  EXPECT_THAT(refusal({"--dragonfly", "8,16"}), HasSubstr("P,A,H"));
  EXPECT_THAT(refusal({"--dragonfly", "8,16,99"}), HasSubstr("1 ... 64"));
  EXPECT_THAT(refusal({"--load", "1.5"}), HasSubstr("--load = 1.5"));
  EXPECT_THAT(refusal({"--window", "0"}), HasSubstr("at least 1"));
  EXPECT_THAT(refusal({"--parts", "1"}), HasSubstr("2 ... the groups"));
  EXPECT_THAT(refusal({"--hop", "5"}), HasSubstr("--hop"));
  EXPECT_THAT(refusal({"--tau", "0.1"}), HasSubstr("--tau is an option of analytic pcie"));
  EXPECT_THAT(analytic({"--workload", "ring", "--hop", "5 ns"}).err,
              HasSubstr("--hop is an option of analytic ranks"));
}

}  // namespace
}  // namespace gf::test::analytic_test
