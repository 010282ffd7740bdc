// SPDX-License-Identifier: Apache-2.0
#include "core/stats/student_t.h"

#include <gtest/gtest.h>
#include <utility>

namespace gf::core::student_t_test {
namespace {

TEST(StudentT, IsThatOfThePrintedTables) {
  for (const auto& [freedom, t] : {std::pair(1u, 12.706),
                                   {4u, 2.776},
                                   {8u, 2.306},
                                   {9u, 2.2622},
                                   {10u, 2.2281},
                                   {20u, 2.0860},
                                   {60u, 2.0003},
                                   {1000u, 1.9623}})
    EXPECT_NEAR(student_t(freedom), t, freedom == 1 ? 0.005 : 0.0005) << freedom;
}

TEST(StudentT, KnowsOtherSharesAndBrokenDegrees) {
  EXPECT_NEAR(student_t(10, 0.99), 3.1693, 0.0005);
  EXPECT_NEAR(student_t(1, 0.99), 63.657, 0.005);
  EXPECT_LT(student_t(2.5), student_t(2));
  EXPECT_GT(student_t(2.5), student_t(3));
}

TEST(StudentT, FallsFromEachDegreeToTheNext) {
  for (unsigned freedom = 1; freedom < 100; ++freedom)
    EXPECT_GT(student_t(freedom), student_t(freedom + 1)) << freedom;
}

}  // namespace
}  // namespace gf::core::student_t_test
