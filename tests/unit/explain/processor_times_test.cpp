// SPDX-License-Identifier: Apache-2.0
#include "explain/processor_times.h"

#include "tests/support/matchers.h"

namespace gf::core::processor_times_test {
namespace {

class TaskTimesTest : public testing::Test {
 protected:
  ProcessorTimes times;
  HopJournal journal{times};
  HopJournal::Number nios = journal.queue(this, 0, [] { return std::string("card_0.nios"); });
  const ProcessorTimes::Kind& kind(const char* name) {
    return times.processors().at(nios).at(name);
  }
};

TEST_F(TaskTimesTest, WaitsAreSplitByWhatRan) {
  journal.task_ends(nios, "tx", 0, 0, 100);
  journal.task_ends(nios, "rx_packet", 10, 100, 130);  // behind tx: 90
  journal.task_ends(nios, "rx_packet", 20, 130, 160);  // behind tx: 80, behind rx_packet: 30
  journal.task_ends(nios, "tx", 155, 160, 200);        // behind rx_packet: 5
  EXPECT_EQ(kind("tx").tasks, 2u);
  EXPECT_EQ(kind("tx").busy, 140u);
  EXPECT_EQ(kind("rx_packet").busy, 60u);
  EXPECT_EQ(kind("rx_packet").waited, 200u);
  EXPECT_THAT(kind("rx_packet").behind, ElementsAre(Pair("rx_packet", 30), Pair("tx", 170)));
  EXPECT_THAT(kind("tx").behind, ElementsAre(Pair("rx_packet", 5)));
}

TEST_F(TaskTimesTest, ATaskThatFindsTheProcessorFreeWaitsForNobody) {
  journal.task_ends(nios, "tx", 0, 0, 100);
  journal.task_ends(nios, "tx", 300, 310, 400);
  EXPECT_THAT(kind("tx").behind, ElementsAre(Pair("", 10)));
  const auto other = journal.queue(this, 1, [] { return std::string("card_1.nios"); });
  journal.task_ends(other, "register", 350, 350, 360);
  EXPECT_EQ(times.processors().at(other).at("register").waited, 0u);
}

}  // namespace
}  // namespace gf::core::processor_times_test
