// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_fields.h"

#include "tests/support/matchers.h"

namespace gf::core::text_fields_test {
namespace {

TEST(TextFields, BlanksAtTheEndsGo) {
  EXPECT_EQ(trimmed(" \ta b\r"), "a b");
  EXPECT_EQ(trimmed("a"), "a");
  EXPECT_EQ(trimmed(" \t "), "");
}

TEST(TextFields, PiecesStandBetweenSeparators) {
  EXPECT_THAT(split_fields("a, b ,,c", ','), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(split_fields("", ','), ElementsAre(""));
}

TEST(TextFields, WordsStandBetweenBlanks) {
  EXPECT_THAT(split_words(" a\t b,c \r"), ElementsAre("a", "b,c"));
  EXPECT_THAT(split_words(" \t"), ElementsAre());
}

TEST(TextFields, ANumberIsAllOfTheText) {
  EXPECT_EQ(parse_number<unsigned>("42"), 42u);
  EXPECT_EQ(parse_number<double>("0.5"), 0.5);
  EXPECT_EQ(parse_number<unsigned>("42 "), std::nullopt);
  EXPECT_EQ(parse_number<unsigned>("-1"), std::nullopt);
  EXPECT_EQ(parse_number<unsigned>(""), std::nullopt);
}

}  // namespace
}  // namespace gf::core::text_fields_test
