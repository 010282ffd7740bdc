// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/inputs/schedule_file.h"

#include <gmock/gmock.h>

#include "tests/support/errors.h"

namespace gf::model::schedule_file_test {
namespace {

const std::string kExamples = GF_SOURCE_DIR "/docs/examples/";

TEST(ScheduleFile, IsReadByItsEnding) {
  EXPECT_EQ(read_schedule_file(kExamples + "graphs.csv").size(), 2u);
  const std::vector<Schedule> goal = read_schedule_file(kExamples + "exchange.goal");
  ASSERT_EQ(goal.size(), 1u);
  EXPECT_EQ(goal[0].name, "exchange");
  EXPECT_EQ(goal[0].id_of(1), "0.give");
}

TEST(ScheduleFile, RanksAndDevicesAreThoseOfTheMachine) {
  EXPECT_THAT(test::error_of([] { read_schedule_file(kExamples + "exchange.goal", 2); }),
              testing::HasSubstr("exchange.goal:2: 3 ranks"));
}

TEST(ScheduleFile, OneThatIsNotThereIsRefused) {
  EXPECT_THAT(test::error_of([] { read_schedule_file("no_such.csv"); }),
              testing::HasSubstr("a CSV file with the header graph,src,dst,bytes,start_ns"));
  EXPECT_THAT(test::error_of([] { read_schedule_file("no_such.goal"); }),
              testing::HasSubstr("a GOAL file"));
}

}  // namespace
}  // namespace gf::model::schedule_file_test
