// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/text/expression.h"

#include <gmock/gmock.h>
#include <stdexcept>

namespace gf::model::expression_test {
namespace {

const ExpressionNames kNames{{"n", 8}, {"i", 0}, {"bytes", 4096}};

std::int64_t of(const std::string& text) {
  return evaluate(text, kNames, [](const std::string& cause) { throw std::runtime_error(cause); });
}
std::string wrong(const std::string& text) {
  try {
    return std::to_string(of(text));
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(Expression, BindsAsInC) {
  EXPECT_EQ(of("1 + 2 * 3"), 7);
  EXPECT_EQ(of("(1 + 2) * 3"), 9);
  EXPECT_EQ(of("10 - 3 - 2"), 5);
  EXPECT_EQ(of("1 << 2 + 1"), 8);
  EXPECT_EQ(of("5 ^ 1 << 1"), 7);
  EXPECT_EQ(of("1 + 1 == 2 && 3 < 2 || 2 >= 2"), 1);
  EXPECT_EQ(of("!n + -2"), -2);
  EXPECT_EQ(of("n != 8"), 0);
}

TEST(Expression, DividesSoThatRingsClose) {
  EXPECT_EQ(of("(i - 1) % n"), 7);
  EXPECT_EQ(of("(i - 1) / n"), -1);
  EXPECT_EQ(of("bytes / 3"), 1365);
}

TEST(Expression, KnowsUnitsOfSizes) {
  EXPECT_EQ(of("2 KiB + 1"), 2049);
  EXPECT_EQ(of("64MiB/n"), 8 << 20);
  EXPECT_EQ(of("8 B"), 8);
}

TEST(Expression, SaysWhatIsWrong) {
  EXPECT_THAT(wrong("m + 1"), testing::HasSubstr("unknown name m; there are bytes, i, n"));
  EXPECT_THAT(wrong("1 / i"), testing::HasSubstr("a division by 0"));
  EXPECT_THAT(wrong("(1"), testing::HasSubstr("a ) is missing"));
  EXPECT_THAT(wrong("1 2"), testing::HasSubstr("'2' is unexpected"));
  EXPECT_THAT(wrong(""), testing::HasSubstr("is missing"));
  EXPECT_THAT(wrong("3 XB"), testing::HasSubstr("is not a size"));
  EXPECT_THAT(wrong("99999999999999999999"), testing::HasSubstr("2^63"));
  EXPECT_THAT(wrong("4611686018427387904 * 2"), testing::HasSubstr("2^63"));
  EXPECT_THAT(wrong("1 << 63"), testing::HasSubstr("a shift by 63"));
  EXPECT_THAT(wrong(std::string(100, '(') + "1"), testing::HasSubstr("more than 64"));
}

}  // namespace
}  // namespace gf::model::expression_test
