// SPDX-License-Identifier: Apache-2.0
// What an RDMA card does with work: where bytes end, who is told, what holds it back.
#include "hw/nic/nic.h"

#include "tests/support/matchers.h"
#include "tests/support/nic_bench.h"
#include "tests/support/nic_cards.h"

namespace gf::hw::nic::nic_test {
namespace {

TEST_F(NicTest, TheWindowHoldsUnacknowledgedSegmentsBack) {
  params.nic.sender.window = 3;
  build();
  std::uint64_t sent = 0, done = 0, most = 0;
  wire(0).loses = [&](const Segment& segment) {
    sent = segment.psn + 1;
    most = std::max(most, sent - done);
    return false;
  };
  wire(1).loses = [&](const Segment& segment) {
    done = std::max(done, segment.done);  // as it leaves: the sender hears of it later still
    return false;
  };
  post(work(Kind::kWrite, 1, bus(0, true, 0), bus(1, true, 0), 20 * 4096));
  run();
  EXPECT_EQ(sent, 20u);
  EXPECT_EQ(most, 3u);
  EXPECT_GT(nic(0).sender.stats().window.ticks(), 0u);
}

TEST_F(NicTest, SendQueuesBeginBehindTheLargestRingOfCompletions) {
  params.nic.writer.completion_entries = 65536;
  params.nic.writer.completion_bytes = core::Bytes(128);
  build();
  EXPECT_EQ(nic(0).work.queues_at(), bus(0, false, 0) + core::mebibytes(8).count());
}

TEST_F(NicTest, SendQueuesBehindASmallRingNeedLittleHostMemory) {
  params.nic.work.entries = "fetched";
  params.host.bar = core::mebibytes(1);
  build();
  post(work(Kind::kWrite, 1, bus(0, true, 0), bus(1, true, 0), 64));
  run();
  EXPECT_THAT(ids(), ElementsAre(1));
}

TEST_F(NicTest, NothingIsAllocatedOnceItIsWarm) {
  build();
  const auto burst = [&] {
    for (unsigned i = 0; i < 8; ++i) {
      post(work(Kind::kWrite, i, bus(0, true, 0), bus(1, true, 0), 40'000));
      post(work(Kind::kRead, i, bus(0, false, 8 << 20), bus(1, true, 0), 40'000));
    }
    run();
  };
  burst();
  const std::size_t segments_then = segments.blocks();
  const std::size_t tlps_then = node(0).tlps().blocks();
  burst();
  EXPECT_EQ(segments.blocks(), segments_then);
  EXPECT_EQ(node(0).tlps().blocks(), tlps_then);
}

TEST_F(NicTest, AStuckNetworkIsADeadlockThatNamesTheCard) {
  build();
  wire(0).blocked = true;
  post(work(Kind::kWrite, 1, bus(0, true, 0), bus(1, true, 0), 65536));
  // The timer goes back once; then nothing is outstanding, as what is in the buffer never left.
  sc_core::sc_start();
  const std::string report = core::explain(core::pending_waits());
  EXPECT_THAT(report, testing::HasSubstr("node_0.nic_0.sender"));
  EXPECT_THAT(report, testing::HasSubstr("the first to leave"));
  EXPECT_THAT(report, testing::HasSubstr("the network"));
  EXPECT_THAT(ids(), IsEmpty());
}

}  // namespace
}  // namespace gf::hw::nic::nic_test
