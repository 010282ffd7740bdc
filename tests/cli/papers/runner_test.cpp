// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <signal.h>
#include <unistd.h>

#include "core/system/child_process.h"
#include "tests/support/captured.h"
#include "tests/support/matchers.h"
#include "tests/support/reproduce_command.h"

namespace gf::runner_test {
namespace {

using namespace reproduce_command;  // NOLINT: what these tests share
using test::Captured;
using test::read_file;

TEST_F(Reproduce, OutsideToleranceExitsOne) {
  const Captured run = this->run({"bad.outside"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("+6.00 %"));
}

TEST_F(Reproduce, ExceptionForgottenRowAndFailedRunAreFailedRows) {
  const Captured run = this->run({"bad.throws", "bad.run", "bad.forgets"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("bad.throws: the model took fright & stopped"));
  EXPECT_THAT(
      run.out,
      HasSubstr("bad.run: gpufabric run fails --stats-of '' --seed 1: exit 5: graphs.csv:7: "
                "unknown GPU 9; expected 0 ... 7"));
  EXPECT_THAT(run.out, HasSubstr("bad.forgets.second: the judge set no value"));
}

TEST_F(Reproduce, EqualRunsAreMadeOnceAndNotAgainByASecondCall) {
  const auto starts = [&] {
    const std::string text = read_file(started());
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_EQ(run({"child.works", "child.twice", "-j", "4"}).code, 0);
  EXPECT_EQ(starts(), 1);
  EXPECT_EQ(run({"child.works"}).code, 0);
  EXPECT_EQ(starts(), 1);
  EXPECT_EQ(run({"child.works", "--seed", "2"}).code, 0);
  EXPECT_EQ(starts(), 2);
}

TEST_F(Reproduce, InterruptionStopsEverythingAndLeavesAPartialReport) {
  ::signal(SIGINT, SIG_DFL);  // A program that inherits an ignored one goes on ignoring it.
  core::ChildProcess program({command({"demo.steps", "slow.sleeps", "-j", "2"}), scratch_ / "out",
                              scratch_ / "err", true});
  const pid_t grandchild = wait_for_run(program);
  wait_for_end_of("demo.steps");
  program.signal(SIGINT);
  program.wait();
  EXPECT_EQ(program.exit_code(), 130);
  EXPECT_TRUE(ended(grandchild));
  EXPECT_THAT(read_file(scratch_ / "out"), HasSubstr("interrupted: 1 of 2 experiments unfinished"));
  EXPECT_THAT(read_file(report() / "report.html"), HasSubstr("Partial report"));
  EXPECT_EQ(results()["partial"], true);
  EXPECT_EQ(results()["counts"]["pass"], 1);
}

TEST_F(Reproduce, TerminationExits143) {
  core::ChildProcess program({command({"slow.sleeps"}), scratch_ / "out", scratch_ / "err", true});
  wait_for_run(program);
  program.signal(SIGTERM);
  program.wait();
  EXPECT_EQ(program.exit_code(), 143);
}

TEST_F(Reproduce, KilledProgramTakesItsRunsAlong) {
  pid_t grandchild = 0;
  {
    core::ChildProcess program({command({"slow.sleeps"}), {}, {}, true});
    grandchild = wait_for_run(program);
    program.signal(SIGKILL);
    program.wait();
  }
  for (int i = 0; i < 10'000 && !ended(grandchild); ++i) usleep(10000);
  EXPECT_TRUE(ended(grandchild));
  EXPECT_EQ(run({"demo.steps", "--quiet"}).code, 0);  // What it left behind is no obstacle.
}

}  // namespace
}  // namespace gf::runner_test
