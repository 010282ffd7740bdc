// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/space_filling.h"

#include <gtest/gtest.h>
#include <set>

#include "core/base/error.h"

namespace gf::core::space_filling_test {
namespace {

TEST(SpaceFilling, APowerOfTwoOfPointsFillsEachCoordinateEvenly) {
  const auto points = space_filling(64, 40, 7);
  for (std::size_t d = 0; d < 40; ++d) {
    std::set<int> cells;
    for (const auto& point : points) cells.insert(static_cast<int>(64 * point[d]));
    EXPECT_EQ(cells.size(), 64u) << d;
  }
}

TEST(SpaceFilling, TwoCoordinatesFillTheSquare) {
  const auto points = space_filling(64, 2, 3);
  std::set<int> cells;
  for (const auto& point : points)
    cells.insert(8 * static_cast<int>(8 * point[0]) + static_cast<int>(8 * point[1]));
  EXPECT_EQ(cells.size(), 64u);
}

TEST(SpaceFilling, MoreOfTheSameSeedBeginWithTheSame) {
  const auto few = space_filling(5, 3, 1), many = space_filling(16, 3, 1);
  for (std::size_t n = 0; n < few.size(); ++n) EXPECT_EQ(few[n], many[n]);
  EXPECT_NE(space_filling(5, 3, 2), few);
}

TEST(SpaceFilling, WithoutInputsPointsAreEmptyAndTooManyAreRefused) {
  EXPECT_EQ(space_filling(3, 0, 1).size(), 3u);
  EXPECT_THROW(space_filling(1, kMostDimensions + 1, 1), UserError);
}

}  // namespace
}  // namespace gf::core::space_filling_test
