// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/elements/collective.h"

#include <gmock/gmock.h>

namespace gf::model::collective_test {
namespace {

Collective of(Collective::Kind kind, unsigned ranks, std::uint64_t elements) {
  Collective collective;
  collective.kind = kind;
  collective.ranks = ranks;
  collective.elements = elements;
  return collective;
}

// The factors are those of nccl-tests, doc/PERFORMANCE.md.
TEST(Collective, BusBandwidthCountsWhatALinkCarries) {
  using Kind = Collective::Kind;
  EXPECT_DOUBLE_EQ(of(Kind::kAllReduce, 4, 8).bus_factor(), 1.5);
  EXPECT_DOUBLE_EQ(of(Kind::kAllGather, 4, 8).bus_factor(), 0.75);
  EXPECT_DOUBLE_EQ(of(Kind::kReduceScatter, 4, 8).bus_factor(), 0.75);
  EXPECT_DOUBLE_EQ(of(Kind::kAllToAll, 4, 8).bus_factor(), 0.75);
  EXPECT_DOUBLE_EQ(of(Kind::kBroadcast, 4, 8).bus_factor(), 1);
  EXPECT_DOUBLE_EQ(of(Kind::kSendReceive, 4, 8).bus_factor(), 1);
}

TEST(Collective, BlocksAreAsEvenAsGoesAndCoverTheVector) {
  const Collective seven = of(Collective::Kind::kAllGather, 3, 7);
  EXPECT_EQ(seven.block(0), 0u);
  EXPECT_EQ(seven.block(3), 7u);
  for (unsigned block = 0; block < 3; ++block) {
    const std::uint64_t size = seven.block(block + 1) - seven.block(block);
    EXPECT_GE(size, 2u);
    EXPECT_LE(size, 3u);
  }
  EXPECT_EQ(seven.count(), 3u);
  EXPECT_EQ(of(Collective::Kind::kAllReduce, 3, 7).count(), 7u);
  EXPECT_EQ(seven.size(), core::Bytes(28));
}

}  // namespace
}  // namespace gf::model::collective_test
