// SPDX-License-Identifier: Apache-2.0
#include "papers/run_measurement.h"

#include <cmath>
#include <gmock/gmock.h>
#include <limits>

namespace gf::papers::measurement_test {
namespace {

Measurement compare(Value published, Value simulated, Tolerance tolerance) {
  Measurement m;
  m.id = "a.b";
  m.quantity = "q";
  m.published = std::move(published);
  m.simulated = std::move(simulated);
  m.unit = "ms";
  m.tolerance = std::move(tolerance);
  return m;
}

Verdict verdict(Value published, Value simulated, Tolerance tolerance) {
  return verdict_of(compare(std::move(published), std::move(simulated), std::move(tolerance)));
}

TEST(Verdict, RelativeToleranceIncludesBothEdges) {
  const Tolerance five = relative(0.05, "w");
  EXPECT_EQ(verdict(36.0, 36 * 1.05, five), Verdict::kPass);
  EXPECT_EQ(verdict(36.0, 36 * 0.95, five), Verdict::kPass);
  EXPECT_EQ(verdict(36.0, 36 * 1.0500001, five), Verdict::kFail);
  EXPECT_EQ(verdict(36.0, 36 * 0.9499999, five), Verdict::kFail);
}

TEST(Verdict, RelativeToleranceToANegativeValue) {
  EXPECT_EQ(verdict(-10.0, -10.5, relative(0.05, "w")), Verdict::kPass);
  EXPECT_EQ(verdict(-10.0, -9.4, relative(0.05, "w")), Verdict::kFail);
}

TEST(Verdict, AbsoluteToleranceIncludesBothEdges) {
  const Tolerance tenth = absolute(0.1, "w");
  EXPECT_EQ(verdict(0.3, 0.4, tenth), Verdict::kPass);  // 0.4 - 0.3 > 0.1 in binary.
  EXPECT_EQ(verdict(0.3, 0.2, tenth), Verdict::kPass);
  EXPECT_EQ(verdict(0.3, 0.40001, tenth), Verdict::kFail);
  EXPECT_EQ(verdict(0.3, 0.19999, tenth), Verdict::kFail);
  EXPECT_EQ(verdict(0.0, 0.0, absolute(0, "w")), Verdict::kPass);
  EXPECT_EQ(verdict(0.0, 1e-6, absolute(0, "w")), Verdict::kFail);
}

TEST(Verdict, OneSidedBounds) {
  EXPECT_EQ(verdict(std::string("> 97 %"), 95.0, at_least(95, "w")), Verdict::kPass);
  EXPECT_EQ(verdict(std::string("> 97 %"), 94.99, at_least(95, "w")), Verdict::kFail);
  EXPECT_EQ(verdict({}, 5.0, at_most(5, "w")), Verdict::kPass);
  EXPECT_EQ(verdict({}, 5.01, at_most(5, "w")), Verdict::kFail);
  EXPECT_EQ(verdict({}, 1.0, in_range(1, 2, "w")), Verdict::kPass);
  EXPECT_EQ(verdict({}, 2.0, in_range(1, 2, "w")), Verdict::kPass);
  EXPECT_EQ(verdict({}, 2.01, in_range(1, 2, "w")), Verdict::kFail);
  EXPECT_EQ(verdict({}, 0.99, in_range(1, 2, "w")), Verdict::kFail);
}

TEST(Verdict, EqualTextAndEqualNumber) {
  EXPECT_EQ(verdict(std::string("0->2"), std::string("0->2"), equal("w")), Verdict::kPass);
  EXPECT_EQ(verdict(std::string("0->2"), std::string("2->0"), equal("w")), Verdict::kFail);
  EXPECT_EQ(verdict(0.3, 0.3, equal("w")), Verdict::kPass);
  EXPECT_EQ(verdict(0.3, std::string("0.3"), equal("w")), Verdict::kFail);
}

TEST(Verdict, NotGatedIsInfoWhateverTheNumbers) {
  EXPECT_EQ(verdict(1.0, 99.0, not_gated("w")), Verdict::kInfo);
  EXPECT_EQ(verdict({}, {}, not_gated("w")), Verdict::kInfo);
}

TEST(Verdict, NoNumberFails) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(verdict(1.0, {}, relative(0.1, "w")), Verdict::kFail);
  EXPECT_EQ(verdict(1.0, nan, relative(0.1, "w")), Verdict::kFail);
  EXPECT_EQ(verdict(1.0, infinite, absolute(1, "w")), Verdict::kFail);
  EXPECT_EQ(verdict({}, nan, at_least(0, "w")), Verdict::kFail);
  EXPECT_EQ(verdict({}, infinite, at_least(0, "w")), Verdict::kFail);
  EXPECT_EQ(verdict(1.0, std::string("1"), relative(0.1, "w")), Verdict::kFail);
}

TEST(Verdict, AFailureFailsEvenWhenNotGated) {
  EXPECT_EQ(verdict_of(failed("a.b", "q", "crashed")), Verdict::kFail);
}

TEST(Error, PerCentOfThePublishedValue) {
  EXPECT_DOUBLE_EQ(*error_of(compare(50.0, 51.0, relative(1, "w"))), 2.0);
  EXPECT_DOUBLE_EQ(*error_of(compare(-50.0, -51.0, relative(1, "w"))), -2.0);
  EXPECT_EQ(error_text(compare(50.0, 51.0, relative(1, "w"))), "+2.00 %");
  EXPECT_EQ(error_text(compare(50.0, 50.0, relative(1, "w"))), "+0.00 %");
}

TEST(Error, AbsoluteWhenPublishedIsZero) {
  EXPECT_DOUBLE_EQ(*error_of(compare(0.0, -0.25, absolute(1, "w"))), -0.25);
  EXPECT_EQ(error_text(compare(0.0, 0.25, absolute(1, "w"))), "+0.25 ms");
  EXPECT_EQ(error_text(compare(0.0, 0.0, absolute(1, "w"))), "0 ms");
}

TEST(Error, NothingWithoutTwoNumbers) {
  EXPECT_FALSE(error_of(compare(std::string("> 97 %"), 98.0, at_least(95, "w"))));
  EXPECT_EQ(error_text(compare({}, 98.0, at_least(95, "w"))), "-");
}

TEST(Tolerance, PrintsWhatItDemands) {
  EXPECT_EQ(to_text(relative(0.05, "w"), "ms"), "5 %");
  EXPECT_EQ(to_text(relative(0.003, "w"), "ms"), "0.3 %");
  EXPECT_EQ(to_text(absolute(0.01, "w"), "ms"), "0.01 ms");
  EXPECT_EQ(to_text(absolute(2, "w"), ""), "2");
  EXPECT_EQ(to_text(at_least(95, "w"), "%"), ">= 95 %");
  EXPECT_EQ(to_text(at_most(2, "w"), ""), "<= 2");
  EXPECT_EQ(to_text(in_range(1, 2, "w"), "x"), "1 ... 2 x");
  EXPECT_EQ(to_text(equal("w"), "x"), "equal");
  EXPECT_EQ(to_text(not_gated("w"), "x"), "-");
}

TEST(Defect, NamesWhatARecordLacks) {
  EXPECT_EQ(defect_of(compare(1.0, 1.0, relative(0.1, "w"))), "");
  EXPECT_THAT(defect_of(compare(1.0, 1.0, relative(0.1, ""))), testing::HasSubstr("reason"));
  EXPECT_THAT(defect_of(compare(1.0, 1.0, not_gated(""))), testing::HasSubstr("reason"));
  EXPECT_THAT(defect_of(compare(0.0, 1.0, relative(0.1, "w"))), testing::HasSubstr("published 0"));
  EXPECT_THAT(defect_of(compare({}, 1.0, relative(0.1, "w"))), testing::HasSubstr("not a number"));
  EXPECT_THAT(defect_of(compare(1.0, 1.0, relative(-0.1, "w"))), testing::HasSubstr("negative"));
  Measurement nameless = compare(1.0, 1.0, relative(0.1, "w"));
  nameless.quantity.clear();
  EXPECT_THAT(defect_of(nameless), testing::HasSubstr("quantity"));
}

TEST(NumberText, FiveSignificantDigitsWithoutExponents) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(0.3), "0.3");
  EXPECT_EQ(number_text(36.118421), "36.118");
  EXPECT_EQ(number_text(65), "65");
  EXPECT_EQ(number_text(1679616), "1679616");
  EXPECT_EQ(number_text(123456.7), "123457");
  EXPECT_EQ(number_text(0.00123456), "0.0012346");
  EXPECT_EQ(number_text(-2.5), "-2.5");
  EXPECT_EQ(number_text(9.99999999), "10");
  EXPECT_EQ(number_text(1.5e-7), "1.5e-07");
  EXPECT_EQ(number_text(std::nan("")), "nan");
}

}  // namespace
}  // namespace gf::papers::measurement_test
