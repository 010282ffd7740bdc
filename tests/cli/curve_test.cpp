// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/many/curve* sc_main/many/command_runs.h
#include <csignal>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include "core/system/child_process.h"
#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/program.h"

namespace gf::test::curve_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> small(std::vector<std::string> more) {
  std::vector<std::string> all = {"curve", "dragonfly", "--p", "2",  "--a",
                                  "4",     "--h",       "2",   "-p", "measurement.period=200"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(Curve, IsTheSameWhateverTheNumberOfJobs) {
  const auto csv = [](const char* jobs) {
    return program(small({"--loads", "0.1:0.7:0.2", "--csv", "-j", jobs})).out;
  };
  const std::string one = csv("1");
  EXPECT_EQ(one, csv("3"));
  EXPECT_THAT(one, AllOf(HasSubstr("offered_load,accepted_load,latency_mean"), HasSubstr("\n0.1,"),
                         HasSubstr("\n0.3,"), HasSubstr("\n0.7,")));
}

TEST(Curve, SaturationOfTheWorstCaseIsFound) {
  const Captured run = program(small({"--traffic", "wc", "--loads", "0.05", "--saturation",
                                      "--tolerance", "0.02", "-p", "measurement.warmup_most=20"}));
  EXPECT_EQ(run.code, 0) << run.err;
  // MIN carries 1 / (a h) = 0.125 of it.
  EXPECT_THAT(run.out, testing::ContainsRegex("saturation: stable at 0\\.1[012]"));
  EXPECT_THAT(run.out, HasSubstr(" no\n")) << "unstable points are shown and flagged";
}

/// The middle of the interval that a search for saturation ends with; 0 where it says none.
double saturation_of(const std::vector<std::string>& words) {
  std::vector<std::string> all = {"curve", "-q", "--json", "--saturation", "--tolerance", "0.02"};
  all.insert(all.begin() + 1, words.begin(), words.end());
  const Captured run = program(all);
  EXPECT_EQ(run.code, 0) << run.err;
  const auto found = core::parse_json(run.out).at("saturation");
  EXPECT_TRUE(found.at("found").get<bool>());
  return (found.at("stable").get<double>() + found.at("unstable").get<double>()) / 2;
}

/// Channels carry a quarter of what nodes want, an eighth of it in the dragonfly: beyond that queues
/// grow, slowly at first, and no length of a period may hide it.
TEST(Curve, SaturationIsWhereQueuesBeginToGrow) {
  for (const char* period : {"50", "400"}) {
    const std::string time = std::string("measurement.period=") + period;
    EXPECT_NEAR(saturation_of({"hyperx", "--traffic", "wc", "--loads", "0.2", "-p", time}), 0.25,
                0.025)
        << period;
    EXPECT_NEAR(saturation_of({"fat_tree", "--traffic", "transpose", "--routing", "deterministic",
                               "--loads", "0.2", "-p", time}),
                0.25, 0.025)
        << period;
    EXPECT_NEAR(saturation_of({"dragonfly", "--p", "2", "--a", "4", "--h", "2", "--traffic", "wc",
                               "--loads", "0.1", "-p", time}),
                0.125, 0.02)
        << period;
  }
}

TEST(Curve, ALinearGrowthIsNoSteadyStateAtAnyPeriod) {
  for (const char* period : {"100", "300", "1000"}) {
    const Captured run = program({"run", "torus", "--load", "0.95", "-q", "-p",
                                  std::string("measurement.period=") + period});
    EXPECT_EQ(run.code, 3) << period;
    EXPECT_THAT(run.err, HasSubstr("packets under way grew by")) << period;
  }
}

/// A chance rise that looks like growth only lengthens the warm-up.
TEST(Curve, ManySeedsBelowSaturationAreAllSteady) {
  for (unsigned seed = 1; seed <= 20; ++seed)
    for (const char* load : {"0.05", "0.2", "0.235"}) {
      const Captured run =
          program({"run", "hyperx", "--traffic", "wc", "--load", load, "-q", "--seed",
                   std::to_string(seed), "-p", "measurement.period=200"});
      EXPECT_EQ(run.code, 0) << load << ", seed " << seed << ": " << run.err;
    }
}

TEST(Curve, SecondCallRunsNothingAndSaysTheSame) {
  const ScratchDirectory scratch;
  const auto words = small({"--loads", "0.1:0.3:0.1", "--csv", "--store", scratch / "store"});
  const std::string first = program(words).out;
  const auto times = [&] {
    std::vector<std::filesystem::file_time_type> all;
    for (const auto& run : std::filesystem::directory_iterator(scratch / "store/runs"))
      all.push_back(std::filesystem::last_write_time(run.path() / "stats.json"));
    return all;
  };
  const auto before = times();
  EXPECT_EQ(before.size(), 3u);
  EXPECT_EQ(program(words).out, first);
  EXPECT_EQ(times(), before);
}

/// `curve` with a store of its own that gets `number` once it has `runs` finished runs.
Captured signalled(std::vector<std::string> words, int number, std::size_t runs) {
  const ScratchDirectory scratch;
  words.insert(words.begin(), GF_PROGRAM);
  words.insert(words.end(), {"--store", scratch / "store"});
  core::ChildProcess curve({words, scratch / "out", scratch / "err", false});
  const auto finished = [&] {
    std::error_code none;
    const std::filesystem::directory_iterator all(scratch / "store/runs", none);
    return static_cast<std::size_t>(std::distance(all, std::filesystem::directory_iterator()));
  };
  while (!curve.ended() && finished() < runs) usleep(10'000);
  curve.signal(number);
  curve.wait();
  return {curve.exit_code(), read_file(scratch / "out"), read_file(scratch / "err")};
}

TEST(Curve, CtrlCPrintsFinishedPoints) {
  // The first load has next to no packets, the second takes minutes.
  const Captured run = signalled(
      small({"--csv", "-j", "1", "--loads", "0.0001,0.5", "-p", "measurement.period=200000"}),
      SIGINT, 1);
  EXPECT_EQ(run.code, 130) << run.err;
  EXPECT_THAT(run.err, HasSubstr("interrupted; finished points are shown"));
  EXPECT_EQ(lines_of(run.out).size(), 2u) << run.out;
  EXPECT_THAT(run.out, AllOf(HasSubstr("offered_load"), HasSubstr("\n0.0001,")));
}

TEST(Curve, ASignalEndsTheSearchForSaturation) {
  const Captured run = signalled(small({"--loads", "0.05", "--saturation", "--tolerance", "0.0001",
                                        "-j", "1", "-p", "measurement.period=20000"}),
                                 SIGTERM, 2);
  EXPECT_EQ(run.code, 143) << run.err;
  EXPECT_THAT(run.err, HasSubstr("interrupted; finished points are shown"));
  EXPECT_THAT(run.out, AllOf(HasSubstr("the search was interrupted; it is between 0."),
                             Not(HasSubstr("stable at"))));
}

/// latency_mean of `run` at load 0.3, with the digits of a curve.
std::string latency_of_run(std::vector<std::string> more) {
  std::vector<std::string> words = small(std::move(more));
  words[0] = "run";
  words.insert(words.end(), {"-p", "load=0.3", "--json", "--quiet"});
  const auto results = core::parse_json(program(words).out).at("results");
  return fmt::format("{:.6g}", results.at("latency_mean").at("value").get<double>());
}

std::string latency_of_curve(const std::vector<std::string>& more) {
  std::vector<std::string> words = small({"--loads", "0.3", "--csv"});
  words.insert(words.end(), more.begin(), more.end());
  return fields_of(lines_of(program(words).out).at(1)).at(2);
}

TEST(Curve, TheSeedIsThatOfTheRunHoweverItIsGiven) {
  const ScratchDirectory scratch;
  write_file(scratch / "seed.ini", "seed = 7\n");
  const std::string seventh = latency_of_run({"--seed", "7"});
  EXPECT_NE(seventh, latency_of_run({}));
  for (const auto& words :
       {std::vector<std::string>{"-p", "seed=7"}, {"--config", scratch / "seed.ini"}}) {
    EXPECT_EQ(latency_of_run(words), seventh) << words[0];
    EXPECT_EQ(latency_of_curve(words), seventh) << words[0];
  }
  EXPECT_EQ(latency_of_curve({"-p", "seed=7", "--seed", "1"}), latency_of_run({}));
  EXPECT_EQ(latency_of_curve({"--seed", "1e3"}), latency_of_run({"--seed", "1000"}));
}

TEST(Curve, HelpNamesHowItMayEnd) {
  EXPECT_THAT(program({"curve", "--help"}).out,
              AllOf(HasSubstr("\n  1 "), HasSubstr("\n  4 "), HasSubstr("\n  5 ")));
}

TEST(Curve, SaysWhatMakesNone) {
  EXPECT_THAT(program({"curve", "pcie_t2"}).err, HasSubstr("pcie_t2 has no parameter load"));
  EXPECT_THAT(program(small({"--loads", "0.5,0.1"})).err, HasSubstr("rising loads from 0 to 1"));
  EXPECT_THAT(program(small({"--loads", "1.5"})).err, HasSubstr("rising loads from 0 to 1"));
  EXPECT_THAT(program(small({"--routing", "best"})).err, HasSubstr("min, val, ugal_l"));
  const Captured point = program(small({"--vcs", "1"}));
  EXPECT_EQ(point.code, 2);
  EXPECT_THAT(point.err, HasSubstr("load 0.1: dragonfly.vcs = 1"));
}

}  // namespace
}  // namespace gf::test::curve_test
