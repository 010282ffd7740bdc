// SPDX-License-Identifier: Apache-2.0
#include "hw/nic/queue_pair.h"

#include "hw/nic/nic.h"
#include "tests/support/matchers.h"
#include "tests/support/nic_bench.h"
#include "tests/support/nic_cards.h"

namespace gf::hw::nic::queue_pair_test {
namespace {

using model::WorkStatus;

TEST_F(NicTest, ASendFillsTheBufferThatWasPostedFirst) {
  build();
  const auto first = fill(0, false, 8 << 20, 5000);
  const auto second = fill(0, false, 9 << 20, 100);
  node(1).software().post(0, 0, model::ReceiveRequest{71, bus(1, true, 0x1000), 8192});
  node(1).software().post(0, 0, model::ReceiveRequest{72, bus(1, true, 0x9000), 8192});
  post(work(Kind::kSend, 1, bus(0, false, 8 << 20), 0, 5000));
  post(work(Kind::kSend, 2, bus(0, false, 9 << 20), 0, 100));
  run();
  EXPECT_EQ(bytes_at(1, true, 0x1000, 5000), first);
  EXPECT_EQ(bytes_at(1, true, 0x9000, 100), second);
  EXPECT_THAT(ids(true), ElementsAre(71, 72));
  EXPECT_THAT(ids(), ElementsAre(1, 2));
}

TEST_F(NicTest, ASendWaitsForABufferAndThenArrives) {
  build();
  const auto data = fill(0, false, 8 << 20, 5000);
  post(work(Kind::kSend, 1, bus(0, false, 8 << 20), 0, 5000));
  sc_core::sc_start(50, sc_core::SC_US);
  EXPECT_THAT(ids(), IsEmpty());
  EXPECT_GE(nic(1).receiver.stats().not_ready.value(), 1u);
  node(1).software().post(0, 0, model::ReceiveRequest{71, bus(1, true, 0x1000), 8192});
  run();
  EXPECT_EQ(bytes_at(1, true, 0x1000, 5000), data);
  EXPECT_THAT(ids(true), ElementsAre(71));
  EXPECT_GE(seen.front().at, params.nic.sender.not_ready_delay.get());
}

TEST_F(NicTest, ASendThatIsTooLongSaysSoAndOverwritesNothing) {
  build();
  fill(0, false, 8 << 20, 9000);
  const auto guard = fill(1, true, 0x1000 + 4096, 8192);
  node(1).software().post(0, 0, model::ReceiveRequest{71, bus(1, true, 0x1000), 4096});
  post(work(Kind::kSend, 1, bus(0, false, 8 << 20), 0, 9000));
  run();
  ASSERT_THAT(ids(true), ElementsAre(71));
  for (const Seen& one : seen) {
    if (one.completion.received) {
      EXPECT_EQ(one.completion.status, WorkStatus::kTooLong);
    }
  }
  EXPECT_EQ(bytes_at(1, true, 0x1000 + 4096, 8192), guard);
}

TEST_F(NicTest, AReadSeesWhatWasWrittenBeforeItOnItsQueuePair) {
  build();
  const auto data = fill(0, true, 0, 32768);
  post(work(Kind::kWrite, 1, bus(0, true, 0), bus(1, true, 0), 32768));
  post(work(Kind::kRead, 2, bus(0, false, 8 << 20), bus(1, true, 0), 32768));
  run();
  EXPECT_EQ(bytes_at(0, false, 8 << 20, 32768), data);
  EXPECT_THAT(ids(), ElementsAre(1, 2));
}

}  // namespace
}  // namespace gf::hw::nic::queue_pair_test
