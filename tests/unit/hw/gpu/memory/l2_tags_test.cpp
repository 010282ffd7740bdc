// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/l2_tags.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "hw/gpu/memory/busy_parts.h"

namespace gf::hw::gpu::l2_tags_test {
namespace {

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

}  // namespace
}  // namespace gf::hw::gpu::l2_tags_test
