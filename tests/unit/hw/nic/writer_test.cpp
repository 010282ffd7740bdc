// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nic/segment.h
#include "hw/nic/writer.h"

#include "hw/nic/nic.h"
#include "tests/support/matchers.h"
#include "tests/support/nic_bench.h"
#include "tests/support/nic_cards.h"

namespace gf::hw::nic::writer_test {
namespace {

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

}  // namespace
}  // namespace gf::hw::nic::writer_test
