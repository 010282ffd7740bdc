// SPDX-License-Identifier: Apache-2.0
#include "core/text/progress.h"

#include <sstream>

#include "tests/support/matchers.h"

namespace gf::core::progress_test {
namespace {

using Seconds = std::chrono::duration<double>;

/// A progress line on a stream, at a time that the test sets.
struct Fixture {
  std::ostringstream out;
  Seconds now{100};
  Progress progress;
  explicit Fixture(Progress::On on = Progress::On::kTerminal)
      : progress(
            "pcie_t2", out, [this] { return now; }, on) {}

  /// What update(done, total) writes at `seconds` after the start.
  std::string drawn(double seconds, std::uint64_t done, std::uint64_t total) {
    out.str("");
    now = Seconds(100 + seconds);
    progress.update(done, total);
    return out.str();
  }
};

TEST(Progress, ShowsShareElapsedAndTimeLeft) {
  Fixture f;
  const std::string line = f.drawn(30, 1, 4);
  EXPECT_THAT(line, HasSubstr("pcie_t2 [=======>"));
  EXPECT_THAT(line, HasSubstr(" 25 %"));
  EXPECT_THAT(line, HasSubstr("0:30 elapsed, ETA 1:30"));
  EXPECT_EQ(line.front(), '\r');
  EXPECT_EQ(line.find('\n'), std::string::npos);
}

TEST(Progress, DrawsAtMostFiveTimesASecond) {
  Fixture f;
  EXPECT_NE(f.drawn(1.0, 1, 100), "");
  EXPECT_EQ(f.drawn(1.19, 2, 100), "");
  EXPECT_NE(f.drawn(1.21, 3, 100), "");
  int drawings = 0;
  for (int i = 0; i < 1000; ++i) drawings += f.drawn(2 + i * 0.001, 4, 100).empty() ? 0 : 1;
  EXPECT_LE(drawings, 5);
}

TEST(Progress, GuessesNothingBeforeThereIsProgress) {
  Fixture f;
  EXPECT_THAT(f.drawn(5, 0, 100), HasSubstr("ETA ?"));
  EXPECT_EQ(f.drawn(6, 0, 0), "");
}

TEST(Progress, NeverShowsMoreThanAll) {
  Fixture f;
  EXPECT_THAT(f.drawn(5, 150, 100), HasSubstr("100 %"));
}

TEST(Progress, LeavesTheLineEmpty) {
  std::ostringstream out;
  {
    Progress progress("t", out, [] { return Seconds(0); });
    progress.update(1, 2);
    out.str("");
  }
  EXPECT_EQ(out.str(), "\r\033[K");
}

TEST(Progress, WritesNothingWhenNeverUpdated) {
  std::ostringstream out;
  {
    Progress progress("t", out, [] { return Seconds(0); });
  }
  EXPECT_EQ(out.str(), "");
}

TEST(Progress, ALogGetsALineEveryHalfMinute) {
  Fixture f(Progress::On::kLog);
  EXPECT_EQ(f.drawn(29.9, 1, 4), "");
  EXPECT_EQ(f.drawn(30, 1, 4), "pcie_t2: 25 %, 0:30 elapsed, ETA 1:30\n");
  EXPECT_EQ(f.drawn(59, 2, 4), "");
  EXPECT_EQ(f.drawn(75, 3, 4), "pcie_t2: 75 %, 1:15 elapsed, ETA 0:25\n");
}

TEST(Progress, AShortJobWritesNothingToALog) {
  testing::internal::CaptureStderr();
  {
    Progress loud("t", false);  // stderr is a file now
    Progress quiet("t", true);
    loud.update(1, 2);
    quiet.update(1, 2);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace gf::core::progress_test
