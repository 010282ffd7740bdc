// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/library_choice.h"

#include <gmock/gmock.h>

namespace gf::model::library_choice_test {
namespace {

using Kind = Collective::Kind;

/// Eight H100 on NVSwitches: 12 rings of 30 GB/s.
LibraryRanks eight_h100() {
  LibraryRanks of;
  of.ranks = 8;
  of.capability = 90;
  of.ring.type_intra = ChannelPath::kNvlink;
  of.ring.intra = core::ByteRate(30e9);
  of.ring.channels.resize(12);
  return of;
}

LibraryRanks four_on_pcie() {
  LibraryRanks of = eight_h100();
  of.ranks = 4;
  of.ring.type_intra = ChannelPath::kPhb;
  of.ring.intra = core::ByteRate(12e9);
  of.ring.channels.resize(1);
  return of;
}

TEST(LibraryChoice, TimesAreThoseOfTheTuningModel) {
  const TunedTime simple = tuned_ring_time(Kind::kAllReduce, eight_h100(), kSimple);
  EXPECT_DOUBLE_EQ(simple.latency, (8.4 + 14 * 3.4) * 1e-6);
  EXPECT_DOUBLE_EQ(simple.rate.bytes_per_second(), 360e9 * 8 / 14);
  EXPECT_DOUBLE_EQ(tuned_ring_time(Kind::kAllReduce, eight_h100(), kLl).rate.bytes_per_second(),
                   141e9 * 8 / 14)
      << "no more than the generation's limit";
  EXPECT_DOUBLE_EQ(tuned_ring_time(Kind::kAllGather, four_on_pcie(), kLl).latency,
                   (6.6 + 3 * 1.0) * 1e-6);
  EXPECT_EQ(tuned_ring_time(Kind::kAllReduce, four_on_pcie(), kLl128).rate.bytes_per_second(), 0)
      << "lines may be torn on PCIe";
}

/// Eight heads of 40 GB/s: nine times that is the most that 18 links of 20.6 GB/s carry.
TEST(LibraryChoice, SwitchesHaveTheirOwnTimes) {
  const core::ByteRate links(18 * 20.6e9);
  const auto time = tuned_nvls_time(Kind::kAllReduce, 8, 90, links);
  ASSERT_TRUE(time.has_value());
  EXPECT_DOUBLE_EQ(time->latency, 25e-6);
  EXPECT_NEAR(time->rate.bytes_per_second(), 8 * 40e9 * 0.85 * 7 / 8 * 2 * 8 / 14, 1e3);
  EXPECT_NEAR(tuned_nvls_time(Kind::kAllGather, 8, 90, links)->rate.bytes_per_second(),
              8 * 40e9 * 0.85 * 7 / 8 * 7 / 8, 1e3);
  EXPECT_FALSE(tuned_nvls_time(Kind::kAllReduce, 8, 80, links)) << "an A100";
  EXPECT_FALSE(tuned_nvls_time(Kind::kBroadcast, 8, 90, links));
  EXPECT_FALSE(tuned_nvls_time(Kind::kAllGather, 72, 100, links)) << "32 heads";
  EXPECT_TRUE(tuned_nvls_time(Kind::kAllReduce, 72, 100, core::ByteRate(18 * 40.1e9)));
}

TEST(LibraryChoice, ProtocolsTakeTurnsWithTheSize) {
  const auto name = [](std::uint64_t bytes, const LibraryRanks& of) {
    return std::string(choose_ring(Kind::kAllReduce, core::Bytes(bytes), of).protocol->name);
  };
  EXPECT_EQ(name(8, eight_h100()), "ll");
  EXPECT_EQ(name(8 << 20, eight_h100()), "ll128");
  EXPECT_EQ(name(1 << 30, eight_h100()), "simple");
  EXPECT_EQ(name(64, four_on_pcie()), "ll");
  EXPECT_EQ(name(64 << 20, four_on_pcie()), "simple");
}

TEST(LibraryChoice, ChannelsGrowWithTheSize) {
  const auto channels = [](std::uint64_t bytes, const ChannelProtocol& protocol) {
    return choose_ring(Kind::kAllReduce, core::Bytes(bytes), eight_h100(), &protocol).channels;
  };
  EXPECT_EQ(channels(8, kLl), 1u);
  EXPECT_EQ(channels(128 << 10, kLl), 4u) << "8 B x 8 ranks x 512 threads a channel";
  EXPECT_EQ(channels(128 << 10, kSimple), 4u) << "64 B x 512 threads a channel";
  EXPECT_EQ(channels(64 << 20, kSimple), 24u) << "twice those of the search";
  LibraryRanks many = eight_h100();
  many.ring.channels.resize(20);
  EXPECT_EQ(choose_ring(Kind::kAllReduce, core::Bytes(1 << 30), many, &kSimple).channels, 32u);
}

TEST(LibraryChoice, TakesTheProtocolThatIsAskedFor) {
  EXPECT_EQ(
      choose_ring(Kind::kAllReduce, core::Bytes(1 << 30), four_on_pcie(), &kLl128).protocol->name,
      "ll128")
      << "also where the library would not";
}

}  // namespace
}  // namespace gf::model::library_choice_test
