// SPDX-License-Identifier: Apache-2.0
// Holds: core/ranks.h core/look_dates.h core/sampler.h
// A process alone is the rank that serves all parts and agrees with itself.
#include "core/ranks.h"

#include <gmock/gmock.h>

#include "core/look_dates.h"
#include "core/step_recorder.h"

namespace gf::core::ranks_test {
namespace {

using testing::ElementsAre;

struct Three : Ranks {
  Three() : Ranks(3, 1) {}
};

TEST(Ranks, ServeAsManyPartsInARow) {
  const Three ranks;
  std::vector<unsigned> owners;
  for (unsigned part = 0; part < 7; ++part) owners.push_back(ranks.owner(part, 7));
  EXPECT_THAT(owners, ElementsAre(0, 0, 0, 1, 1, 2, 2));
  for (unsigned part = 0; part < 3; ++part) EXPECT_EQ(ranks.owner(part, 3), part);
  EXPECT_FALSE(ranks.first());
  EXPECT_FALSE(ranks.alone());
}

TEST(Ranks, OneAgreesWithItself) {
  Ranks& one = ranks();
  EXPECT_TRUE(one.alone() && one.first());
  EXPECT_THAT(one.share("a"), ElementsAre("a"));
  EXPECT_THAT(one.gather("a"), ElementsAre("a"));
  EXPECT_EQ(one.sum(7), 7u);
  const Ranks::Horizon horizon = one.collect({7, 5}, [](const Ranks::Parcel&) { FAIL(); });
  EXPECT_EQ(horizon.earliest, 7u);
  EXPECT_EQ(horizon.last, 5u);
  EXPECT_EQ(one.end_agreed(), 0u);
  one.wish_end(2);
  EXPECT_EQ(one.end_agreed(), 2u) << "nobody else is to be asked";
}

TEST(Spread, ComesHomeWhileItLives) {
  struct Counts : Spread {
    void bring_home() override { ++times; }
    int times = 0;
  };
  Counts stays;
  {
    Counts goes;
    Spread::bring_all_home();
    EXPECT_EQ(goes.times, 1);
  }
  Spread::bring_all_home();
  EXPECT_EQ(stays.times, 2);
}

TEST(Spread, IsAskedBeforeALook) {
  struct Counts : Spread {
    void bring_home() override {}
    void before_look() override { ++looks; }
    [[nodiscard]] std::optional<unsigned> rank_counting(const std::string&) const override {
      return 1;
    }
    int looks = 0;
  };
  Counts counts;
  Spread::before_each_look();
  EXPECT_EQ(counts.looks, 1);
  EXPECT_TRUE(Spread::is_counted_here("node_1")) << "a process alone counts everything";
}

/// What each rank looks at itself need not come home.
TEST(LookDates, LookAtWhatAllRanksCount) {
  const StepRecorder own(8);
  EXPECT_FALSE(Sampler::any_looks_at_all_ranks(kNever));
  const LookDates dates(150);
  EXPECT_FALSE(Sampler::any_looks_at_all_ranks(149));
  EXPECT_TRUE(Sampler::any_looks_at_all_ranks(150));
}

TEST(LookDates, AreMultiplesOfTheirPeriod) {
  LookDates dates(150);
  EXPECT_EQ(dates.next(), 150u);
  dates.take_until(149);
  EXPECT_EQ(dates.next(), 150u);
  dates.take_until(150);
  EXPECT_EQ(dates.next(), 300u);
  dates.take_until(1000);
  EXPECT_EQ(dates.next(), 1050u);
}

}  // namespace
}  // namespace gf::core::ranks_test
