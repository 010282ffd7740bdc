// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/exchange.h"

#include <gtest/gtest.h>
#include <set>
#include <utility>

namespace gf::test::exchange_test {
namespace {

using model::proact::exchange_partner;
using model::proact::exchange_rounds;

class Exchange : public testing::TestWithParam<unsigned> {};

TEST_P(Exchange, EachMeetsEachOtherOnceAndOneAtATime) {
  const unsigned gpus = GetParam();
  std::set<std::pair<unsigned, unsigned>> met;
  for (unsigned round = 0; round < exchange_rounds(gpus); ++round) {
    unsigned idle = 0;
    for (unsigned gpu = 0; gpu < gpus; ++gpu) {
      const auto partner = exchange_partner(gpus, round, gpu);
      if (!partner) {
        ++idle;
        continue;
      }
      ASSERT_LT(*partner, gpus);
      EXPECT_NE(*partner, gpu);
      EXPECT_EQ(exchange_partner(gpus, round, *partner), gpu) << round;
      EXPECT_TRUE(met.emplace(gpu, *partner).second) << gpu << " and " << *partner;
    }
    EXPECT_EQ(idle, gpus % 2);
  }
  EXPECT_EQ(met.size(), gpus * (gpus - 1));
}

INSTANTIATE_TEST_SUITE_P(UpTo17, Exchange, testing::Range(2u, 18u));

}  // namespace
}  // namespace gf::test::exchange_test
