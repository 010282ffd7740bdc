// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/l1_tags.h"

#include <gtest/gtest.h>

namespace gf::hw::gpu::l1_tags_test {
namespace {

/// Address of line `n` of set `set` of 8.
std::uint64_t line(unsigned n, unsigned set = 3) { return (std::uint64_t{n} * 8 + set) * 128; }

TEST(L1Tags, KnowsTheSectorsThatCame) {
  L1Tags tags(8, 2);
  EXPECT_EQ(tags.lookup(line(0)), 0u);
  tags.fill(line(0), 0x1);
  EXPECT_EQ(tags.lookup(line(0)), 0x1u);
  tags.fill(line(0), 0x8);
  EXPECT_EQ(tags.lookup(line(0)), 0x9u);
  EXPECT_EQ(tags.lookup(line(0, 4)), 0u);
}

TEST(L1Tags, TheLeastRecentlyUsedOfTheSetGoes) {
  L1Tags tags(8, 2);
  tags.fill(line(0), 0xf);
  tags.fill(line(1), 0xf);
  tags.fill(line(0, 5), 0xf);
  EXPECT_EQ(tags.lookup(line(0)), 0xfu);  // line 1 is now the older
  tags.fill(line(2), 0x3);
  EXPECT_EQ(tags.lookup(line(1)), 0u);
  EXPECT_EQ(tags.lookup(line(0)), 0xfu);
  EXPECT_EQ(tags.lookup(line(2)), 0x3u) << "sectors of the one that went do not stay";
  EXPECT_EQ(tags.lookup(line(0, 5)), 0xfu) << "other sets keep theirs";
}

TEST(L1Tags, HoldsSetsTimesWaysLines) {
  L1Tags tags(8, 4);
  for (unsigned n = 0; n < 32; ++n) tags.fill(std::uint64_t{n} * 128, 0xf);
  for (unsigned n = 0; n < 32; ++n) EXPECT_EQ(tags.lookup(std::uint64_t{n} * 128), 0xfu);
  tags.fill(32 * 128, 0xf);
  EXPECT_EQ(tags.lookup(0), 0u);
}

TEST(L1Tags, NothingIsFoundAfterInvalidate) {
  L1Tags tags(8, 2);
  tags.fill(line(0), 0xf);
  tags.fill(line(1), 0xf);
  tags.invalidate();
  EXPECT_EQ(tags.lookup(line(0)), 0u);
  tags.fill(line(2), 0xf);  // takes the place of one that is not valid
  tags.fill(line(3), 0xf);
  EXPECT_EQ(tags.lookup(line(2)), 0xfu);
  EXPECT_EQ(tags.lookup(line(3)), 0xfu);
}

}  // namespace
}  // namespace gf::hw::gpu::l1_tags_test
