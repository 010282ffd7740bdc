// SPDX-License-Identifier: Apache-2.0
#include "hw/nic/segment_receiver.h"

#include "core/base/random.h"
#include "tests/support/matchers.h"
#include "tests/support/nic_bench.h"
#include "tests/support/nic_loss.h"

namespace gf::hw::nic::segment_receiver_test {
namespace {

using namespace nic_loss;  // NOLINT: what these tests share

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
}  // namespace gf::hw::nic::segment_receiver_test
