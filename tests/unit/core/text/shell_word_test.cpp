// SPDX-License-Identifier: Apache-2.0
#include "core/text/shell_word.h"

#include <gmock/gmock.h>

#include "tests/support/captured.h"

namespace gf::core::shell_word_test {
namespace {

TEST(ShellWord, IsInQuotesOnlyWhereItNeedsThem) {
  EXPECT_EQ(shell_word("a.b=1,2/log:5"), "a.b=1,2/log:5");
  EXPECT_EQ(shell_word("10 ns"), "'10 ns'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(ShellWord, AShellTakesItForOneWord) {
  for (const std::string word : {"plain", "two words", "it's", "$HOME `id` \\ \"q\"", "*", "a;b&c",
                                 "", "'", "~", "#x", "two\nlines", "{1..3}", "!x"}) {
    const test::Captured packed =
        test::capture({"/bin/sh", "-c", "printf '[%s]' " + shell_word(word)});
    EXPECT_EQ(packed.out, "[" + word + "]");
  }
}

}  // namespace
}  // namespace gf::core::shell_word_test
