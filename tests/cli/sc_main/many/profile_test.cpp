// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <map>

#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/profile_command.h"
#include "tests/support/program.h"

namespace gf::test::profile_test {
namespace {

using namespace profile_command;  // NOLINT: what these tests share

TEST(Profile, RanksEveryPointByItsTime) {
  const ScratchDirectory scratch;
  const Captured run = exits(0, program(small(scratch, {"--csv", "--whole"})));
  const auto rows = csv(run.out);
  ASSERT_EQ(rows.size(), 1u + 9u);
  EXPECT_THAT(rows[0], testing::ElementsAre("mechanism", "chunk", "threads", "time_us", "kernel_us",
                                            "drain_us", "copy_us"));
  double last = 0;
  std::map<std::string, unsigned> count;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_GE(std::stod(rows[i][3]), last);
    last = std::stod(rows[i][3]);
    ++count[rows[i][0]];
  }
  EXPECT_EQ(count["inline"], 1u);
  EXPECT_EQ(count["polling"], 4u);
  EXPECT_EQ(count["cdp"], 4u);
}

TEST(Profile, StopsNoPointThatIsWithinTheLimitOfTheBest) {
  const ScratchDirectory scratch;
  std::size_t stopped = 0;
  for (const char* workload : {"pagerank", "als"}) {
    const auto search = [&](std::vector<std::string> more) {
      more.insert(more.end(), {"-p", std::string("workload=") + workload, "--csv"});
      std::vector<std::string> words = small(scratch, more);
      words.erase(std::find(words.begin(), words.end(), "--workload") + 1);
      words.erase(std::find(words.begin(), words.end(), "--workload"));
      const Captured run = exits(0, program(words));
      return Split(csv(run.out));
    };
    const Split all = search({"--whole"});
    ASSERT_EQ(all.ended.size(), 9u);
    for (const char* within : {"0", "10"}) {
      const Split cut = search({"--within", within});
      ASSERT_EQ(cut.ended.size() + cut.stopped, 9u);
      EXPECT_EQ(cut.ended.at(0), all.ended[0]);
      // Those that ended have the same times, and who is not slower than the limit has ended. The
      // limit is that of a pilot, which is no faster than the best.
      const double limit = std::stod(all.ended[0][3]) * (1 + std::stod(within) / 100);
      EXPECT_THAT(cut.ended, testing::IsSubsetOf(all.ended));
      for (const auto& row : all.ended)
        if (std::stod(row[3]) <= limit) {
          EXPECT_THAT(cut.ended, testing::Contains(row));
        }
      stopped += cut.stopped;
    }
  }
  EXPECT_GT(stopped, 0u);
}

TEST(Profile, WhatIsStoppedDoesNotDependOnJobs) {
  const ScratchDirectory scratch;
  const auto search = [&](const char* jobs) {
    return program(small(scratch, {"--store", "", "--json", "--within", "1", "-j", jobs})).out;
  };
  const std::string one = search("1");
  EXPECT_THAT(one, HasSubstr("\"time\": null"));
  EXPECT_EQ(one, search("4"));
}

TEST(Profile, SecondCallRunsNothingAndSaysTheSame) {
  const ScratchDirectory scratch;
  const Captured first = exits(0, program(small(scratch, {"-j", "1"})));
  EXPECT_THAT(first.out, HasSubstr("9 points, 0 of them already known"));
  const Captured second = program(small(scratch, {"-j", "3"}));
  EXPECT_THAT(second.out, HasSubstr("9 points, 9 of them already known"));
  EXPECT_EQ(first.out.substr(0, first.out.find("9 points")),
            second.out.substr(0, second.out.find("9 points")));
  // Another machine is another configuration; so is another seed.
  EXPECT_THAT(program(small(scratch, {"-p", "gpu.sms=5"})).out,
              HasSubstr("0 of them already known"));
  EXPECT_THAT(program(small(scratch, {"--seed", "2"})).out, HasSubstr("0 of them already known"));
}

TEST(Profile, ADamagedRunOfTheStoreIsRunAgain) {
  const ScratchDirectory scratch;
  const std::vector<std::string> words = small(scratch, {"--mechanisms", "inline,polling"});
  const Captured first = exits(0, program(words));
  for (const char* file : {"stats.json", "key.txt", "run.json"}) {
    std::filesystem::path run;  // not one that was set aside as damaged
    for (const auto& entry : std::filesystem::directory_iterator(scratch / "store/runs"))
      if (entry.path().extension().empty()) run = entry.path();
    if (std::string(file) == "run.json")
      std::filesystem::remove(run / file);
    else
      std::ofstream(run / file) << "{\"of\": ";
    const Captured again = program(words);
    EXPECT_THAT(again.out, HasSubstr("5 points, 4 of them already known")) << file;
    EXPECT_EQ(first.out.substr(0, first.out.find("5 points")),
              again.out.substr(0, again.out.find("5 points")));
    EXPECT_THAT(program(words).out, HasSubstr("5 points, 5 of them already known")) << file;
  }
}

TEST(Profile, WithoutAStoreNothingIsKept) {
  const ScratchDirectory scratch;
  const std::vector<std::string> words = small(scratch, {"--mechanisms", "inline", "--store", ""});
  for (int i = 0; i < 2; ++i)
    EXPECT_THAT(program(words).out, HasSubstr("1 points, 0 of them already known"));
  EXPECT_FALSE(std::filesystem::exists(scratch / "store"));
}

TEST(Profile, TheBestOneRunsInTheTimeThatTheTableSays) {
  const ScratchDirectory scratch;
  const Captured profile =
      exits(0, program(small(scratch, {"--csv", "--mechanisms", "inline,polling,hw", "--out",
                                       scratch / "best.ini"})));
  const auto best = csv(profile.out).at(1);
  const Captured run =
      exits(0, program({"run", "proact", "--config", scratch / "best.ini", "--json", "--quiet"}));
  const auto results = core::parse_json(run.out).at("results");
  EXPECT_NEAR(results.at("time").at("value").get<double>() * 1e6, std::stod(best[3]), 0.0006);
  EXPECT_THAT(read_file(scratch / "best.ini"),
              AllOf(HasSubstr("mechanism = " + best[0]), HasSubstr("gpu.sms = 4")));
}

TEST(Profile, APointThatFailsEndsItWithThePointsMessage) {
  const ScratchDirectory scratch;
  const Captured run = exits(2, program(small(scratch, {"--mechanisms", "hw", "-p", "check=true",
                                                        "-p", "shown_chunks=1000000"})));
  EXPECT_THAT(run.err, AllOf(HasSubstr("mechanism=hw, chunk="), HasSubstr("shown_chunks"),
                             Not(HasSubstr("gpufabric: gpufabric"))));
}

}  // namespace
}  // namespace gf::test::profile_test
