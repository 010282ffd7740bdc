// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/coalescer.h"

#include <map>
#include <set>

#include "core/base/random.h"
#include "tests/support/matchers.h"

namespace gf::hw::gpu::coalescer_test {
namespace {

using model::WarpInstruction;
using model::WarpOp;
using model::WarpProgram;

std::vector<LineAccess> lines_of(const WarpInstruction& instruction,
                                 const WarpProgram& program = {}) {
  LineAccesses lines;
  const unsigned count = coalesce(program, instruction, lines);
  return {lines.begin(), lines.begin() + count};
}

MATCHER_P4(Line, address, bytes, sectors, whole, "") {
  return arg.address == static_cast<std::uint64_t>(address) && arg.bytes == bytes &&
         arg.sectors == sectors && arg.whole == whole;
}

TEST(Coalescer, LanesSideBySideAreOneLine) {
  EXPECT_THAT(lines_of(WarpInstruction::access(WarpOp::kLoad, 0x1000)),
              ElementsAre(Line(0x1000, 128, 0xf, true)));
}

TEST(Coalescer, WiderLanesAreMoreLines) {
  EXPECT_THAT(lines_of(WarpInstruction::access(WarpOp::kLoad, 0x1000, 8)),
              ElementsAre(Line(0x1000, 128, 0xf, true), Line(0x1080, 128, 0xf, true)));
  EXPECT_EQ(lines_of(WarpInstruction::access(WarpOp::kLoad, 0x1000, 16)).size(), 4u);
  EXPECT_THAT(lines_of(WarpInstruction::access(WarpOp::kLoad, 0x1000, 1)),
              ElementsAre(Line(0x1000, 32, 0x1, true)));
}

TEST(Coalescer, AMisalignedRangeTouchesTwoLines) {
  EXPECT_THAT(lines_of(WarpInstruction::access(WarpOp::kStore, 0x1010)),
              ElementsAre(Line(0x1000, 112, 0xf, false), Line(0x1080, 16, 0x1, false)));
  EXPECT_THAT(lines_of(WarpInstruction::access(WarpOp::kStore, 0x1020)),
              ElementsAre(Line(0x1000, 96, 0xe, true), Line(0x1080, 32, 0x1, true)));
}

TEST(Coalescer, LaneMaskAndStride) {
  WarpInstruction instruction = WarpInstruction::access(WarpOp::kStore, 0x2000);
  instruction.lanes = 0xff00;
  EXPECT_THAT(lines_of(instruction), ElementsAre(Line(0x2000, 32, 0x2, true)));
  instruction.lanes = 0x7f00;
  EXPECT_THAT(lines_of(instruction), ElementsAre(Line(0x2000, 28, 0x2, false)));
  instruction.lanes = ~0u;
  instruction.lane_stride = 0;
  EXPECT_THAT(lines_of(instruction), ElementsAre(Line(0x2000, 4, 0x1, false)));
  instruction.lane_stride = -4;  // lane 31 is at 0x1f84
  EXPECT_THAT(lines_of(instruction),
              ElementsAre(Line(0x2000, 4, 0x1, false), Line(0x1f80, 124, 0xf, false)));
  instruction.lane_stride = 128;
  EXPECT_EQ(lines_of(instruction).size(), 32u);
}

TEST(Coalescer, ALaneAcrossTwoLinesIsInBoth) {
  WarpInstruction instruction = WarpInstruction::access(WarpOp::kLoad, 0x107c, 8);
  instruction.lane_stride = 128;
  EXPECT_EQ(lines_of(instruction).size(), 33u);
  instruction.lanes = 1;
  EXPECT_THAT(lines_of(instruction),
              ElementsAre(Line(0x1000, 4, 0x8, false), Line(0x1080, 4, 0x1, false)));
}

/// The same by sets of bytes.
std::map<std::uint64_t, std::set<unsigned>> bytes_of(const WarpInstruction& instruction,
                                                     const WarpProgram& program) {
  std::map<std::uint64_t, std::set<unsigned>> lines;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if ((instruction.lanes >> lane & 1u) == 0) continue;
    for (unsigned n = 0; n < instruction.lane_bytes; ++n) {
      const std::uint64_t byte = program.address(instruction, lane) + n;
      lines[byte / 128 * 128].insert(static_cast<unsigned>(byte % 128));
    }
  }
  return lines;
}

void expect_as_bytes(const WarpInstruction& instruction, const WarpProgram& program) {
  const auto expected = bytes_of(instruction, program);
  const auto lines = lines_of(instruction, program);
  ASSERT_EQ(lines.size(), expected.size());
  for (const LineAccess& line : lines) {
    const std::set<unsigned>& bytes = expected.at(line.address);
    std::set<unsigned> sectors;
    for (const unsigned byte : bytes) sectors.insert(byte / 32);
    unsigned mask = 0;
    for (const unsigned sector : sectors) mask |= 1u << sector;
    EXPECT_EQ(line.bytes, bytes.size());
    EXPECT_EQ(line.sectors, mask);
    EXPECT_EQ(line.whole, bytes.size() == sectors.size() * 32);
    const bool side_by_side = *bytes.rbegin() - *bytes.begin() + 1 == bytes.size();
    if (line.whole) continue;
    EXPECT_EQ(line.first, side_by_side ? *bytes.begin() : kApart);
  }
}

TEST(Coalescer, RandomAccessesAgreeWithSetsOfBytes) {
  core::RandomStream random(1, "coalescer");
  for (unsigned round = 0; round < 2000; ++round) {
    WarpProgram program;
    WarpInstruction instruction = WarpInstruction::access(
        WarpOp::kStore, 0x10000 + random.below(1024), 1u << random.below(5));
    if (random.below(2) == 0) instruction.lane_stride = static_cast<int>(random.below(200)) - 100;
    if (random.below(2) == 0) instruction.lanes = 1u + static_cast<unsigned>(random.below(~0u));
    if (random.below(3) == 0) {
      std::array<std::uint64_t, 32> addresses{};
      for (std::uint64_t& address : addresses) address = random.below(4096);
      program.gather(instruction, addresses.data());
      instruction = program.code.back();
    }
    expect_as_bytes(instruction, program);
  }
}

}  // namespace
}  // namespace gf::hw::gpu::coalescer_test
