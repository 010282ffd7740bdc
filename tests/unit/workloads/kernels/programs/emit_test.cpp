// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/kernels/programs/layout.h
#include "workloads/kernels/programs/emit.h"

#include <gtest/gtest.h>

#include "tests/support/warp_accesses.h"
#include "workloads/kernels/programs/layout.h"

namespace gf::model::suite::emit_test {
namespace {

TEST(Emit, RangesAreAsWideAsTheyAreAligned) {
  WarpProgram program;
  emit_range(program, WarpOp::kLoad, 4096, 512 + 48);
  ASSERT_EQ(program.code.size(), 2u);
  EXPECT_EQ(program.code[0].lane_bytes, 16u);
  EXPECT_EQ(program.code[0].lanes, ~0u);
  EXPECT_EQ(program.code[1].address, 4096u + 512);
  EXPECT_EQ(program.code[1].lanes, 0b111u);
  program.clear();
  emit_range(program, WarpOp::kStore, 4, 8);
  ASSERT_EQ(program.code.size(), 1u);
  EXPECT_EQ(program.code[0].lane_bytes, 4u);
  EXPECT_EQ(program.code[0].lanes, 0b11u);
}

TEST(Emit, WhatIsNotWholeWordsGoesByteByByte) {
  WarpProgram program;
  emit_range(program, WarpOp::kLoad, 4097, 4 + 3 + 2);  // 4097 ... 4105
  ASSERT_EQ(program.code.size(), 3u);
  const auto expect = [&](unsigned n, std::uint64_t at, unsigned bytes, unsigned lanes) {
    EXPECT_EQ(program.code[n].address, at);
    EXPECT_EQ(program.code[n].lane_bytes, bytes);
    EXPECT_EQ(program.code[n].lanes, (1u << lanes) - 1);
  };
  expect(0, 4097, 1, 3);
  expect(1, 4100, 4, 1);
  expect(2, 4104, 1, 2);
  program.clear();
  emit_range(program, WarpOp::kStore, 4097, 2);  // within a word
  ASSERT_EQ(program.code.size(), 1u);
  expect(0, 4097, 1, 2);
}

TEST(Emit, GathersHaveTheLanesThatWereSet) {
  WarpProgram program;
  LaneGather gather;
  gather.emit(program, WarpOp::kLoad, 4);
  EXPECT_TRUE(program.code.empty());
  gather.set(3, 1000);
  gather.set(31, 2000);
  gather.emit(program, WarpOp::kAtomic, 4);
  gather.emit(program, WarpOp::kAtomic, 4);
  ASSERT_EQ(program.code.size(), 1u);
  EXPECT_EQ(program.code[0].lanes, 1u << 3 | 1u << 31);
  EXPECT_EQ(program.address(program.code[0], 3), 1000u);
  EXPECT_EQ(program.address(program.code[0], 31), 2000u);
}

TEST(Emit, PartsFollowOneAnother) {
  std::uint64_t end = 5;
  for (unsigned k = 0; k < 7; ++k) {
    const Range part = part_of({5, 23}, 7, k);
    EXPECT_EQ(part.begin, end);
    end = part.end;
  }
  EXPECT_EQ(end, 23u);
}

TEST(Layout, StructuresAreApartAndAligned) {
  Layout layout(4);
  const std::uint64_t a = layout.add("a", 5, Placement::kInterleave);
  const std::uint64_t b = layout.add_at_partners("b", 4 << 20, 1);
  const std::uint64_t c = layout.add_on("c", 1, 3);
  EXPECT_EQ(a % Layout::kAlignment, 0u);
  EXPECT_EQ(b, a + Layout::kAlignment);
  EXPECT_EQ(c, b + (4 << 20));
  const auto data = layout.take();
  EXPECT_EQ(data[1].homes, (std::vector<std::uint8_t>{1, 1, 3, 3}));
  EXPECT_EQ(data[2].homes, (std::vector<std::uint8_t>{3}));
}

TEST(Layout, TheLastOfAnOddNumberIsItsOwnPartner) {
  const Layout layout(3);
  EXPECT_EQ(layout.partner(1, 0), 0u);
  EXPECT_EQ(layout.partner(0, 1), 1u);
  EXPECT_EQ(layout.partner(2, 1), 2u);
}

TEST(Emit, TouchKernelsTouchEachPageOnce) {
  Layout layout(2);
  layout.add("a", 40 << 10, Placement::kFirstTouch);
  layout.add("b", 4096, Placement::kInterleave);
  const auto data = layout.take();
  const Kernel kernel = touch_kernel(2, data);
  const auto touched = test::uses(kernel, WarpOp::kStore, data[0]);
  EXPECT_EQ(touched.size(), 10u * 32);
  for (const auto& [at, times] : touched) {
    EXPECT_LT(at % 1024, 32u);
    EXPECT_EQ(times, 1u);
  }
  EXPECT_TRUE(test::uses(kernel, WarpOp::kStore, data[1]).empty());
}

}  // namespace
}  // namespace gf::model::suite::emit_test
