// SPDX-License-Identifier: Apache-2.0
#include "core/base/bit_set.h"

#include "tests/support/matchers.h"

namespace gf::core::bit_set_test {
namespace {

std::vector<std::size_t> members(const BitSet& set) {
  std::vector<std::size_t> all;
  set.each([&](std::size_t number) { all.push_back(number); });
  return all;
}

TEST(BitSet, HasWhatWasAdded) {
  BitSet set;
  set.resize(200);
  for (const std::size_t number : {199u, 0u, 63u, 64u, 128u}) set.add(number);
  EXPECT_THAT(members(set), ElementsAre(0, 63, 64, 128, 199));
  set.remove(64);
  set.remove(65);
  EXPECT_FALSE(set.has(64));
  EXPECT_TRUE(set.has(63));
  EXPECT_THAT(members(set), ElementsAre(0, 63, 128, 199));
}

TEST(BitSet, TakeTellsWhetherItWasIn) {
  BitSet set;
  set.resize(200);
  for (const std::size_t number : {5u, 6u, 130u}) set.add(number);
  EXPECT_TRUE(set.take(5));
  EXPECT_FALSE(set.take(5));
  EXPECT_TRUE(set.take(130));
  EXPECT_FALSE(set.take(131));
  EXPECT_THAT(members(set), ElementsAre(6));
}

TEST(BitSet, GrowsWithoutLosingAny) {
  BitSet set;
  set.resize(3);
  set.add(2);
  set.resize(64);
  set.resize(65);
  set.add(64);
  EXPECT_THAT(members(set), ElementsAre(2, 64));
}

TEST(BitSet, NextGoesRound) {
  for (const std::size_t size : {64u, 65u, 128u, 300u}) {
    BitSet set;
    set.resize(size);
    for (const std::size_t number : {std::size_t{1}, std::size_t{63}, size - 1}) set.add(number);
    EXPECT_EQ(set.next_after(0), 1u) << size;
    EXPECT_EQ(set.next_after(1), 63u) << size;
    EXPECT_EQ(set.next_after(size - 1), 1u) << size;
    if (size > 64) {
      EXPECT_EQ(set.next_after(63), size - 1) << size;
    }
  }
}

TEST(BitSet, NextOfTheOnlyOneIsItself) {
  BitSet set;
  set.resize(129);
  set.add(128);
  EXPECT_EQ(set.next_after(128), 128u);
  EXPECT_EQ(set.next_after(3), 128u);
}

}  // namespace
}  // namespace gf::core::bit_set_test
