// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/many/profile* sc_main/cli/whole_file.h sc_main/many/command_runs.h
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <map>
#include <sstream>

#include "core/base/units.h"
#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::profile_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A machine and an application that take some hundred milliseconds; 1 + 2 x 2 x 2 points.
std::vector<std::string> small(const ScratchDirectory& scratch, std::vector<std::string> more) {
  std::vector<std::string> all = {"profile",
                                  "proact",
                                  "-p",
                                  "gpus=2",
                                  "-p",
                                  "gpu.sms=4",
                                  "-p",
                                  "iterations=1",
                                  "--workload",
                                  "pagerank",
                                  "--quiet",
                                  "--store",
                                  scratch / "store",
                                  "--chunks",
                                  "16 KiB,64 KiB",
                                  "--threads",
                                  "64,256"};
  for (const char* own : {"--chunks", "--threads", "--store"}) {  // may be given once
    const auto ours = std::find(all.begin(), all.end(), own);
    if (std::find(more.begin(), more.end(), own) != more.end()) all.erase(ours, ours + 2);
  }
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::vector<std::vector<std::string>> csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    for (rows.emplace_back(); std::getline(fields, line, ',');) rows.back().push_back(line);
  }
  return rows;
}

TEST(Profile, RanksEveryPointByItsTime) {
  const ScratchDirectory scratch;
  const Captured run = program(small(scratch, {"--csv", "--whole"}));
  ASSERT_EQ(run.code, 0) << run.err;
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

/// Rows of those that were run to their end, without the heading, and how many were not.
struct Split {
  explicit Split(const std::vector<std::vector<std::string>>& rows) {
    for (std::size_t i = 1; i < rows.size(); ++i)
      if (rows[i].size() > 3 && !rows[i][3].empty())
        ended.push_back(rows[i]);
      else
        ++stopped;
  }
  std::vector<std::vector<std::string>> ended;
  std::size_t stopped = 0;
};

TEST(Profile, StopsNoPointThatIsWithinTheLimitOfTheBest) {
  const ScratchDirectory scratch;
  std::size_t stopped = 0;
  for (const char* workload : {"pagerank", "als"}) {
    const auto search = [&](std::vector<std::string> more) {
      more.insert(more.end(), {"-p", std::string("workload=") + workload, "--csv"});
      std::vector<std::string> words = small(scratch, more);
      words.erase(std::find(words.begin(), words.end(), "--workload") + 1);
      words.erase(std::find(words.begin(), words.end(), "--workload"));
      const Captured run = program(words);
      EXPECT_EQ(run.code, 0) << run.err;
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

/// Each point of a small grid by a `gpufabric run` of its own: the least time in microseconds.
double least_by_hand(const std::vector<std::string>& machine) {
  double least = 1e9;
  const auto try_point = [&](const std::vector<std::string>& settings) {
    std::vector<std::string> words = {"run", "proact", "--json", "--quiet"};
    words.insert(words.end(), machine.begin(), machine.end());
    for (const std::string& setting : settings) words.insert(words.end(), {"-p", setting});
    const Captured run = program(words);
    ASSERT_EQ(run.code, 0) << run.err;
    const auto results = core::parse_json(run.out).at("results");
    least = std::min(least, results.at("time").at("value").get<double>() * 1e6);
  };
  try_point({"mechanism=inline"});
  for (const char* mechanism : {"mechanism=polling", "mechanism=cdp"})
    for (const char* chunk : {"chunk=4 KiB", "chunk=32 KiB", "chunk=256 KiB"})
      for (const char* threads : {"threads=32", "threads=512"})
        try_point({mechanism, chunk, threads});
  return least;
}

class SmallCase : public testing::TestWithParam<std::vector<std::string>> {};

TEST_P(SmallCase, TheBestIsThatOfAllPointsTriedOneByOne) {
  const ScratchDirectory scratch;
  std::vector<std::string> words = {
      "profile",   "proact",          "--csv",    "--quiet",
      "--store",   scratch / "store", "--chunks", "4 KiB,32 KiB,256 KiB",
      "--threads", "32,512"};
  words.insert(words.end(), GetParam().begin(), GetParam().end());
  const Captured profile = program(words);
  ASSERT_EQ(profile.code, 0) << profile.err;
  const Split found(csv(profile.out));
  EXPECT_EQ(found.ended.size() + found.stopped, 13u);
  EXPECT_NEAR(std::stod(found.ended.at(0)[3]), least_by_hand(GetParam()), 0.0006);
}
// PageRank's stores are scattered, Jacobi's whole lines: inline is bad at the first, good at the
// second; the microbenchmark has chunks enough to hide nearly all of its transfer.
INSTANTIATE_TEST_SUITE_P(
    Profile, SmallCase,
    testing::Values(std::vector<std::string>{"-p", "system=4x_kepler", "-p", "gpu.sms=4", "-p",
                                             "gpus=2", "-p", "workload=pagerank", "-p",
                                             "iterations=1", "-p", "app.bytes=256 KiB"},
                    std::vector<std::string>{"-p", "system=4x_volta", "-p", "gpu.sms=8", "-p",
                                             "gpus=2", "-p", "workload=jacobi", "-p",
                                             "iterations=1", "-p", "app.bytes=256 KiB"},
                    std::vector<std::string>{"-p", "system=4x_pascal", "-p", "gpu.sms=4", "-p",
                                             "gpus=3", "-p", "workload=microbenchmark", "-p",
                                             "app.bytes=1 MiB", "-p", "app.cta_cycles=4000"}));

/// The paper's: inline, and polling and child kernels with 4 KiB to 16 MiB and 32 to 8192 threads.
TEST(Profile, TheDefaultGridIsThePapers) {
  const Captured plan = program({"profile", "proact", "--dry-run", "--json", "--store", "", "-p",
                                 "workload=microbenchmark", "-p", "app.bytes=16 MiB"});
  ASSERT_EQ(plan.code, 0) << plan.err;
  std::vector<std::string> names;
  const auto runs = core::parse_json(plan.out).at("runs");
  for (const auto& run : runs) names.push_back(run.at("name"));
  std::vector<std::string> all = {"mechanism=inline"};
  for (const char* mechanism : {"polling", "cdp"})
    for (std::uint64_t chunk = 4096; chunk <= 16u << 20; chunk *= 2)
      for (unsigned threads = 32; threads <= 8192; threads *= 2)
        all.push_back("mechanism=" + std::string(mechanism) + ", chunk=" +
                      core::to_text(core::Bytes(chunk)) + ", threads=" + std::to_string(threads));
  EXPECT_EQ(all.size(), 1u + 2 * 13 * 9);
  EXPECT_THAT(names, testing::UnorderedElementsAreArray(all));
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
  const Captured first = program(small(scratch, {"-j", "1"}));
  ASSERT_EQ(first.code, 0) << first.err;
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
  const Captured first = program(words);
  ASSERT_EQ(first.code, 0) << first.err;
  for (const char* file : {"stats.json", "key.txt", "run.json"}) {
    const auto run = *std::filesystem::directory_iterator(scratch / "store/runs");
    if (std::string(file) == "run.json")
      std::filesystem::remove(run.path() / file);
    else
      std::ofstream(run.path() / file) << "{\"of\": ";
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
  const Captured profile = program(small(
      scratch, {"--csv", "--mechanisms", "inline,polling,hw", "--out", scratch / "best.ini"}));
  ASSERT_EQ(profile.code, 0) << profile.err;
  const auto best = csv(profile.out).at(1);
  const Captured run =
      program({"run", "proact", "--config", scratch / "best.ini", "--json", "--quiet"});
  ASSERT_EQ(run.code, 0) << run.err;
  const auto results = core::parse_json(run.out).at("results");
  EXPECT_NEAR(results.at("time").at("value").get<double>() * 1e6, std::stod(best[3]), 0.0006);
  EXPECT_THAT(read_file(scratch / "best.ini"),
              AllOf(HasSubstr("mechanism = " + best[0]), HasSubstr("gpu.sms = 4")));
}

/// In microseconds, of `inline` with these words.
double time_of_run(std::vector<std::string> more) {
  std::vector<std::string> words = {"run",    "proact",
                                    "-p",     "gpus=2",
                                    "-p",     "gpu.sms=4",
                                    "-p",     "iterations=1",
                                    "-p",     "workload=pagerank",
                                    "-p",     "mechanism=inline",
                                    "--json", "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  const auto results = core::parse_json(program(words).out).at("results");
  return results.at("time").at("value").get<double>() * 1e6;
}

TEST(Profile, TheSeedIsThatOfTheRunHoweverItIsGiven) {
  const ScratchDirectory scratch;
  write_file(scratch / "seed.ini", "seed = 7\n");
  const double seventh = time_of_run({"--seed", "7"});
  EXPECT_GT(std::abs(seventh - time_of_run({})), 0.01);
  for (const auto& words :
       {std::vector<std::string>{"-p", "seed=7"}, {"--config", scratch / "seed.ini"}}) {
    std::vector<std::string> profile = {"--csv", "--mechanisms", "inline", "--out",
                                        scratch / "best.ini"};
    profile.insert(profile.end(), words.begin(), words.end());
    const auto rows = csv(program(small(scratch, profile)).out);
    EXPECT_NEAR(std::stod(rows.at(1).at(3)), seventh, 0.0006) << words[0];
    EXPECT_THAT(read_file(scratch / "best.ini"), HasSubstr("\nseed = 7\n"));
  }
}

TEST(Profile, TriesTheFileBeforeItRuns) {
  const ScratchDirectory scratch;
  write_file(scratch / "file", "");
  std::filesystem::create_directories(scratch / "directory");
  for (const char* name : {"file/best.ini", "none/best.ini", "directory"}) {
    const Captured run = program(small(scratch, {"--out", scratch / name}));
    EXPECT_EQ(run.code, 2) << name;
    EXPECT_THAT(run.err, AllOf(HasSubstr("(--out)"), HasSubstr("cannot be written")));
    std::error_code none;
    EXPECT_EQ(std::filesystem::directory_iterator(scratch / "store/runs", none),
              std::filesystem::directory_iterator())
        << name;
  }
}

TEST(Profile, ReplacesAFileOnceAllIsWritten) {
  const ScratchDirectory scratch;
  std::ofstream(scratch / "best.ini") << "# an older one\n";
  std::vector<std::string> words = {"--mechanisms", "inline", "--out", scratch / "best.ini"};
  ASSERT_EQ(program(small(scratch, words)).code, 0);
  EXPECT_THAT(read_file(scratch / "best.ini"), Not(HasSubstr("older")));
  EXPECT_FALSE(std::filesystem::exists(scratch / "best.ini.part"));
  words.back() = "/dev/full";
  const Captured full = program(small(scratch, words));
  EXPECT_EQ(full.code, 2);
  EXPECT_THAT(full.err, HasSubstr("/dev/full: the best configuration (--out) cannot be written"));
  EXPECT_FALSE(std::filesystem::is_regular_file("/dev/full"));
}

TEST(Profile, LeavesOutWhatIsLargerThanTheRegion) {
  const ScratchDirectory scratch;
  const Captured run = program(small(scratch, {"--csv", "--mechanisms", "hw", "--chunks",
                                               "256 KiB:16 MiB"}));  // The region: 512 KiB.
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(csv(run.out).size(), 1u + 2u);
  const Captured none = program(small(scratch, {"--mechanisms", "hw", "--chunks", "1 MiB,2 MiB"}));
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("not larger than the region, 512 KiB"));
}

TEST(Profile, SaysWhatIsWrong) {
  const ScratchDirectory scratch;
  const auto fails = [&](std::vector<std::string> more, const char* text) {
    const Captured run = program(small(scratch, std::move(more)));
    EXPECT_EQ(run.code, 2) << text;
    EXPECT_THAT(run.err, HasSubstr(text));
  };
  fails({"--mechanisms", "best"}, "of memcpy, inline, p2p_loads, polling, cdp, hw");
  fails({"--chunks", "5 KiB"}, "powers of two, 4 KiB ... 16 MiB");
  fails({"--chunks", "16"}, "--chunks");
  fails({"--chunks", "64 KiB:16 KiB"}, "powers of two");
  fails({"--threads", "16:64"}, "powers of two, 32 ... 8192");
  fails({"--threads", "many"}, "32 ... 8192");
  fails({"-p", "mechanism=hw"}, "use --mechanisms");
  fails({"-p", "gpu.smz=4"}, "gpu.sms");
  fails({"-j", "0"}, "1 ... 4096");
  fails({"--within", "-1"}, "--within = -1: expected 0 ... 10000");
  fails({"--within", "nan"}, "expected 0 ... 10000");
  fails({"--out", ""}, "--out '': expected the name of a file");
  EXPECT_THAT(program({"profile", "pcie_t2"}).err, HasSubstr("pcie_t2 has no mechanisms"));
}

TEST(Profile, APointThatFailsEndsItWithThePointsMessage) {
  const ScratchDirectory scratch;
  const Captured run = program(
      small(scratch, {"--mechanisms", "hw", "-p", "check=true", "-p", "shown_chunks=1000000"}));
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("mechanism=hw, chunk="), HasSubstr("shown_chunks"),
                             Not(HasSubstr("gpufabric: gpufabric"))));
}

TEST(Profile, HelpNamesTheDefaults) {
  const Captured help = program({"profile", "--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, AllOf(testing::ContainsRegex("default:[[:space:]]+inline,polling,cdp"),
                              HasSubstr("default: '4 KiB:16 MiB'"), HasSubstr("default: 32:8192"),
                              HasSubstr("Exit codes")));
}

}  // namespace
}  // namespace gf::test::profile_test
