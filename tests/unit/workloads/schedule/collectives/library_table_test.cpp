// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/library_table.h"

#include <gmock/gmock.h>

#include "workloads/schedule/collectives/library_choice.h"

namespace gf::model::library_table_test {
namespace {

using Kind = Collective::Kind;

LibraryRanks ranks(unsigned nodes) {
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
    const LibraryRanks of = ranks(nodes);
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
      library_table(ranks(16)).text(),
      testing::AllOf(testing::HasSubstr("allreduce,0,"), testing::HasSubstr(",-1,16,128,-1,-1\n")));
  EXPECT_THAT(library_table(ranks(16)).text(), testing::HasSubstr(",tree,")) << "trees are deep";
}

}  // namespace
}  // namespace gf::model::library_table_test
