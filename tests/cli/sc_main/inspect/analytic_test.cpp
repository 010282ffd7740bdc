// SPDX-License-Identifier: Apache-2.0
// `gpufabric analytic` from the outside.
#include "core/text/json.h"
#include "tests/support/analytic_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::analytic_test {
namespace {

using namespace analytic_command;  // NOLINT: what these tests share
using nlohmann::json;

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

TEST(Analytic, TopologyMayBeAFile) {
  const ScratchDirectory scratch;
  write_file(scratch / "t.dot", "digraph { s -> { a b c } }");
  const Captured run = analytic({"--topology", scratch / "t.dot", "--workload", "gather"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("gather"));
}

}  // namespace
}  // namespace gf::test::analytic_test
