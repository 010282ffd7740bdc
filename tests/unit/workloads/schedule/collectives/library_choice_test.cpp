// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/schedule/collectives/library_ranks.h
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
  of.tree = of.ring;
  of.tree.pattern = ChannelPattern::kBalancedTree;
  return of;
}

LibraryRanks four_on_pcie() {
  LibraryRanks of = eight_h100();
  of.ranks = 4;
  for (ChannelGraph* const graph : {&of.ring, &of.tree}) {
    graph->type_intra = ChannelPath::kPhb;
    graph->intra = core::ByteRate(12e9);
    graph->channels.resize(1);
  }
  return of;
}

/// Four nodes of eight A100, with a NIC of 24 GB/s for each two GPUs.
LibraryRanks four_nodes() {
  LibraryRanks of = eight_h100();
  of.ranks = 32;
  of.nodes = 4;
  of.capability = 80;
  for (ChannelGraph* const graph : {&of.ring, &of.tree}) {
    graph->type_inter = ChannelPath::kPxb;
    graph->inter = core::ByteRate(24e9);
    graph->channels.resize(4);
  }
  return of;
}

/// The time of one way; of a default one if it is not possible.
TunedTime time(Kind kind, const LibraryRanks& of, LibraryAlgorithm algorithm,
               const ChannelProtocol& protocol) {
  for (const TunedTime& each : tuned_times(kind, of, {}))
    if (each.algorithm == algorithm && each.protocol == &protocol) return each;
  return {};
}

std::string way(std::uint64_t bytes, const LibraryRanks& of, const LibrarySettings& settings = {},
                Kind kind = Kind::kAllReduce) {
  const LibraryChoice choice = choose(kind, core::Bytes(bytes), of, settings);
  return std::string(to_text(choice.algorithm)) + " " + std::string(choice.protocol.name);
}

constexpr auto kTree = LibraryAlgorithm::kTree;
constexpr auto kRing = LibraryAlgorithm::kRing;

TEST(LibraryChoice, TimesOfRingsAreThoseOfTheTuningModel) {
  const TunedTime simple = time(Kind::kAllReduce, eight_h100(), kRing, kSimple);
  EXPECT_DOUBLE_EQ(simple.latency, (8.4 + 14 * 3.4) * 1e-6);
  EXPECT_DOUBLE_EQ(simple.rate.bytes_per_second(), 360e9 * 8 / 14);
  EXPECT_DOUBLE_EQ(time(Kind::kAllReduce, eight_h100(), kRing, kLl).rate.bytes_per_second(),
                   141e9 * 8 / 14)
      << "no more than the generation's limit";
  EXPECT_DOUBLE_EQ(time(Kind::kAllGather, four_on_pcie(), kRing, kLl).latency,
                   (6.6 + 3 * 1.0) * 1e-6);
  EXPECT_FALSE(time(Kind::kAllReduce, four_on_pcie(), kRing, kLl128).possible())
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

TEST(LibraryChoice, TimesOfTreesAreThoseOfTheTuningModel) {
  const TunedTime simple = time(Kind::kAllReduce, eight_h100(), kTree, kSimple);
  EXPECT_DOUBLE_EQ(simple.latency, (8.4 + 2 * 7 * 4.0) * 1e-6);
  EXPECT_DOUBLE_EQ(simple.rate.bytes_per_second(), 0.5 * 360e9 * 0.92);
  const double plain = 1e6 / simple.rate.bytes_per_second();
  EXPECT_DOUBLE_EQ(simple.seconds(core::Bytes(1'000'000)), simple.latency + plain / 0.5);
  EXPECT_DOUBLE_EQ(simple.seconds(core::Bytes(1 << 30)),
                   simple.latency + (1 << 30) / simple.rate.bytes_per_second())
      << "long vectors need no correction";
  EXPECT_FALSE(time(Kind::kBroadcast, eight_h100(), kTree, kSimple).possible());
}

TEST(LibraryChoice, NodesCostTheLatencyAndTheRateOfTheNetwork) {
  const TunedTime ring = time(Kind::kAllReduce, four_nodes(), kRing, kLl);
  EXPECT_DOUBLE_EQ(ring.latency, (6.6 + (62 - 6) * 1.0 + 6 * 2.7) * 1e-6) << "1 us a post";
  EXPECT_DOUBLE_EQ(ring.rate.bytes_per_second(), 20.4e9 * 32 / 62);
  const TunedTime tree = time(Kind::kAllReduce, four_nodes(), kTree, kSimple);
  EXPECT_DOUBLE_EQ(tree.latency, (8.4 + 2 * (7 * 4.0 + 2 * 14.0)) * 1e-6);
  EXPECT_DOUBLE_EQ(tree.rate.bytes_per_second(), 0.5 * 4 * 17.8e9);
  const TunedTime simple = time(Kind::kAllReduce, four_nodes(), kRing, kSimple);
  EXPECT_DOUBLE_EQ(simple.plateau, 1.4);
  EXPECT_EQ(simple.plateau_from, 64u * 8 * 32);
}

TEST(LibraryChoice, WaysTakeTurnsWithTheSize) {
  EXPECT_EQ(way(8, eight_h100()), "ring ll");
  EXPECT_EQ(way(8 << 20, eight_h100()), "ring ll128");
  EXPECT_EQ(way(1 << 30, eight_h100()), "ring simple");
  EXPECT_EQ(way(64 << 20, four_on_pcie()), "ring simple");
  EXPECT_EQ(way(1 << 20, four_nodes()), "tree ll128");
  EXPECT_EQ(way(1ull << 32, four_nodes()), "ring simple");
  EXPECT_EQ(way(8, eight_h100(), {}, Kind::kAllGather), "ring ll");
}

TEST(LibraryChoice, SettingsForbidWays) {
  LibrarySettings settings;
  settings.force(kRing);
  EXPECT_EQ(way(8, eight_h100(), settings), "ring ll");
  settings.force(kLl128);
  EXPECT_EQ(way(1 << 30, four_on_pcie(), settings), "ring ll128") << "asked for";
  settings.algorithms = {false, false};
  bool called = false;
  struct None {};
  EXPECT_THROW(choose(Kind::kAllReduce, core::Bytes(8), eight_h100(), settings, {},
                      [&] {
                        called = true;
                        throw None();
                      }),
               None);
  EXPECT_TRUE(called);
}

TEST(LibraryChoice, ChannelsAndThreadsGrowWithTheSize) {
  const auto choice = [](std::uint64_t bytes, const ChannelProtocol& protocol) {
    LibrarySettings settings;
    settings.force(kRing);
    settings.force(protocol);
    return choose(Kind::kAllReduce, core::Bytes(bytes), eight_h100(), settings);
  };
  EXPECT_EQ(choice(8, kLl).channels, 1u);
  EXPECT_EQ(choice(8, kLl).threads, 96u);
  EXPECT_EQ(choice(128 << 10, kLl).channels, 4u) << "8 B x 8 ranks x 512 threads a channel";
  EXPECT_EQ(choice(128 << 10, kSimple).channels, 4u) << "64 B x 512 threads a channel";
  EXPECT_EQ(choice(16 << 20, kSimple).channels, 24u);
  EXPECT_EQ(choice(16 << 20, kSimple).threads, 512u);
  EXPECT_EQ(choice(16 << 20, kLl128).threads, 640u);
}

TEST(LibraryChoice, SettingsLimitChannelsAndBuffers) {
  LibrarySettings settings;
  settings.most_channels = 4;
  EXPECT_EQ(eight_h100().channels(settings), 4u);
  settings.least_channels = 6;
  EXPECT_EQ(eight_h100().channels(settings), 6u) << "channels are repeated";
  settings = {};
  settings.threads = 256;
  settings.buffers[2] = 1 << 20;
  const LibraryChoice choice =
      choose(Kind::kAllGather, core::Bytes(1 << 30), eight_h100(), settings);
  EXPECT_EQ(choice.threads, 256u);
  EXPECT_EQ(choice.protocol.chunk, kSimple.chunk / 4);
  settings.thread_bytes[1][0] = 1024;
  settings.force(kLl);
  settings.force(kRing);
  EXPECT_EQ(choose(Kind::kAllReduce, core::Bytes(1 << 20), eight_h100(), settings).channels, 4u);
}

TEST(LibraryChoice, ClustersOfFastGpusRepeatTheirChannels) {
  LibraryRanks of = four_nodes();
  EXPECT_EQ(of.channels({}), 8u);
  of.capability = 90;
  of.ring.intra = core::ByteRate(48e9);
  EXPECT_EQ(of.channels({}), 16u);
}

TEST(LibraryChoice, RingsGoFromNodeToNode) {
  LibraryRanks of;
  of.ranks = 6;
  of.nodes = 2;
  of.ring.channels.resize(2);
  of.ring.channels[0].ranks = {0, 2, 1};
  of.ring.channels[1].ranks = {1, 2, 0};
  using testing::ElementsAre;
  EXPECT_THAT(of.rings(3)[0], ElementsAre(0, 2, 1, 3, 5, 4));
  EXPECT_EQ(of.rings(3)[2], of.rings(3)[0]);
  of.ring.cross_nic = 2;
  EXPECT_THAT(of.rings(1)[0], ElementsAre(0, 2, 1, 4, 5, 3)) << "rails are kept";
}

TEST(LibraryChoice, ATunerGoesFirst) {
  const auto of_line = [](const std::string& algorithm, std::optional<unsigned> channels) {
    TunerLine line{"allreduce", 0, 1 << 20, algorithm, "simple", channels, {}, {}, {}, {}};
    return choose(Kind::kAllReduce, core::Bytes(1 << 20), eight_h100(), {}, TunerFile({line}));
  };
  EXPECT_EQ(of_line("tree", 3).algorithm, kTree);
  EXPECT_EQ(of_line("tree", 3).channels, 3u);
  EXPECT_EQ(of_line("ring", {}).algorithm, kRing);
  EXPECT_EQ(of_line("ring", {}).channels, 24u) << "1 MiB has 64 B for each thread";
  EXPECT_EQ(of_line("ring", 64).channels, 24u) << "there are no more";
  EXPECT_EQ(way(1 << 20, eight_h100()), "ring ll") << "without it";
  EXPECT_EQ(of_line("pat", 3).protocol.name, "ll") << "what is not possible is passed by";
}

LibraryRanks mesh_nodes(unsigned nodes) {
  LibraryRanks of;
  of.ranks = 8 * nodes;
  of.nodes = nodes;
  of.ring.type_intra = ChannelPath::kNvlink;
  of.ring.type_inter = ChannelPath::kPix;
  of.ring.intra = of.ring.inter = core::ByteRate(24e9);
  of.ring.channels.resize(8);
  of.tree = of.ring;
  of.tree.pattern = ChannelPattern::kBalancedTree;
  return of;
}

/// A table that is read back as a tuner's file changes nothing, at each end of its lines too.
TEST(LibraryTable, IsWhatTheLibraryChooses) {
  for (const unsigned nodes : {1u, 2u, 16u}) {
    const LibraryRanks of = mesh_nodes(nodes);
    const TunerFile table = library_table(of);
    for (const Kind kind : {Kind::kAllReduce, Kind::kAllGather, Kind::kBroadcast})
      for (std::uint64_t size = 1; size < UINT32_MAX; size += 1 + size / 7) {
        const auto lines = table.matches(kind, core::Bytes(size), of.ranks, nodes);
        ASSERT_EQ(lines.size(), 1u) << size;
        for (const std::uint64_t at : {size, lines.front().least_bytes, lines.front().most_bytes}) {
          const LibraryChoice own = choose(kind, core::Bytes(at), of, {});
          ASSERT_EQ(lines.front().algorithm, to_text(own.algorithm)) << at;
          ASSERT_EQ(lines.front().protocol, own.protocol.name) << at;
          const LibraryChoice tuned = choose(kind, core::Bytes(at), of, {}, table);
          ASSERT_EQ(tuned.channels, own.channels) << at;
        }
      }
  }
}

TEST(LibraryTable, NamesTheMachinesNodesAndRanks) {
  EXPECT_THAT(
      library_table(mesh_nodes(16)).text(),
      testing::AllOf(testing::HasSubstr("allreduce,0,"), testing::HasSubstr(",-1,16,128,-1,-1\n")));
  EXPECT_THAT(library_table(mesh_nodes(16)).text(), testing::HasSubstr(",tree,"))
      << "trees are deep";
}

}  // namespace
}  // namespace gf::model::library_choice_test
