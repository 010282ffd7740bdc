// SPDX-License-Identifier: Apache-2.0
#include "measurements/ring_schedule.h"

#include <map>

#include "tests/support/matchers.h"
#include "workloads/schedule/schedule_csv.h"

namespace gf::papers::ring_schedule_test {
namespace {

/// Bytes that each device sends to each other one.
std::map<std::pair<unsigned, unsigned>, std::uint64_t> sent(const std::string& csv) {
  std::map<std::pair<unsigned, unsigned>, std::uint64_t> bytes;
  const std::vector<model::Schedule> schedules = model::read_schedules(csv, "ring");
  EXPECT_EQ(schedules.size(), 1u);
  for (const model::Task& task : schedules[0].tasks)
    if (task.kind == model::TaskKind::kCopy) bytes[{task.src, task.dst}] += task.bytes.count();
  return bytes;
}

TEST(RingSchedule, EachDeviceSendsTwiceTheOthersBlocks) {
  const auto bytes = sent(ring_schedule({{{4, 0, 2}}}, false, 3000));
  EXPECT_EQ(bytes.size(), 3u);
  EXPECT_EQ(bytes.at({4, 0}), 4000u);  // 2 (n-1)/n of 3000
  EXPECT_EQ(bytes.at({0, 2}), 4000u);
  EXPECT_EQ(bytes.at({2, 4}), 4000u);
}

TEST(RingSchedule, RingsShareBytesByWeight) {
  const auto bytes = sent(ring_schedule({{{0, 1, 2}, 2}, {{0, 2, 1}, 1}}, true, 18000));
  // 0 to 1: a third of the bytes on the first ring, a sixth on the second one's way back.
  EXPECT_EQ(bytes.at({0, 1}), 18000u * (2 + 1) / 6 * 4 / 3);
  EXPECT_EQ(bytes.at({1, 0}), bytes.at({0, 1}));
}

TEST(RingSchedule, BlocksAreReducedOnTheFirstWayOnly) {
  const std::vector<model::Schedule> schedules =
      model::read_schedules(ring_schedule({{{0, 1, 2, 3}}}, false, 4096), "ring");
  unsigned copies = 0, reduces = 0;
  for (const model::Task& task : schedules[0].tasks)
    ++(task.kind == model::TaskKind::kReduce ? reduces : copies);
  EXPECT_EQ(copies, 4u * 6);
  EXPECT_EQ(reduces, 4u * 3);
}

}  // namespace
}  // namespace gf::papers::ring_schedule_test
