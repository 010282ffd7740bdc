// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nic/work_queues.h hw/nic/payload_reader.h hw/nic/writer.h hw/nic/segment.h hw/nic/queue_pair.h
// Holds: tlm_models/host/verbs.h tlm_models/host/verbs_host.h tlm_models/link/packet_sink.h
// What an RDMA card does with work: where bytes end, who is told, what holds it back.
#include "hw/nic/nic.h"

#include "core/trace/probe.h"
#include "tests/support/nic_bench.h"

namespace gf::hw::nic::nic_test {
namespace {

using model::WorkStatus;
using testing::ElementsAre;
using testing::IsEmpty;

class NicTest : public testing::Test, public test::NicBench {};

/// From which memory to which: host or GPU, at either end.
class NicMemory : public testing::TestWithParam<std::pair<bool, bool>>, public test::NicBench {};

TEST_P(NicMemory, AWriteMovesBytesThere) {
  const auto [from_gpu, to_gpu] = GetParam();
  build();
  // Neither begins nor ends at a boundary of anything.
  const auto data = fill(0, from_gpu, 8'388'613, 10'007);
  post(work(Kind::kWrite, 5, bus(0, from_gpu, 8'388'613), bus(1, to_gpu, 9'000'001), 10'007));
  run();
  EXPECT_EQ(bytes_at(1, to_gpu, 9'000'001, 10'007), data);
  EXPECT_THAT(ids(), ElementsAre(5));
  EXPECT_THAT(ids(true), IsEmpty()) << "a plain write is not told of over there";
  EXPECT_EQ(nic(0).sender.stats().segments.value(), 3u);  // 4096 + 4096 + 1815
}

TEST_P(NicMemory, AReadBringsBytesHere) {
  const auto [from_gpu, to_gpu] = GetParam();
  build();
  const auto data = fill(1, from_gpu, 8'388'613, 10'007);
  post(work(Kind::kRead, 6, bus(0, to_gpu, 9'000'001), bus(1, from_gpu, 8'388'613), 10'007));
  run();
  EXPECT_EQ(bytes_at(0, to_gpu, 9'000'001, 10'007), data);
  EXPECT_THAT(ids(), ElementsAre(6));
  EXPECT_EQ(nic(0).sender.stats().segments.value(), 1u) << "one request ...";
  EXPECT_EQ(nic(1).sender.stats().segments.value(), 3u) << "... and its responses";
  EXPECT_EQ(nic(1).sender.stats().acks.value(), 0u) << "which are its acknowledgement";
}

INSTANTIATE_TEST_SUITE_P(HostAndGpu, NicMemory,
                         testing::Values(std::pair{false, false}, std::pair{false, true},
                                         std::pair{true, false}, std::pair{true, true}));

/// Of a queue pair that is not the host's.
struct Owner final : model::CompletionClient {
  std::vector<model::WorkId> ids;
  void on_completion(const model::WorkCompletion& completion) override {
    ids.push_back(completion.id);
  }
};

TEST_F(NicTest, CompletionsOfAnOwnedQueuePairGoToTheOwnersMemory) {
  build();
  Owner owner;
  const model::QueuePairNumber owned = join(nic(0), nic(1));
  nic(0).own(owned, bus(0, true, 0x100000), owner);
  const auto data = fill(0, true, 8 << 20, 5000);
  // Both from the software: what is owned is where completions go.
  node(0).software().post(
      0, owned, work(Kind::kWrite, 7, bus(0, true, 8 << 20), bus(1, true, 9 << 20), 5000));
  post(work(Kind::kWrite, 8, bus(0, true, 8 << 20), bus(1, true, 10 << 20), 5000));
  run();
  EXPECT_EQ(bytes_at(1, true, 9 << 20, 5000), data);
  EXPECT_THAT(owner.ids, ElementsAre(7));
  EXPECT_THAT(ids(), ElementsAre(8)) << "the host hears of its own alone";
  EXPECT_EQ(node(0).to_gpu(0).stats().payload_bytes.value(), 64u) << "an entry";
}

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

TEST_F(NicTest, AnEmptyWriteIsAcknowledgedToo) {
  build();
  Work empty = work(Kind::kWrite, 9, 0, 0, 0);
  empty.immediate = true;
  empty.value = 17;
  post(empty);
  post(work(Kind::kRead, 10, 0, 0, 0));
  run();
  EXPECT_THAT(ids(), ElementsAre(9, 10));
  EXPECT_THAT(ids(true), ElementsAre(17));
}

TEST_F(NicTest, ImmediateDataComeWhenTheBytesAreThere) {
  build();
  const auto data = fill(0, true, 0, 65536);
  Work write = work(Kind::kWrite, 3, bus(0, true, 0), bus(1, true, 0), 65536);
  write.immediate = true;
  write.value = 99;
  post(write);
  while (ids(true).empty()) sc_core::sc_start(100, sc_core::SC_NS);
  EXPECT_THAT(ids(true), ElementsAre(99));
  EXPECT_EQ(bytes_at(1, true, 0, 65536), data);
  run();
}

TEST_F(NicTest, AnAcknowledgementComesBehindTheBytes) {
  build();
  const auto data = fill(0, true, 0, 4096);
  std::vector<std::uint8_t> there;
  wire(1).loses = [&](const Segment& segment) {
    if (segment.kind == SegmentKind::kAck) there = bytes_at(1, true, 0, 4096);
    return false;
  };
  post(work(Kind::kWrite, 3, bus(0, true, 0), bus(1, true, 0), 4096));
  run();
  EXPECT_EQ(there, data);
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

TEST_F(NicTest, OneTagIsSlowerAndSaysWhy) {
  params.nic.reader.tags = 1;
  build();
  post(work(Kind::kWrite, 1, bus(0, true, 0), bus(1, true, 0), 65536));
  run();
  const Reader::Stats& reads = nic(0).reader.stats();
  EXPECT_EQ(reads.reads.value(), 128u);
  EXPECT_EQ(reads.bytes.value(), 65536u);
  // One after the other: their times add up to no more than the run's.
  EXPECT_LE(reads.latency.mean() * 128, seen.front().at.to_seconds());
  EXPECT_GT(nic(0).sender.stats().tags.value().to_seconds(), 0.8 * reads.latency.mean() * 128);
}

TEST_F(NicTest, EntriesThatAreFetchedCostAReadAndTime) {
  params.nic.work.entries = "fetched";
  build();
  post(work(Kind::kWrite, 1, bus(0, true, 0), bus(1, true, 0), 64));
  run();
  EXPECT_EQ(nic(0).work.stats().fetched.value(), 64u);
  EXPECT_EQ(nic(0).reader.stats().reads.value(), 2u);
}

TEST_F(NicTest, OnlyWhatIsToldMakesCompletions) {
  build();
  Work quiet = work(Kind::kWrite, 1, bus(0, true, 0), bus(1, true, 0), 64);
  quiet.told = false;
  post(quiet);
  post(work(Kind::kWrite, 2, bus(0, true, 0), bus(1, true, 0), 64));
  run();
  EXPECT_THAT(ids(), ElementsAre(2));
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

TEST_F(NicTest, TooManyQueuePairsForTheWindowAreRefused) {
  build();
  EXPECT_THROW(
      {
        for (unsigned i = 0; i < 4096; ++i) (void)nic(0).add_queue();
      },
      core::UserError);
}

}  // namespace
}  // namespace gf::hw::nic::nic_test
