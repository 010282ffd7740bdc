// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"
#include "tests/support/analytic_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::analytic_ranks_test {
namespace {

using analytic_command::analytic;
using nlohmann::json;

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
  EXPECT_THAT(table.out, testing::ContainsRegex("per flit and channel +300 ns +given\n"));
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
}  // namespace gf::test::analytic_ranks_test
