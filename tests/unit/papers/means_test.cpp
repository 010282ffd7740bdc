// SPDX-License-Identifier: Apache-2.0
#include "papers/means.h"

#include <gtest/gtest.h>

namespace gf::papers::means_test {
namespace {

TEST(Means, OfOneValueAreThatValue) {
  for (const auto of : {mean, geometric_mean, least, most}) EXPECT_DOUBLE_EQ(of({2.5}), 2.5);
}

TEST(Means, OfSeveral) {
  const std::vector<double> values{8, 1, 3, 8};
  EXPECT_DOUBLE_EQ(mean(values), 5);
  EXPECT_DOUBLE_EQ(geometric_mean({2, 4, 8, 1}), 2.8284271247461903);  // 64^(1/4)
  EXPECT_DOUBLE_EQ(least(values), 1);
  EXPECT_DOUBLE_EQ(most(values), 8);
}

}  // namespace
}  // namespace gf::papers::means_test
