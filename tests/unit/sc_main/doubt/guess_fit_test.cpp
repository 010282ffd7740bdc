// SPDX-License-Identifier: Apache-2.0
// Holds: core/param/param_relation.cpp
#include "sc_main/doubt/guess_fit.h"

#include "core/param/param.h"
#include "tests/support/matchers.h"

namespace gf::app::guess_fit_test {
namespace {

using core::Bytes;
using core::kibibytes;
using Kind = core::ParamRelation::Kind;
using Point = GuessFit::Point;

struct Cache : core::ParamGroup {
  Cache() {
    relate("bytes", Kind::kDoubled, {"ways"}, 128);
    relate("misses", Kind::kAtMost, {"ways"});
    relate("misses", Kind::kAtMost, {"no_such_parameter"});
  }
  core::Param<Bytes> bytes = param("bytes", kibibytes(24), "size", "assumed");
  core::Param<unsigned> ways = param("ways", 3u, "associativity", "assumed");
  core::Param<unsigned> misses = param("misses", 2u, "under way", "assumed");
};

class GuessFitTest : public testing::Test {
 protected:
  void declare() {
    cache_.declare(registry_.root().child("l1"));
    guesses_ = varying(guesses_of(registry_.rows(), false));
    fit_ = GuessFit(guesses_, registry_);
  }
  std::vector<std::string> fitted(const std::vector<std::string>& drawn) {
    std::vector<Point> points;
    for (const std::string& text : drawn) points.push_back({text, 0.5});
    moved_ = fit_.fit(points);
    std::vector<std::string> texts;
    for (const Point& point : points) texts.push_back(point.text);
    return texts;
  }
  core::ParamRegistry registry_;
  Cache cache_;
  std::vector<Guess> guesses_;
  GuessFit fit_;
  std::set<std::size_t> moved_;
};

TEST_F(GuessFitTest, WhatFitsStays) {
  declare();
  EXPECT_THAT(fitted({"24 KiB", "3", "3"}), ElementsAre("24 KiB", "3", "3"));
  EXPECT_THAT(moved_, IsEmpty());
}

TEST_F(GuessFitTest, WhatContradictsMovesToTheNearestThatFits) {
  declare();
  EXPECT_THAT(fitted({"24 KiB", "5", "4"}), ElementsAre("40 KiB", "5", "4"));
  EXPECT_THAT(moved_, ElementsAre(0u));
  EXPECT_THAT(fitted({"24 KiB", "2", "4"}), ElementsAre("32 KiB", "2", "2"));
  EXPECT_THAT(moved_, ElementsAre(0u, 2u));
}

TEST_F(GuessFitTest, EveryDrawOfTheRangesEndsInAMachine) {
  declare();
  for (unsigned n = 0; n < 512; ++n) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < guesses_.size(); ++i)
      points.push_back(guesses_[i].range.at((n / (i == 0 ? 1u : i == 1 ? 8u : 64u) % 8) / 7.0));
    fit_.fit(points);
    const double bytes = *core::number_of("bytes", points[0].text);
    const double ways = *core::number_of("integer", points[1].text);
    EXPECT_TRUE((core::ParamRelation{"", Kind::kDoubled, {}, 0}.holds(bytes, 128 * ways))) << n;
    EXPECT_LE(*core::number_of("integer", points[2].text), ways) << n;
  }
}

TEST_F(GuessFitTest, WhatIsKnownStaysAndTheOtherGivesWay) {
  registry_.add_override("l1.bytes", "16 KiB", "command line");
  declare();
  EXPECT_THAT(fitted({"3", "2"}), ElementsAre("4", "2"));
}

TEST_F(GuessFitTest, WhatNoValueFitsIsLeftToThePlatform) {
  registry_.add_override("l1.bytes", "100 B", "command line");
  declare();
  EXPECT_THAT(fitted({"3", "2"}), ElementsAre("3", "2"));
  EXPECT_THAT(moved_, IsEmpty());
}

TEST(ParamRelation, HoldsAtItsEdges) {
  const auto holds = [](Kind kind, double value, double product) {
    return core::ParamRelation{"", kind, {}, 1}.holds(value, product);
  };
  EXPECT_TRUE(holds(Kind::kAtMost, 4, 4));
  EXPECT_FALSE(holds(Kind::kAtMost, 5, 4));
  EXPECT_TRUE(holds(Kind::kBelow, 3, 4));
  EXPECT_FALSE(holds(Kind::kBelow, 4, 4));
  EXPECT_TRUE(holds(Kind::kAtLeast, 4, 4));
  EXPECT_FALSE(holds(Kind::kAtLeast, 3, 4));
  EXPECT_TRUE(holds(Kind::kMultipleOf, 12, 4));
  EXPECT_FALSE(holds(Kind::kMultipleOf, 13, 4));
  EXPECT_TRUE(holds(Kind::kDoubled, 16, 4));
  EXPECT_FALSE(holds(Kind::kDoubled, 12, 4));
  EXPECT_FALSE(holds(Kind::kDoubled, 2, 4));
}

TEST(MovedText, NamesWhatMovedAndHowOften) {
  std::vector<Guess> guesses(2);
  guesses[0].name = "pcie.bar";
  guesses[1].name = "*.misses";
  EXPECT_EQ(moved_text({{0, 1}, {}, {0}}, guesses, "runs"), "2 of 3 runs: pcie.bar 2, *.misses 1");
  EXPECT_EQ(moved_text({{}, {}}, guesses, "runs"), "");
}

}  // namespace
}  // namespace gf::app::guess_fit_test
