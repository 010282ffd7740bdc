// SPDX-License-Identifier: Apache-2.0
#include "core/param/plausible.h"

#include "core/param/param.h"
#include "tests/support/matchers.h"

namespace gf::core::plausible_test {
namespace {

using sc_core::sc_time;

/// All texts of a range, in the order in which its shares give them.
std::vector<std::string> texts(const PlausibleRange& range) {
  std::vector<std::string> all;
  for (int i = 0; i < 1000; ++i) {
    std::string text = range.at(i / 1000.0).text;
    if (all.empty() || all.back() != text) all.push_back(std::move(text));
  }
  return all;
}

template <class T>
PlausibleRange range_of(T default_value, const Legal<T>& legal = {},
                        const PlausibleOf<T>& given = {}) {
  return plausible_range<T>(default_value, legal, given);
}

TEST(Plausible, WithoutADeclarationItIsHalfToTwiceAndSaysSo) {
  const PlausibleRange range = range_of(sc_time(100, sc_core::SC_NS));
  EXPECT_EQ(range.low, "50 ns");
  EXPECT_EQ(range.high, "200 ns");
  EXPECT_FALSE(range.declared);
  EXPECT_NE(range.why.find("half to twice"), std::string::npos);
  EXPECT_EQ(range.at(0.5).text, "100 ns");  // equal ratios
  EXPECT_NEAR(range.at(0.5).share, 0.5, 1e-9);
  EXPECT_EQ(range.at(0).text, "50 ns");
  EXPECT_EQ(range.at(1).text, "200 ns");
}

TEST(Plausible, StaysWithinWhatIsLegal) {
  EXPECT_EQ(range_of(0.8, between(0.0, 1.0)).high, "1");
  EXPECT_EQ(range_of(64u, between(1u, 64u)).high, "64");
  const PlausibleRange narrow = range_of(0.333333, between(0.25123456, 0.55123456));
  for (const double share : {0.0, 0.001, 0.999, 1.0}) {
    const double value = std::stod(narrow.at(share).text);
    EXPECT_GE(value, 0.25123456);
    EXPECT_LE(value, 0.55123456);
  }
  EXPECT_EQ(range_of(1u, between(1u, 1u)).at, nullptr);
}

TEST(Plausible, WholeNumbersAreWhole) {
  EXPECT_THAT(texts(range_of(1u)), ElementsAre("1", "2"));
  EXPECT_THAT(texts(range_of(6u)),
              ElementsAre("3", "4", "5", "6", "7", "8", "9", "10", "11", "12"));
  EXPECT_THAT(texts(range_of(std::uint64_t{3})), ElementsAre("2", "3", "4", "5", "6"));
  EXPECT_THAT(texts(range_of(12u, multiple_of(4u, 4u, 64u))),
              ElementsAre("8", "12", "16", "20", "24"));
}

TEST(Plausible, PowersOfTwoAreDoubled) {
  EXPECT_THAT(texts(range_of(128u)), ElementsAre("64", "128", "256"));
  EXPECT_THAT(texts(range_of(kibibytes(4))), ElementsAre("2 KiB", "4 KiB", "8 KiB"));
  EXPECT_THAT(texts(range_of(2u, power_of_two(1u, 8u))), ElementsAre("1", "2", "4"));
  EXPECT_THAT(texts(range_of(mebibytes(6))),
              ElementsAre("4 MiB", "6 MiB", "8 MiB", "10 MiB", "12 MiB"));
  EXPECT_THAT(texts(range_of(128u, between(100u, 1000u))), ElementsAre("128", "256"));
}

TEST(Plausible, DoublingsAreEquallyFrequent) {
  const PlausibleRange range = range_of(128u);
  EXPECT_EQ(range.at(0.33).text, "64");
  EXPECT_EQ(range.at(0.34).text, "128");
  EXPECT_EQ(range.at(0.67).text, "256");
  EXPECT_NEAR(range.at(0.5).share, 0.5, 1e-9);
}

TEST(Plausible, ADeclaredRangeCountsWhereItHoldsTheDefault) {
  const auto declared = plausible(2u, 40u, "data sheets");
  const PlausibleRange range = range_of(10u, {}, declared);
  EXPECT_TRUE(range.declared);
  EXPECT_EQ(range.why, "data sheets");
  EXPECT_EQ(range.low, "2");
  EXPECT_EQ(range.high, "40");
  const PlausibleRange other = range_of(100u, {}, declared);
  EXPECT_FALSE(other.declared);
  EXPECT_EQ(other.low, "50");
}

TEST(Plausible, FromZeroDistancesAreEqual) {
  const PlausibleRange range = range_of(0.0, {}, plausible(0.0, 4.0, "none to four"));
  EXPECT_EQ(range.at(0.5).text, "2");
  EXPECT_EQ(range.at(0.25).share, 0.25);
}

TEST(Plausible, WhatCannotVaryStaysAndSaysWhy) {
  EXPECT_EQ(range_of(0u).why, "0 has no half and no double");
  EXPECT_EQ(range_of(true).at, nullptr);
  EXPECT_EQ(range_of(std::string("mesh")).why, "a choice");
  EXPECT_EQ(range_of(std::vector<unsigned>{1}).why, "a list");
  const PlausibleRange asked_for = range_of(5u, {}, experiment_choice("how long is measured"));
  EXPECT_EQ(asked_for.at, nullptr);
  EXPECT_EQ(asked_for.why, "how long is measured");
}

struct Sample : ParamGroup {
  Param<sc_time> wire = param(
      "wire", sc_time(5, sc_core::SC_NS), "of the board", "assumed", {},
      plausible(sc_time(1, sc_core::SC_NS), sc_time(20, sc_core::SC_NS), "centimetres to metres"));
  Param<std::string> mode = param("mode", "a", "how", "assumed", one_of({"a", "b"}),
                                  plausible<std::string>("a", "b", "of two"));
};

TEST(Plausible, IsDeclaredWithTheParameter) {
  ParamRegistry registry;
  registry.add_override("wire", "3 ns", "command line");
  Sample sample;
  sample.declare(registry.root());
  const PlausibleRange range = registry.rows()[0].plausible();
  EXPECT_EQ(range.low, "1 ns");
  EXPECT_EQ(range.high, "20 ns");
  EXPECT_EQ(range.why, "centimetres to metres");
  EXPECT_EQ(registry.rows()[1].plausible().at, nullptr);  // a choice has no range
}

TEST(Plausible, IsMeantForTheDefaultThatItWasDeclaredWith) {
  ParamRegistry registry;
  Sample sample;
  sample.wire = sc_time(10, sc_core::SC_NS);  // another machine's
  sample.declare(registry.root());
  const PlausibleRange range = registry.rows()[0].plausible();
  EXPECT_FALSE(range.declared);
  EXPECT_EQ(range.low, "5 ns");
}

TEST(Provenance, IsReadFromTheSource) {
  EXPECT_EQ(provenance_of("assumed: as V100"), Provenance::kAssumed);
  EXPECT_EQ(provenance_of("[A], Table I; Kepler: assumed"), Provenance::kAssumed);
  EXPECT_EQ(provenance_of("calibrated: 8 us ([A])"), Provenance::kCalibrated);
  EXPECT_EQ(provenance_of("calibrated to [A]; Pascal: assumed"), Provenance::kAssumed);
  EXPECT_EQ(provenance_of("PCIe 3.0"), Provenance::kSourced);
}

}  // namespace
}  // namespace gf::core::plausible_test
