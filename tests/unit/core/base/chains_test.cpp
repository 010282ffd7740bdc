// SPDX-License-Identifier: Apache-2.0
#include "core/base/chains.h"

#include <array>
#include <gtest/gtest.h>
#include <random>
#include <utility>
#include <vector>

namespace gf::core::chains_test {
namespace {

constexpr unsigned kLists = 7;
using Numbers = Chains<unsigned, 1>;

/// Chains and vectors that hold the same.
struct Twins {
  void add(unsigned list, unsigned number) {
    chains.add(lists[list], number);
    expected[list].push_back(number);
  }
  /// While one is read others grow.
  void drain(unsigned list) {
    const std::vector<unsigned> all = std::exchange(expected[list], {});
    std::vector<unsigned> seen;
    chains.drain(lists[list], [&](unsigned number) {
      seen.push_back(number);
      if (number % 5 == 0) add((list + 1) % kLists, number + 1);
    });
    EXPECT_EQ(seen, all);
    EXPECT_TRUE(lists[list].empty());
  }
  Numbers chains;
  std::array<Numbers::Chain, kLists> lists;
  std::array<std::vector<unsigned>, kLists> expected;
};

TEST(ChainsOfBlocks, AsVectors) {
  std::mt19937 random(1);
  Twins twins;
  for (unsigned number = 0; number < 20'000; ++number) {
    twins.add(random() % kLists, number);
    if (random() % 40 == 0) twins.drain(random() % kLists);
  }
  for (unsigned list = 0; list < kLists; ++list) twins.drain(list);
}

TEST(ChainsOfBlocks, ACursorGoesThroughAsItIsTold) {
  for (const unsigned size : {0u, 1u, 11u, 12u, 13u, 40u}) {
    Numbers chains;
    Numbers::Chain chain;
    for (unsigned number = 0; number < size; ++number) chains.add(chain, number);
    Numbers::Cursor cursor(chain);
    cursor.skip(3);
    for (unsigned number = 3; number < size; ++number) {
      ASSERT_TRUE(cursor.more());
      EXPECT_EQ(cursor.take(), number);
    }
    EXPECT_FALSE(cursor.more());
  }
}

TEST(ChainsOfBlocks, KnowWhetherTheyAreLongerThanLessThanABlock) {
  for (const unsigned size : {0u, 1u, 11u, 12u, 13u, 40u}) {
    Numbers chains;
    Numbers::Chain chain;
    for (unsigned number = 0; number < size; ++number) chains.add(chain, number);
    for (const unsigned items : {0u, 1u, 10u, 11u})
      EXPECT_EQ(chain.longer_than(items), size > items);
  }
}

}  // namespace
}  // namespace gf::core::chains_test
