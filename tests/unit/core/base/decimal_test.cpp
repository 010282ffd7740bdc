// SPDX-License-Identifier: Apache-2.0
#include "core/base/decimal.h"

#include <gmock/gmock.h>
#include <string>

namespace gf::core::decimal_test {
namespace {

std::optional<std::uint64_t> whole(std::string_view text, std::uint64_t factor = 1) {
  const std::optional<Decimal> value = take_decimal(text);
  return value ? scaled(*value, factor, Fraction::kRefuse) : std::nullopt;
}

TEST(TakeDecimal, LeavesTheRest) {
  std::string_view text = "12.5e1 GB";
  EXPECT_TRUE(take_decimal(text));
  EXPECT_EQ(text, " GB");
  text = "7eB";
  EXPECT_TRUE(take_decimal(text));
  EXPECT_EQ(text, "eB");
}

TEST(TakeDecimal, ReadsEveryForm) {
  EXPECT_EQ(whole("0"), 0u);
  EXPECT_EQ(whole("007"), 7u);
  EXPECT_EQ(whole("1000"), 1000u);
  EXPECT_EQ(whole("1.50", 10), 15u);
  EXPECT_EQ(whole(".5", 10), 5u);
  EXPECT_EQ(whole("5."), 5u);
  EXPECT_EQ(whole("1e3"), 1000u);
  EXPECT_EQ(whole("2.5E+1"), 25u);
  EXPECT_EQ(whole("1200e-2"), 12u);
}

TEST(TakeDecimal, RefusesWhatIsNone) {
  for (std::string_view text : {"", ".", "-1", "+1", "x", "e5", " 1"})
    EXPECT_FALSE(take_decimal(text)) << text;
}

TEST(TakeDecimal, HoldsAll64Bits) {
  EXPECT_EQ(whole("18446744073709551615"), ~0ull);
  EXPECT_EQ(whole("18446744073709551616"), std::nullopt);
  EXPECT_EQ(whole("0.00000000000000000000001e23"), 1u);
  EXPECT_EQ(whole("99999999999999999999"), std::nullopt);
}

TEST(Scaled, RefusesFractionsOrRounds) {
  EXPECT_EQ(whole("0.3", 1024), std::nullopt);
  std::string_view text = "0.3";
  const Decimal value = *take_decimal(text);
  EXPECT_EQ(scaled(value, 1024, Fraction::kRound), 307u);
  EXPECT_EQ(scaled(value, 1, Fraction::kRound), std::nullopt);
  EXPECT_EQ(scaled({5, -1}, 1, Fraction::kRound), 1u);
  EXPECT_EQ(scaled({0, 0}, 1, Fraction::kRefuse), 0u);
}

TEST(Scaled, RefusesOverflow) {
  EXPECT_EQ(whole("1e19"), 10'000'000'000'000'000'000u);
  EXPECT_EQ(whole("2e19"), std::nullopt);
  EXPECT_EQ(whole("1e999999999"), std::nullopt);
  EXPECT_EQ(whole("1e-999999999"), std::nullopt);
  EXPECT_EQ(whole("16385", 1ull << 50), std::nullopt);
}

}  // namespace
}  // namespace gf::core::decimal_test
