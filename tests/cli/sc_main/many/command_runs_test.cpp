// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <unistd.h>

#include "core/system/child_process.h"
#include "tests/support/csv.h"
#include "tests/support/curve_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::command_runs_test {
namespace {

using curve_command::small;

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
  const Captured run = exits(130, signalled(small({"--csv", "-j", "1", "--loads", "0.0001,0.5",
                                                   "-p", "measurement.period=200000"}),
                                            SIGINT, 1));
  EXPECT_THAT(run.err, HasSubstr("interrupted; finished points are shown"));
  EXPECT_EQ(lines_of(run.out).size(), 2u) << run.out;
  EXPECT_THAT(run.out, AllOf(HasSubstr("offered_load"), HasSubstr("\n0.0001,")));
}

TEST(Curve, ASignalEndsTheSearchForSaturation) {
  const Captured run =
      exits(143, signalled(small({"--loads", "0.05", "--saturation", "--tolerance", "0.0001", "-j",
                                  "1", "-p", "measurement.period=20000"}),
                           SIGTERM, 2));
  EXPECT_THAT(run.err, HasSubstr("interrupted; finished points are shown"));
  EXPECT_THAT(run.out, AllOf(HasSubstr("the search was interrupted; it is between 0."),
                             Not(HasSubstr("stable at"))));
}

}  // namespace
}  // namespace gf::test::command_runs_test
