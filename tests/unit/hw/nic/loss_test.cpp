// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nic/segment_sender.h hw/nic/sender_answers.cpp hw/nic/segment_receiver.h hw/nic/queue_pair.h
// Segments that the network loses: who notices, what is sent again, and that bytes are right.
#include <utility>

#include "core/base/random.h"
#include "tests/support/nic_bench.h"

namespace gf::hw::nic::loss_test {
namespace {

using model::WorkStatus;
using testing::ElementsAre;

/// Loses the segments of a kind and number that it is told, once each.
class Once {
 public:
  Once(SegmentKind kind, std::vector<Psn> psns) : kind_(kind), psns_(std::move(psns)) {}
  bool operator()(const Segment& segment) {
    if (segment.kind != kind_) return false;
    const auto found = std::find(psns_.begin(), psns_.end(), segment.psn);
    if (found == psns_.end()) return false;
    psns_.erase(found);
    return true;
  }

 private:
  SegmentKind kind_;
  std::vector<Psn> psns_;
};

class NicLoss : public testing::Test, public test::NicBench {
 protected:
  void write(std::uint64_t segments) {
    data_ = fill(0, true, 0, segments * 4096);
    post(work(Kind::kWrite, 1, bus(0, true, 0), bus(1, true, 0), segments * 4096));
    run();
    EXPECT_EQ(bytes_at(1, true, 0, segments * 4096), data_);
    EXPECT_THAT(ids(), ElementsAre(1));
  }
  void read(std::uint64_t segments) {
    data_ = fill(1, true, 0, segments * 4096);
    post(work(Kind::kRead, 1, bus(0, true, 0), bus(1, true, 0), segments * 4096));
    run();
    EXPECT_EQ(bytes_at(0, true, 0, segments * 4096), data_);
    EXPECT_THAT(ids(), ElementsAre(1));
  }
  const Sender::Stats& sent() { return nic(0).sender.stats(); }
  const SegmentReceiver::Stats& got() { return nic(1).receiver.stats(); }
  std::vector<std::uint8_t> data_;
};

TEST_F(NicLoss, AGapIsToldOnceAndAllFromItOnIsSentAgain) {
  build();
  wire(0).loses = Once(SegmentKind::kWrite, {5});
  write(12);
  EXPECT_EQ(sent().gaps.value(), 1u);
  EXPECT_EQ(sent().timeouts.value(), 0u);
  // Go-back-N: the lost one, and those that had left behind it, which were dropped.
  EXPECT_EQ(sent().again.value(), 1 + got().behind_gap.value());
  EXPECT_EQ(sent().segments.value(), 12 + sent().again.value());
  EXPECT_GT(got().behind_gap.value(), 1u);
}

TEST_F(NicLoss, TwoGapsAreTwoGaps) {
  build();
  wire(0).loses = Once(SegmentKind::kWrite, {2, 35});
  write(40);
  EXPECT_EQ(sent().gaps.value(), 2u);
  EXPECT_EQ(sent().timeouts.value(), 0u);
}

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

TEST_F(NicLoss, ALostAcknowledgementIsMadeUpByTheNextOne) {
  build();
  wire(1).loses = [n = 0](const Segment&) mutable { return n++ == 0; };
  write(12);
  EXPECT_EQ(sent().again.value(), 0u);
}

TEST_F(NicLoss, TheLastAcknowledgementIsAskedForAgain) {
  build();
  bool lost = false;
  wire(1).loses = [&](const Segment& segment) {
    return segment.done == 12 && !std::exchange(lost, true);
  };
  write(12);
  EXPECT_EQ(sent().timeouts.value(), 1u);
  EXPECT_EQ(got().again.value(), 1u) << "it comes again, is not written, and is acknowledged";
}

TEST_F(NicLoss, ALostReadRequestIsMissedByTheTimer) {
  build();
  wire(0).loses = Once(SegmentKind::kReadRequest, {0});
  read(12);
  EXPECT_EQ(sent().timeouts.value(), 1u);
}

TEST_F(NicLoss, ALostResponseIsAskedForFromThereOn) {
  build();
  wire(1).loses = Once(SegmentKind::kReadResponse, {4});
  std::vector<Psn> requests;
  wire(0).loses = [&](const Segment& segment) {
    if (segment.kind == SegmentKind::kReadRequest) requests.push_back(segment.psn);
    return false;
  };
  read(12);
  EXPECT_THAT(requests, ElementsAre(0, 4));
  EXPECT_EQ(sent().gaps.value(), 1u);
  EXPECT_EQ(sent().timeouts.value(), 0u);
  EXPECT_GT(nic(0).receiver.stats().stray.value(), 0u) << "those that were under way";
}

TEST_F(NicLoss, TheLastResponseIsMissedByTheTimer) {
  build();
  wire(1).loses = Once(SegmentKind::kReadResponse, {11});
  read(12);
  EXPECT_EQ(sent().timeouts.value(), 1u);
}

TEST_F(NicLoss, AWriteBehindAReadIsNotDoneBeforeItsResponses) {
  build();
  const auto there = fill(1, true, 0, 8192);
  fill(0, true, 0, 4096);
  // The response is lost, the acknowledgement of the write behind it is not.
  wire(1).loses = Once(SegmentKind::kReadResponse, {1});
  post(work(Kind::kRead, 1, bus(0, false, 8 << 20), bus(1, true, 0), 8192));
  post(work(Kind::kWrite, 2, bus(0, true, 0), bus(1, true, 1 << 20), 4096));
  run();
  EXPECT_THAT(ids(), ElementsAre(1, 2));
  EXPECT_EQ(bytes_at(0, false, 8 << 20, 8192), there);
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

/// Work of all kinds both ways, while both wires lose what they like.
class NicLosses : public testing::TestWithParam<unsigned>, public test::NicBench {};

TEST_P(NicLosses, NoByteIsWrongAndNothingStays) {
  params.nic.sender.timeout = sc_core::sc_time(50, sc_core::SC_US);
  params.nic.sender.window = 1 + GetParam() * 7 % 40;
  params.nic.sender.buffer = 1 + GetParam() % 9;
  params.nic.receiver.buffer = 1 + GetParam() % 5;
  params.nic.sender.mtu = core::Bytes(256u << GetParam() % 5);
  build();
  core::RandomStream random(GetParam(), "losses");
  for (unsigned i = 0; i < 2; ++i)
    wire(i).loses = [&](const Segment&) { return random.uniform() < 0.03; };
  constexpr std::uint64_t kPlace = 1 << 16;
  struct Moved {
    unsigned to;
    std::uint64_t at;
    std::vector<std::uint8_t> data;
  };
  std::vector<Moved> moved;
  for (unsigned i = 0; i < 40; ++i) {
    const unsigned from = i % 2;
    const std::uint64_t bytes = random.below(20'000);
    const std::uint64_t at = (8ull << 20) + i * kPlace;
    const auto kind = static_cast<Kind>(random.below(3));
    const bool reads = kind == Kind::kRead;
    const unsigned source = reads ? 1 - from : from;
    const std::uint64_t there = kind == Kind::kSend ? (8ull << 20) + (100 + i) * kPlace : at;
    if (kind == Kind::kSend)
      node(1 - from).software().post(
          0, queue, model::ReceiveRequest{1000 + i, bus(1 - from, true, there), kPlace});
    moved.push_back({1 - source, kind == Kind::kSend ? there : at, fill(source, true, at, bytes)});
    // Each has a place of its own in GPU memory, the same at both ends but for sends.
    post(work(kind, i, bus(from, true, at), bus(1 - from, true, at), bytes), from);
  }
  run();
  for (const Seen& one : seen) EXPECT_EQ(one.completion.status, WorkStatus::kDone);
  for (const Moved& one : moved)
    EXPECT_EQ(bytes_at(one.to, true, one.at, one.data.size()), one.data);
  EXPECT_EQ(ids().size(), 40u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, NicLosses, testing::Range(1u, 25u));

}  // namespace
}  // namespace gf::hw::nic::loss_test
