// SPDX-License-Identifier: Apache-2.0
// Segments that the network loses: who notices, what is sent again, and that bytes are right.
#include "hw/nic/segment_sender.h"

#include "tests/support/matchers.h"
#include "tests/support/nic_bench.h"
#include "tests/support/nic_loss.h"

namespace gf::hw::nic::segment_sender_test {
namespace {

using namespace nic_loss;  // NOLINT: what these tests share

TEST_F(NicLoss, TheLastSegmentIsMissedByTheTimer) {
  build();
  wire(0).loses = Once(SegmentKind::kWrite, {11});
  write(12);
  EXPECT_EQ(sent().gaps.value(), 0u);
  EXPECT_EQ(sent().timeouts.value(), 1u);
  EXPECT_EQ(sent().again.value(), 1u);
  EXPECT_GE(seen[0].at, params.nic.sender.timeout.get());
}

TEST_F(NicLoss, TheTimerRunsFromTheLastProgress) {
  build();
  sc_core::sc_time progress;
  wire(1).loses = [&](const Segment& segment) {
    if (segment.done == 11) progress = sc_core::sc_time_stamp() + wire(1).latency;
    return false;
  };
  sc_core::sc_time again;
  auto lost = Once(SegmentKind::kWrite, {11});
  wire(0).loses = [&](const Segment& segment) {
    if (segment.psn == 11) again = sc_core::sc_time_stamp();
    return lost(segment);
  };
  write(12);
  const sc_core::sc_time due =
      progress + params.nic.receiver.latency.get() + params.nic.sender.timeout.get();
  EXPECT_GE(again, due) << "not before the timer, and then the bytes are read again";
  EXPECT_LT(again, due + sc_core::sc_time(5, sc_core::SC_US));
}

TEST_F(NicLoss, ALostReadRequestIsMissedByTheTimer) {
  build();
  wire(0).loses = Once(SegmentKind::kReadRequest, {0});
  read(12);
  EXPECT_EQ(sent().timeouts.value(), 1u);
}

TEST_F(NicLoss, AQueuePairGivesUpAndFlushes) {
  params.nic.sender.retries = 2;
  build();
  wire(0).loses = [](const Segment&) { return true; };
  for (unsigned id = 1; id <= 3; ++id)
    post(work(Kind::kWrite, id, bus(0, true, 0), bus(1, true, 0), 64));
  run();
  ASSERT_THAT(ids(), ElementsAre(1, 2, 3));
  EXPECT_EQ(seen[0].completion.status, WorkStatus::kRetriesExceeded);
  EXPECT_EQ(seen[1].completion.status, WorkStatus::kFlushed);
  EXPECT_EQ(sent().timeouts.value(), 3u);
  EXPECT_EQ(sent().failed.value(), 1u);
  EXPECT_NEAR(seen[0].at.to_seconds(), 3 * params.nic.sender.timeout.to_seconds(), 5e-6);
  post(work(Kind::kWrite, 4, bus(0, true, 0), bus(1, true, 0), 64));
  run();
  EXPECT_EQ(seen.back().completion.status, WorkStatus::kFlushed);
}

TEST_F(NicLoss, ACardThatIsNeverReadyIsGivenUpToo) {
  build();
  post(work(Kind::kSend, 1, bus(0, false, 8 << 20), 0, 100));
  run();
  ASSERT_THAT(ids(), ElementsAre(1));
  EXPECT_EQ(seen[0].completion.status, WorkStatus::kRetriesExceeded);
}

TEST_F(NicLoss, NoTimerKeepsTheRunGoingWhenAllIsDone) {
  build();
  write(12);
  EXPECT_LT(sc_core::sc_time_stamp(), params.nic.sender.timeout.get());
}

}  // namespace
}  // namespace gf::hw::nic::segment_sender_test
