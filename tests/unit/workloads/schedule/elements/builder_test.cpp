// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/elements/builder.h"

#include "tests/support/matchers.h"

namespace gf::model::collective_builder_test {
namespace {

Collective over(unsigned ranks, bool in_place = false) {
  Collective collective;
  collective.ranks = ranks;
  collective.elements = 100;
  collective.op = ReduceOp::kSum;
  collective.in_place = in_place;
  collective.check = true;
  return collective;
}

TEST(CollectiveBuilder, ReadersWaitForWhoeverWroteAnyOfIt) {
  CollectiveBuilder builder(over(3));
  builder.copy(builder.input(0, 0, 50), builder.output(1, 0, 50));
  builder.copy(builder.input(0, 50, 100), builder.output(1, 50, 100));
  builder.copy(builder.output(1, 40, 60), builder.output(2, 40, 60));
  builder.copy(builder.output(1, 0, 10), builder.output(2, 0, 10));
  const Schedule schedule = builder.finish("s");
  EXPECT_THAT(schedule.tasks[1].after, IsEmpty());
  EXPECT_THAT(schedule.tasks[2].after, ElementsAre(0, 1));
  EXPECT_THAT(schedule.tasks[3].after, ElementsAre(0));
}

TEST(CollectiveBuilder, WhoWritesOverElementsWaitsForTheirReadersAndWriters) {
  CollectiveBuilder builder(over(3));
  builder.copy(builder.input(0, 0, 10), builder.output(1, 0, 10));
  builder.copy(builder.output(1, 0, 5), builder.output(2, 0, 5));
  builder.copy(builder.input(2, 0, 10), builder.output(1, 0, 10));
  const Schedule schedule = builder.finish("s");
  EXPECT_THAT(schedule.tasks[2].after, ElementsAre(0, 1));
}

TEST(CollectiveBuilder, InPlaceInputAndOutputAreTheSameElements) {
  CollectiveBuilder builder(over(2, true));
  builder.copy(builder.input(0, 0, 10), builder.output(0, 0, 10));
  builder.copy(builder.input(0, 0, 10), builder.output(1, 0, 10));
  builder.copy(builder.input(1, 0, 10), builder.output(0, 0, 10));
  const Schedule schedule = builder.finish("s");
  ASSERT_EQ(schedule.tasks.size(), 2u) << "nothing is moved where both are one";
  EXPECT_THAT(schedule.tasks[1].after, ElementsAre(0));
}

TEST(CollectiveBuilder, ACopyOnOneDeviceIsAKernelThatReadsAndWrites) {
  CollectiveBuilder builder(over(2));
  builder.copy(builder.input(1, 0, 10), builder.output(1, 0, 10));
  builder.copy(builder.input(1, 0, 0), builder.output(1, 0, 0));
  const Schedule schedule = builder.finish("s");
  ASSERT_EQ(schedule.tasks.size(), 1u) << "no elements, no task";
  EXPECT_EQ(schedule.tasks[0].kind, TaskKind::kKernel);
  EXPECT_EQ(schedule.tasks[0].bytes, core::Bytes(80));
}

TEST(CollectiveBuilder, AReduceMayWriteOverWhatItReads) {
  CollectiveBuilder builder(over(2));
  const Elements come = builder.scratch(1, 10);
  builder.copy(builder.input(0, 0, 10), come);
  builder.reduce(come, builder.input(1, 0, 10), come);
  builder.copy(come, builder.output(0, 0, 10));
  const Schedule schedule = builder.finish("s");
  EXPECT_EQ(schedule.tasks[1].kind, TaskKind::kReduce);
  EXPECT_EQ(schedule.tasks[1].bytes, core::Bytes(40));
  EXPECT_THAT(schedule.tasks[1].after, ElementsAre(0));
  EXPECT_THAT(schedule.tasks[2].after, ElementsAre(1));
  EXPECT_EQ(schedule.collective->scratch, 10u);
  EXPECT_EQ(schedule.collective->moves.size(), 3u);
}

TEST(CollectiveBuilder, PartsOfWhatWasReadAndWrittenAreToldApart) {
  CollectiveBuilder builder(over(3));
  builder.copy(builder.input(0, 0, 90), builder.output(1, 0, 90));
  builder.copy(builder.output(1, 30, 60), builder.output(2, 30, 60));
  builder.copy(builder.input(2, 50, 70), builder.output(1, 50, 70));
  builder.copy(builder.output(1, 0, 30), builder.output(2, 0, 30));
  builder.copy(builder.output(1, 40, 80), builder.output(0, 40, 80));
  const Schedule schedule = builder.finish("s");
  EXPECT_THAT(schedule.tasks[2].after, ElementsAre(0, 1));
  EXPECT_THAT(schedule.tasks[3].after, ElementsAre(0));
  EXPECT_THAT(schedule.tasks[4].after, ElementsAre(0, 2));
}

TEST(CollectiveBuilder, SaysThatThereAreTooManyTasksBeforeItMakesThem) {
  struct TooMany {};
  CollectiveBuilder builder(over(2), 1, [] { throw TooMany(); });
  builder.copy(builder.input(0, 0, 10), builder.output(1, 0, 10));
  EXPECT_THROW(builder.copy(builder.input(0, 0, 10), builder.output(1, 0, 10)), TooMany);
}

}  // namespace
}  // namespace gf::model::collective_builder_test
