// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/link/credits.h"

#include <stdexcept>

#include "core/base/random.h"
#include "tests/support/matchers.h"

namespace gf::model::credits_test {
namespace {

CreditPool pool_of(std::uint16_t header, std::uint16_t data) {
  CreditPool pool;
  pool.advertise(0, CreditCost{header, data});
  return pool;
}

TEST(CreditPool, CoversWhatIsAdvertisedAndNoMore) {
  CreditPool pool = pool_of(2, 16);
  EXPECT_TRUE(pool.covers(0, {2, 16}, 0));
  EXPECT_FALSE(pool.covers(0, {3, 0}, 0));
  EXPECT_FALSE(pool.covers(0, {1, 17}, 0));
  EXPECT_FALSE(pool.covers(1, {1, 0}, 0)) << "a class that nobody advertised";
}

TEST(CreditPool, TakeUsesUpHeadersAndData) {
  CreditPool pool = pool_of(2, 16);
  pool.take(0, {1, 10});
  EXPECT_EQ(pool.free(0).header, 1u);
  EXPECT_EQ(pool.free(0).data, 6u);
  EXPECT_FALSE(pool.home());
  EXPECT_FALSE(pool.covers(0, {1, 7}, 0));
}

TEST(CreditPool, ClassesAreSeparate) {
  CreditPool pool = pool_of(1, 1);
  pool.advertise(2, CreditCost{1, 1});
  pool.take(0, {1, 1});
  EXPECT_FALSE(pool.covers(0, {1, 0}, 0));
  EXPECT_TRUE(pool.covers(2, {1, 1}, 0));
}

TEST(CreditPool, ReturnCountsFromItsDateOn) {
  CreditPool pool = pool_of(1, 4);
  pool.take(0, {1, 4});
  pool.give(0, {1, 4}, 100);
  EXPECT_TRUE(pool.home()) << "on its way back is home";
  EXPECT_FALSE(pool.covers(0, {1, 4}, 99));
  EXPECT_EQ(pool.covered_at(0, {1, 4}), 100u);
  EXPECT_TRUE(pool.covers(0, {1, 4}, 100));
  EXPECT_EQ(pool.covered_at(0, {1, 4}), 0u) << "covered already";
}

TEST(CreditPool, CoveredAtAddsUpReturnsInOrderOfDate) {
  CreditPool pool = pool_of(3, 9);
  for (int i = 0; i < 3; ++i) pool.take(0, {1, 3});
  pool.give(0, {1, 3}, 300);
  pool.give(0, {1, 3}, 100);
  EXPECT_EQ(pool.covered_at(0, {1, 3}), 100u);
  EXPECT_EQ(pool.covered_at(0, {1, 4}), 300u);
  EXPECT_EQ(pool.covered_at(0, {2, 0}), 300u);
  EXPECT_EQ(pool.covered_at(0, {3, 0}), CreditPool::kNever);
  pool.give(0, {1, 3}, 200);
  EXPECT_EQ(pool.covered_at(0, {3, 9}), 300u);
}

TEST(CreditPool, LargeBuffersAreAdvertisedInSeveralGrants) {
  CreditPool pool;
  for (int i = 0; i < 17; ++i) pool.advertise(0, CreditCost{1, 0xFFFF});
  EXPECT_EQ(pool.advertised(0).header, 17u);
  EXPECT_EQ(pool.advertised(0).data, 17u * 0xFFFF);
  CreditPool at_once;
  at_once.advertise(0, CreditLimits{65536, 1u << 20});
  EXPECT_TRUE(at_once.covers(0, {0xFFFF, 0xFFFF}, 0));
}

TEST(CreditPool, RandomTrafficKeepsTheSum) {
  core::RandomStream random(7, "credits");
  CreditPool pool;
  constexpr std::uint32_t kHeader = 40;
  constexpr std::uint32_t kData = 200;
  for (CreditClass c = 0; c < 3; ++c) pool.advertise(c, CreditLimits{kHeader, kData});
  std::array<std::vector<CreditCost>, 3> out;
  std::uint64_t now = 0;
  for (int step = 0; step < 20000; ++step) {
    now += random.below(20);
    const auto c = static_cast<CreditClass>(random.below(3));
    const CreditCost cost{1, static_cast<std::uint16_t>(random.below(17))};
    if (pool.covers(c, cost, now) && random.below(2) == 0) {
      pool.take(c, cost);
      out[c].push_back(cost);
    } else if (!out[c].empty()) {
      pool.give(c, out[c].back(), now + random.below(100));
      out[c].pop_back();
    }
    ASSERT_LE(pool.free(c).header, kHeader);
    ASSERT_LE(pool.free(c).data, kData);
  }
  for (CreditClass c = 0; c < 3; ++c) {
    for (const CreditCost& cost : out[c]) pool.give(c, cost, now);
  }
  EXPECT_TRUE(pool.home());
  for (CreditClass c = 0; c < 3; ++c) {
    EXPECT_TRUE(pool.covers(c, {kHeader, kData}, now + 100));
  }
}

/// What the check that `act` trips over says.
template <class Act>
std::string bug_of(const Act& act) {
  try {
    act();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "none";
}

TEST(CreditPool, TakingWhatIsNotThereIsABug) {
  CreditPool pool = pool_of(1, 0);
  EXPECT_THAT(bug_of([&] { pool.take(0, {1, 1}); }), HasSubstr("free header 1, data 0"));
}

TEST(CreditPool, GivingBackMoreThanWasTakenIsABug) {
  CreditPool pool = pool_of(1, 1);
  EXPECT_THAT(bug_of([&] {
                pool.give(0, {1, 0}, 5);
              }),
              HasSubstr("more credits given back than taken"));
}

}  // namespace
}  // namespace gf::model::credits_test
