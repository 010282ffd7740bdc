// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/memory/access.h hw/gpu/memory/dram/address_map.h hw/gpu/memory/busy_parts.h
// Holds: hw/gpu/memory/l2_tags.h
// The small parts: where lines lie, places that come back, lists.
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <vector>

#include "hw/gpu/memory/access.h"
#include "hw/gpu/memory/busy_parts.h"
#include "hw/gpu/memory/dram/address_map.h"
#include "hw/gpu/memory/l2_tags.h"

namespace gf::hw::gpu::parts_test {
namespace {

class EverySliceCount : public testing::TestWithParam<unsigned> {};

TEST_P(EverySliceCount, EachGroupOfLinesHasOneInEverySlice) {
  MemoryParams params;
  params.slices = params.channels = GetParam();
  const AddressMap map(params);
  std::set<std::pair<unsigned, unsigned>> seen;
  for (std::uint64_t group = 0; group < 500; ++group) {
    std::set<unsigned> slices;
    for (std::uint64_t line = 0; line < GetParam(); ++line) {
      const AddressMap::Place place = map.place((group * GetParam() + line) * 128);
      EXPECT_LT(place.slice, GetParam());
      slices.insert(place.slice);
      EXPECT_TRUE(seen.insert({place.slice, place.index}).second) << "two lines in one place";
    }
    EXPECT_EQ(slices.size(), GetParam());
  }
}

TEST_P(EverySliceCount, StridesReachMostSlices) {
  MemoryParams params;
  params.slices = params.channels = GetParam();
  const AddressMap map(params);
  for (std::uint64_t stride = 128; stride <= 1u << 20; stride *= 2) {
    std::set<unsigned> slices;
    for (unsigned i = 0; i < 256; ++i) slices.insert(map.place(i * stride).slice);
    EXPECT_GE(slices.size(), GetParam() * 3 / 4) << "stride " << stride;
  }
}

INSTANTIATE_TEST_SUITE_P(AddressMap, EverySliceCount, testing::Values(1, 6, 16, 24, 64));

TEST(AddressMap, ARowIsFullBeforeTheNextBegins) {
  MemoryParams params;
  params.slices = 32;
  params.channels = 16;
  const AddressMap map(params);
  EXPECT_EQ(map.channel(0), map.channel(1)) << "two slices a channel";
  EXPECT_NE(map.channel(1), map.channel(2));
  std::set<unsigned> rows;
  std::set<unsigned> banks;
  for (unsigned index = 0; index < 128; ++index) {
    for (unsigned slice = 4; slice < 6; ++slice) {
      rows.insert(map.row(slice, index).row);
      banks.insert(map.row(slice, index).bank);
    }
  }
  EXPECT_EQ(rows.size(), 16u) << "256 lines of 128 B in rows of 2 KiB";
  EXPECT_EQ(banks.size(), 16u) << "rows one after the other are in different banks";
}

TEST(Places, WhatComesBackCountsFromTheNextCycleOn) {
  Places places(1);
  EXPECT_TRUE(places.take(5));
  EXPECT_FALSE(places.take(6));
  EXPECT_FALSE(places.soon());
  places.give(7);
  EXPECT_FALSE(places.take(7));
  EXPECT_TRUE(places.soon());
  EXPECT_TRUE(places.take(8));
  EXPECT_FALSE(places.take(9)) << "once";
}

TEST(L2Tags, TheLeastRecentlyUsedGoesUnlessItIsOnItsWay) {
  L2Tags tags(4, 2);
  const auto use = [&](std::uint32_t index) {
    std::uint32_t line = tags.find(index);
    if (line == L2Tags::kNone) tags.replace(line = tags.victim(index), index);
    tags.touch(line);
    return line;
  };
  const std::uint32_t a = use(1);
  const std::uint32_t b = use(5);
  use(1);
  EXPECT_EQ(tags.victim(9), b);
  tags[b].pending = 1;
  EXPECT_EQ(tags.victim(9), a);
  tags[a].pending = 2;
  EXPECT_EQ(tags.victim(9), L2Tags::kNone);
  EXPECT_NE(tags.victim(2), L2Tags::kNone) << "another set";
  EXPECT_EQ(tags.tag(a), 1u);
  EXPECT_EQ(tags.find(9), L2Tags::kNone);
}

/// Of 16 and of fewer ways, against a list that is kept in the order of the uses.
TEST(L2Tags, WhoGoesIsWhoWasUsedLongestAgo) {
  for (const unsigned ways : {1u, 2u, 11u, 16u}) {
    L2Tags tags(1, ways);
    std::vector<std::uint32_t> uses;  // lines, the oldest use first
    std::uint32_t random = 1;
    for (unsigned n = 0; n < 2000; ++n) {
      random = random * 1664525u + 1013904223u;
      const std::uint32_t index = (random >> 16) % (2 * ways);
      std::uint32_t line = tags.find(index);
      if (line == L2Tags::kNone) {
        line = tags.victim(index);
        ASSERT_EQ(line, uses.size() < ways ? uses.size() : uses.front()) << ways << " ways, " << n;
        tags.replace(line, index);
      }
      tags.touch(line);
      uses.erase(std::remove(uses.begin(), uses.end(), line), uses.end());
      uses.push_back(line);
    }
  }
}

TEST(BusyParts, EachIsForgottenAlone) {
  BusyParts busy;
  EXPECT_FALSE(busy.any());
  busy.add(MemoryPart::kPeers);
  busy.add(MemoryPart::kPorts);
  busy.remove(MemoryPart::kPeers);
  busy.remove(MemoryPart::kStreams);
  EXPECT_FALSE(busy.has(MemoryPart::kPeers));
  EXPECT_TRUE(busy.has(MemoryPart::kPorts));
  EXPECT_TRUE(busy.any());
}

TEST(Fifo, KeepsTheOrder) {
  Access a, b, c;
  Fifo<Access> fifo;
  fifo.push(a);
  fifo.push(b);
  EXPECT_EQ(&fifo.pop(), &a);
  fifo.push(c);
  Access* const all = fifo.release();
  EXPECT_TRUE(fifo.empty());
  EXPECT_EQ(all, &b);
  EXPECT_EQ(all->next, &c);
  EXPECT_EQ(c.next, nullptr);
}

}  // namespace
}  // namespace gf::hw::gpu::parts_test
