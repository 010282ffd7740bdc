// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/early_end.h"

#include <gtest/gtest.h>
#include <signal.h>

#include "sc_main/cli/option.h"
#include "tests/support/errors.h"

namespace gf::app::early_end_test {
namespace {

using core::ExitCode;

core::RunRecord marked(const EarlyEnd& early_end) {
  core::RunRecord record;
  record.code = ExitCode::kNoSteadyState;
  record.reason = "done";
  early_end.mark(record);
  return record;
}

TEST(EarlyEnd, NothingHappened) {
  EarlyEnd early_end(std::nullopt);
  EXPECT_FALSE(early_end.reached());
  const core::RunRecord record = marked(early_end);
  EXPECT_EQ(record.code, ExitCode::kNoSteadyState);
  EXPECT_FALSE(record.partial);
}

TEST(EarlyEnd, SignalCountsOnlyOnceTheRunSawIt) {
  EarlyEnd early_end(std::nullopt);
  raise(SIGTERM);
  EXPECT_FALSE(marked(early_end).interrupted);
  EXPECT_TRUE(early_end.reached());
  EXPECT_TRUE(early_end.reached());
  const core::RunRecord record = marked(early_end);
  EXPECT_EQ(record.code, ExitCode::kTerminated);
  EXPECT_TRUE(record.interrupted);
  EXPECT_TRUE(record.partial);
  EXPECT_EQ(record.reason, "interrupted: SIGTERM");
}

TEST(EarlyEnd, InterruptIsExit130) {
  ::signal(SIGINT, SIG_DFL);  // Ignored where a script runs the tests in the background.
  EarlyEnd early_end(std::nullopt);
  raise(SIGINT);
  EXPECT_TRUE(early_end.reached());
  EXPECT_EQ(marked(early_end).code, ExitCode::kInterrupted);
}

TEST(EarlyEnd, WallTimeEndsAsAnInterruptWithoutASignal) {
  EarlyEnd early_end(std::chrono::duration<double>(0));
  EXPECT_TRUE(early_end.reached());
  const core::RunRecord record = marked(early_end);
  EXPECT_EQ(record.code, ExitCode::kInterrupted);
  EXPECT_FALSE(record.interrupted);
  EXPECT_TRUE(record.partial);
}

TEST(ParseWallTime, UnitsOfAClockOnTheWall) {
  EXPECT_EQ(parse_wall_time("90 s").count(), 90);
  EXPECT_EQ(parse_wall_time("500ms").count(), 0.5);
  EXPECT_EQ(parse_wall_time("10 min").count(), 600);
  EXPECT_EQ(parse_wall_time("24 h").count(), 86400);
  for (const char* text : {"", "5", "5 ns", "-1 s", "h", "1 s 2"})
    EXPECT_NE(test::error_of([&] { parse_wall_time(text); }).find("90 s"), std::string::npos);
}

}  // namespace
}  // namespace gf::app::early_end_test
