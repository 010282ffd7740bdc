// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/dram/address_map.h"

#include <gtest/gtest.h>
#include <set>

namespace gf::hw::gpu::address_map_test {
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

}  // namespace
}  // namespace gf::hw::gpu::address_map_test
