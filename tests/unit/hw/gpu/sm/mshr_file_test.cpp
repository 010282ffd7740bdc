// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/mshr_file.h"

#include <gtest/gtest.h>

namespace gf::hw::gpu::mshr_file_test {
namespace {

LineRequest& open(MshrFile& mshrs, std::uint64_t line, unsigned sectors, unsigned warp) {
  LineRequest& request = mshrs.next();
  request.address = line;
  request.sectors = static_cast<std::uint8_t>(sectors);
  mshrs.insert(warp);
  return request;
}

TEST(MshrFile, FillsAndEmpties) {
  MshrFile mshrs(2, 4);
  EXPECT_TRUE(mshrs.empty());
  LineRequest& first = open(mshrs, 0x1000, 0xf, 3);
  EXPECT_FALSE(mshrs.full());
  LineRequest& second = open(mshrs, 0x2000, 0xf, 5);
  EXPECT_TRUE(mshrs.full());
  EXPECT_EQ(mshrs.remove(first).warps, one_warp(3));
  EXPECT_FALSE(mshrs.full());
  EXPECT_EQ(mshrs.remove(second).warps, one_warp(5));
  EXPECT_TRUE(mshrs.empty());
}

TEST(MshrFile, WarpsMergeIntoTheReadsOfTheirSectors) {
  MshrFile mshrs(4, 4);
  LineRequest& low = open(mshrs, 0x1000, 0x3, 0);
  LineRequest& high = open(mshrs, 0x1000, 0x4, 1);
  EXPECT_EQ(mshrs.in_flight(0x1000, 0xf).sectors, 0x7u);
  EXPECT_EQ(mshrs.in_flight(0x1000, 0x8).sectors, 0u);
  EXPECT_EQ(mshrs.in_flight(0x1080, 0xf).sectors, 0u);
  EXPECT_EQ(mshrs.merge(0x1000, 0x1, 2), 1u);
  EXPECT_EQ(mshrs.merge(0x1000, 0x6, 3), 2u);
  EXPECT_EQ(mshrs.remove(low).warps, one_warp(0) | one_warp(2) | one_warp(3));
  EXPECT_EQ(mshrs.in_flight(0x1000, 0xf).sectors, 0x4u);
  EXPECT_EQ(mshrs.remove(high).warps, one_warp(1) | one_warp(3));
}

TEST(MshrFile, MergesAreBounded) {
  MshrFile mshrs(4, 2);
  LineRequest& read = open(mshrs, 0x1000, 0x3, 0);
  EXPECT_TRUE(mshrs.in_flight(0x1000, 0x1).room);
  mshrs.merge(0x1000, 0x1, 1);
  EXPECT_FALSE(mshrs.in_flight(0x1000, 0x1).room);
  EXPECT_TRUE(mshrs.in_flight(0x1000, 0x4).room) << "nothing to merge into";
  mshrs.remove(read);
  EXPECT_TRUE(mshrs.in_flight(0x1000, 0x1).room);
}

TEST(MshrFile, NobodyJoinsAReadFromBeforeAnInvalidate) {
  MshrFile mshrs(4, 2);
  LineRequest& old = open(mshrs, 0x1000, 0xf, 0);
  mshrs.invalidate();
  EXPECT_EQ(mshrs.in_flight(0x1000, 0xf).sectors, 0u);
  LineRequest& young = open(mshrs, 0x1000, 0xf, 1);
  const MshrFile::Done done = mshrs.remove(old);
  EXPECT_FALSE(done.current);
  EXPECT_EQ(done.warps, one_warp(0));
  EXPECT_TRUE(mshrs.remove(young).current);
}

TEST(MshrFile, ManyLinesInOneBucketAreFound) {
  MshrFile mshrs(8, 2);  // 16 buckets
  std::vector<LineRequest*> reads;
  for (unsigned n = 0; n < 8; ++n) reads.push_back(&open(mshrs, 0x1000ull + n * 16 * 128, 1, n));
  for (const unsigned n : {3u, 0u, 7u, 1u, 5u, 2u, 4u, 6u}) {
    EXPECT_EQ(mshrs.in_flight(reads[n]->address, 1).sectors, 1u);
    EXPECT_EQ(mshrs.remove(*reads[n]).warps, one_warp(n));
  }
  EXPECT_TRUE(mshrs.empty());
}

TEST(MshrFile, AnAnswerNobodyWaitsForIsABug) {
  MshrFile mshrs(2, 2);
  LineRequest& read = open(mshrs, 0x1000, 1, 0);
  mshrs.remove(read);
  EXPECT_THROW(mshrs.remove(read), std::logic_error);
}

}  // namespace
}  // namespace gf::hw::gpu::mshr_file_test
