// SPDX-License-Identifier: Apache-2.0
// Holds: core/time/sample_times.h core/time/sampler.h
// A process alone is the rank that serves all parts and agrees with itself.
#include "core/ranks/ranks.h"

#include "core/base/parcel_bytes.h"
#include "core/stats/step_recorder.h"
#include "core/time/sample_times.h"
#include "tests/support/matchers.h"

namespace gf::core::ranks_test {
namespace {

struct Three : Ranks {
  Three() : Ranks(3, 1) {}
  /// The others say 9 and 3.
  std::vector<std::string> share(const std::string& mine) override {
    std::vector<std::string> all{"", mine, ""};
    ByteWriter(all[0]).put(std::uint64_t{9});
    ByteWriter(all[2]).put(std::uint64_t{3});
    return all;
  }
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

TEST(Ranks, AgreeOnNumbers) {
  Three ranks;
  EXPECT_EQ(ranks.sum(5), 17u);
  EXPECT_EQ(ranks.least(5), 3u);
  EXPECT_EQ(ranks.least(1), 1u);
  EXPECT_EQ(ranks.greatest(5), 9u);
  EXPECT_EQ(ranks.greatest(12), 12u);
}

TEST(Ranks, OneAgreesWithItself) {
  Ranks& one = ranks();
  EXPECT_TRUE(one.alone() && one.first());
  EXPECT_THAT(one.share("a"), ElementsAre("a"));
  EXPECT_THAT(one.gather("a"), ElementsAre("a"));
  EXPECT_EQ(one.sum(7), 7u);
  EXPECT_EQ(one.least(7), 7u);
  EXPECT_EQ(one.greatest(7), 7u);
  const Ranks::Horizon horizon = one.collect({7, 5}, [](const Ranks::Parcel&) { FAIL(); });
  EXPECT_EQ(horizon.earliest, 7u);
  EXPECT_EQ(horizon.last, 5u);
  EXPECT_EQ(one.end_agreed(), 0u);
  one.request_end(2);
  EXPECT_EQ(one.end_agreed(), 2u) << "nobody else is to be asked";
}

/// What each rank looks at itself need not come home.
TEST(SampleTimes, LookAtWhatAllRanksCount) {
  const StepRecorder own(8);
  EXPECT_FALSE(Sampler::any_looks_at_all_ranks(kNever));
  const SampleTimes dates(150);
  EXPECT_FALSE(Sampler::any_looks_at_all_ranks(149));
  EXPECT_TRUE(Sampler::any_looks_at_all_ranks(150));
}

TEST(SampleTimes, AreMultiplesOfTheirPeriod) {
  SampleTimes dates(150);
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
