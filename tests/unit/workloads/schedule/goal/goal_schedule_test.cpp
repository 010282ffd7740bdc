// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/goal/goal_schedule.h"

#include <sstream>

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::model::goal_schedule_test {
namespace {

Schedule made(const std::string& text) {
  std::istringstream in("num_ranks 3\n" + text);
  return goal_schedule(read_goal(in, "p.goal"), "p", "p.goal");
}

std::string refusal(const std::string& text) {
  return test::error_of([&] { made(text); });
}

TEST(GoalSchedule, ASendAndItsReceiveAreOneCopy) {
  const Schedule schedule = made(
      "rank 0 {\na: calc 100\nb: send 8b to 1 tag 3\nb requires a\n}\n"
      "rank 1 {\nc: recv 8b from 0 tag 3\nd: calc 5\nd requires c\n}\n");
  ASSERT_EQ(schedule.tasks.size(), 3u);
  EXPECT_EQ(schedule.tasks[0].kind, TaskKind::kKernel);
  EXPECT_EQ(schedule.tasks[0].duration, sc_core::sc_time(100, sc_core::SC_NS));
  EXPECT_EQ(schedule.tasks[1].kind, TaskKind::kCopy);
  EXPECT_EQ(schedule.tasks[1].bytes, core::Bytes(8));
  EXPECT_EQ(schedule.tasks[1].dst, 1u);
  EXPECT_EQ(schedule.tasks[1].tag, 3u);
  EXPECT_THAT(schedule.tasks[1].after, ElementsAre(0));
  EXPECT_THAT(schedule.tasks[2].after, ElementsAre(1));
  EXPECT_EQ(schedule.id_of(2), "1.d");
}

// Both send first and receive then: with sends that wait for their receives this would never end.
TEST(GoalSchedule, SendsAreEager) {
  const Schedule schedule = made(
      "rank 0 {\na: send 8b to 1\nb: recv 8b from 1\nb requires a\nc: calc 1\nc requires b\n}\n"
      "rank 1 {\na: send 8b to 0\nb: recv 8b from 0\nb requires a\n}\n");
  ASSERT_EQ(schedule.tasks.size(), 3u);
  EXPECT_THAT(schedule.tasks[0].after, IsEmpty());
  EXPECT_THAT(schedule.tasks[2].after, IsEmpty());
  EXPECT_THAT(schedule.tasks[1].after, ElementsAre(0, 2)) << "its own send, and what came";
}

TEST(GoalSchedule, AStartThatIsRequiredIsWhatItsOperationWaitsFor) {
  const Schedule schedule =
      made("rank 0 {\na: calc 1\nb: calc 2\nc: calc 3\nb requires a\nc irequires b\n}\n");
  EXPECT_THAT(schedule.tasks[2].after, ElementsAre(0));
}

TEST(GoalSchedule, MessagesOfOneTagAreMatchedInOrder) {
  const Schedule schedule = made(
      "rank 0 {\nsend 1b to 1\nsend 2b to 1\n}\n"
      "rank 1 {\na: recv 1b from 0\nb: recv 2b from 0\nc: calc 1\nc requires b\n}\n");
  EXPECT_THAT(schedule.tasks[2].after, ElementsAre(1));
}

TEST(GoalSchedule, AMessageToOneselfIsAKernelAndAnEmptyOneAByte) {
  const Schedule schedule = made(
      "rank 0 {\nsend 8b to 0\nrecv 8b from 0\nsend 0b to 1\n}\nrank 1 {\nrecv 0b from 0\n}\n");
  EXPECT_EQ(schedule.tasks[0].kind, TaskKind::kKernel);
  EXPECT_EQ(schedule.tasks[0].bytes, core::Bytes(16));
  EXPECT_EQ(schedule.tasks[1].bytes, core::Bytes(1));
}

TEST(GoalSchedule, RefusesWhatCanNeverEnd) {
  EXPECT_THAT(refusal("rank 0 {\na: send 8b to 1\n}\n"),
              HasSubstr("p.goal:3: 0.a has no matching recv; expected a recv of rank 1"));
  EXPECT_THAT(refusal("rank 0 {\nrecv 8b from 1\n}\n"),
              HasSubstr("p.goal:3: 0.line3 has no matching send"));
  EXPECT_THAT(refusal("rank 0 {\na: send 8b to 1\n}\nrank 1 {\nb: recv 4b from 0\n}\n"),
              HasSubstr("1.b receives 4 B; expected at least the 8 B of 0.a"));
  EXPECT_THAT(refusal("rank 0 {\na: calc 1\nb: calc 1\na requires b\nb requires a\n}\n"),
              HasSubstr("operations wait for each other: 0."));
  EXPECT_THAT(refusal("rank 0 {\na: recv 1b from 1\nb: send 1b to 1\nb requires a\n}\n"
                      "rank 1 {\na: recv 1b from 0\nb: send 1b to 0\nb requires a\n}\n"),
              HasSubstr("0.b waits for 1.b waits for 0.b"));
}

}  // namespace
}  // namespace gf::model::goal_schedule_test
