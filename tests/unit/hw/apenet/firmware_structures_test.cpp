// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/tables/buf_list.h hw/apenet/tables/v2p_table.h hw/apenet/nios/cost_table.h
// The buffer list and the page tables: what they find, and what looking costs.
#include <gtest/gtest.h>

#include "hw/apenet/tables/buf_list.h"
#include "hw/apenet/tables/v2p_table.h"

namespace gf::hw::apenet::firmware_structures_test {
namespace {

std::uint64_t cost_of_find(const BufList& list, std::uint64_t address) {
  Meter meter;
  EXPECT_NE(list.find(1, address, 1, CostTable{}, meter), nullptr);
  return meter.cycles();
}

TEST(ApenetBufList, SearchIsLinearInTheEntriesBeforeTheMatch) {
  BufList list(64);
  for (unsigned i = 0; i < 64; ++i) ASSERT_TRUE(list.add({0x1000ull * (i + 1), 0x1000, 1}));
  const CostTable costs;
  for (unsigned i = 0; i < 64; ++i) {
    EXPECT_EQ(cost_of_find(list, 0x1000ull * (i + 1)),
              costs.buf_list_setup + (i + 1) * costs.buf_list_entry);
  }
  EXPECT_FALSE(list.add({0x900000, 1, 1})) << "full";
  EXPECT_EQ(list.size(), 64u);
}

TEST(ApenetBufList, OnlyTheWholeRangeOfTheRightProcessIsFound) {
  BufList list(4);
  ASSERT_TRUE(list.add({0x1000, 0x100, 7}));
  const auto found = [&](std::uint32_t process, std::uint64_t address, std::uint64_t bytes) {
    Meter meter;
    return list.find(process, address, bytes, CostTable{}, meter) != nullptr;
  };
  EXPECT_TRUE(found(7, 0x1000, 0x100));
  EXPECT_TRUE(found(7, 0x10FF, 1));
  EXPECT_FALSE(found(7, 0x10FF, 2)) << "ends behind the buffer";
  EXPECT_FALSE(found(7, 0x0FFF, 2)) << "begins before it";
  EXPECT_FALSE(found(8, 0x1000, 1)) << "another process";
  EXPECT_FALSE(found(7, 0x1001, ~0ull)) << "a length that would wrap";
  EXPECT_FALSE(found(7, ~0ull, 2)) << "an end that would wrap";
}

TEST(ApenetBufList, RemovedBufferIsNotFound) {
  BufList list(4);
  ASSERT_TRUE(list.add({0x1000, 0x100, 7}));
  EXPECT_FALSE(list.remove(6, 0x1000));
  EXPECT_TRUE(list.remove(7, 0x1000));
  Meter meter;
  EXPECT_EQ(list.find(7, 0x1000, 1, CostTable{}, meter), nullptr);
}

TEST(ApenetBufList, TellsWhetherABufferTouchesAPage) {
  BufList list(4);
  ASSERT_TRUE(list.add({0x1800, 0x1000, 7}));
  const auto touches = [&](std::uint64_t address) {
    return list.touches(kHostBuffer, address, 0x1000);
  };
  EXPECT_FALSE(touches(0));
  EXPECT_TRUE(touches(0x1000)) << "its beginning";
  EXPECT_TRUE(touches(0x2000)) << "its end";
  EXPECT_FALSE(touches(0x3000));
  EXPECT_FALSE(list.touches(0, 0x1000, 0x1000)) << "the memory of a GPU";
}

class ApenetShapes : public testing::TestWithParam<PageTableShape> {};

TEST_P(ApenetShapes, LookUpTakesTheSameTimeForEachPage) {
  V2pTable table(GetParam());
  const std::uint64_t page = table.page_bytes();
  for (std::uint64_t i = 0; i < 2000; ++i) table.map(i * i * page, i * page);
  const CostTable costs;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Meter meter;
    ASSERT_EQ(table.find(i * i * page + page - 1, costs, meter), i * page);
    EXPECT_EQ(meter.cycles(), costs.v2p_setup + GetParam().levels * costs.v2p_level);
  }
}

TEST_P(ApenetShapes, UnmappedPageFaults) {
  V2pTable table(GetParam());
  const std::uint64_t page = table.page_bytes();
  const CostTable costs;
  Meter meter;
  EXPECT_FALSE(table.find(0, costs, meter)) << "an empty table";
  table.map(5 * page, 0);
  EXPECT_EQ(table.find(5 * page, costs, meter), 0u);
  EXPECT_FALSE(table.find(4 * page, costs, meter));
  EXPECT_FALSE(table.find(6 * page, costs, meter));
  EXPECT_FALSE(table.find(1ull << 60, costs, meter)) << "no alias of a low address";
  table.unmap(5 * page);
  EXPECT_FALSE(table.find(5 * page, costs, meter)) << "revoked";
}

std::string shape_name(const testing::TestParamInfo<PageTableShape>& info) {
  return info.param.page_bits == 12 ? "Host" : "Gpu";
}
INSTANTIATE_TEST_SUITE_P(Pages, ApenetShapes, testing::Values(kHostPages, kGpuPages), shape_name);

TEST(ApenetAccelerated, BlocksAnswerInTheSameTimeWhateverTheListHolds) {
  CostTable costs;
  costs.hw_buf_list = costs.hw_v2p = true;
  BufList list(64);
  V2pTable table(kHostPages);
  table.map(0x1000, 0x5000);
  for (unsigned i = 0; i < 64; ++i) ASSERT_TRUE(list.add({0x1000ull * (i + 1), 0x1000, 1}));
  Meter meter;
  EXPECT_NE(list.find(1, 64 * 0x1000, 1, costs, meter), nullptr);
  EXPECT_EQ(meter.cycles(), costs.hw_lookup);
  EXPECT_EQ(table.find(0x1000, costs, meter), 0x5000u);
  EXPECT_EQ(meter.cycles(), 2 * costs.hw_lookup);
}

}  // namespace
}  // namespace gf::hw::apenet::firmware_structures_test
