// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/part.h"

#include "tests/support/matchers.h"
#include "workloads/schedule/elements/collective.h"

namespace gf::model::part_test {
namespace {

Task copy(unsigned src, unsigned dst, std::vector<unsigned> after = {}) {
  Task task;
  task.src = src;
  task.dst = dst;
  task.bytes = core::Bytes(8);
  task.after = std::move(after);
  return task;
}

// Rank 0 sends to 1, 1 to 2, and 0 to 2 by itself.
TEST(CollectivePart, HasTheFirstAndTheLastTasksOfEachRank) {
  Schedule schedule{"s", {copy(0, 1)}};
  const Schedule chain{"c", {copy(0, 1), copy(1, 2, {0}), copy(0, 2)}};
  const auto parts = add_collective(schedule, chain, {7, 5, 6}, "all");
  ASSERT_EQ(schedule.tasks.size(), 4u);
  EXPECT_EQ(schedule.tasks[2].src, 5u);
  EXPECT_EQ(schedule.tasks[2].dst, 6u);
  EXPECT_EQ(schedule.tasks[2].id, "all.1");
  EXPECT_THAT(schedule.tasks[2].after, ElementsAre(1));
  EXPECT_THAT(parts[0].first, ElementsAre(1, 3));
  EXPECT_THAT(parts[0].last, ElementsAre(1, 3));
  EXPECT_THAT(parts[1].first, ElementsAre(1));
  EXPECT_THAT(parts[1].last, ElementsAre(2));
  EXPECT_THAT(parts[2].first, ElementsAre(2, 3)) << "what comes to it waits for it, too";
  EXPECT_THAT(parts[2].last, ElementsAre(2, 3));
}

TEST(CollectivePart, OfNoTasksIsEmpty) {
  Schedule schedule;
  const auto parts = add_collective(schedule, {}, {3}, "none");
  EXPECT_THAT(parts[0].first, IsEmpty());
  EXPECT_THAT(parts[0].last, IsEmpty());
}

TEST(CollectiveStore, MakesEachOnce) {
  CollectiveStore store;
  const Schedule& ring = store.get({"allreduce", 64, 4});
  EXPECT_EQ(ring.tasks.size(), 36u) << "6 steps of 4 copies, 3 of 4 reduces";
  EXPECT_EQ(&store.get({"allreduce", 64, 4}), &ring);
  EXPECT_NE(&store.get({"allreduce", 64, 4, 0, "tree"}), &ring);
  EXPECT_EQ(store.get({"broadcast", 1, 2, 1}).tasks[0].src, 1u) << "an element at least";
  EXPECT_EQ(store.get({"barrier", 0, 2}).collective->kind, Collective::Kind::kBarrier);
}

}  // namespace
}  // namespace gf::model::part_test
