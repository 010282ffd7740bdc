// SPDX-License-Identifier: Apache-2.0
#include "core/base/printable.h"

#include <gtest/gtest.h>

namespace gf::core::printable_test {
namespace {

TEST(Printable, TextStaysAsItIs) {
  EXPECT_EQ(printable("300 MiB; a\\x1b"), "300 MiB; a\\x1b");
  EXPECT_EQ(printable("gr\u00f6\u00dfe \u2265 1 \U0001f600"),
            "gr\u00f6\u00dfe \u2265 1 \U0001f600");
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, ControlCharactersAreSpelled) {
  EXPECT_EQ(printable("a\nb\tc\x1b[31m\x7f"), "a\\x0ab\\x09c\\x1b[31m\\x7f");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(printable("\u009b31m"), "\\xc2\\x9b31m") << "CSI as one character";
  EXPECT_EQ(printable("\u00a0"), "\u00a0") << "the first behind C1";
}

TEST(Printable, CharactersThatAreNotSeenAreSpelled) {
  EXPECT_EQ(printable("a\u202eb"), "a\\xe2\\x80\\xaeb") << "right to left from here on";
  for (const char* unseen : {"\u00ad", "\u061c", "\u200b", "\u200f", "\u2028", "\u2066", "\u2069",
                             "\ufeff", "\U000e0041"})
    EXPECT_EQ(printable(unseen).substr(0, 2), "\\x") << unseen;
  for (const char* seen :
       {"\u00ae", "\u2010", "\u2027", "\u202f", "\u2070", "\ufefe", "\U0001f600"})
    EXPECT_EQ(printable(seen), seen);
}

TEST(Printable, BytesThatAreNoUtf8AreSpelled) {
  EXPECT_EQ(printable("\x9b"
                      "31m"),
            "\\x9b31m");
  EXPECT_EQ(printable("a\xff"), "a\\xff");
  EXPECT_EQ(printable("\xe2\x89"), "\\xe2\\x89") << "cut off";
  EXPECT_EQ(printable("\xc0\x9b"), "\\xc0\\x9b") << "longer than it need be";
  EXPECT_EQ(printable("\xe2z\x89"), "\\xe2z\\x89");
}

TEST(Excerpt, CutsWhatIsLongAndTellsItsLength) {
  const std::string longest(kMostQuoted, 'x');
  EXPECT_EQ(excerpt(longest), longest);
  EXPECT_EQ(excerpt(longest + "y"), longest + "... (201 characters)");
  EXPECT_EQ(excerpt("abcdef", 3), "abc... (6 characters)");
}

TEST(Excerpt, DoesNotCutACharacter) {
  EXPECT_EQ(excerpt("ab\u2265cd", 4), "ab... (7 characters)");
  EXPECT_EQ(excerpt("ab\u2265cd", 5), "ab\u2265... (7 characters)");
}

TEST(Excerpt, OfAPathKeepsItsEnd) {
  EXPECT_EQ(excerpt_of_path("abcdef", 6), "abcdef");
  EXPECT_EQ(excerpt_of_path("abcdef", 3), "...def (6 characters)");
  EXPECT_EQ(excerpt_of_path("ab\u2265cd", 4), "...cd (7 characters)");
}

}  // namespace
}  // namespace gf::core::printable_test
