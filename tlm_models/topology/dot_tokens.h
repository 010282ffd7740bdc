// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gf::model {

/// Splits a DOT file into words, quoted texts and punctuation, with their lines; comments are
/// skipped. Every failure is a UserError (exit 5) with file:line.
class DotTokens {
 public:
  struct Token {
    std::string text;
    unsigned line = 1;
    enum Kind { kEnd, kWord, kQuoted, kPunctuation } kind = kEnd;

    [[nodiscard]] bool is(const char* mark) const { return kind == kPunctuation && text == mark; }
    [[nodiscard]] bool is_word(const char* word) const { return kind == kWord && text == word; }
    [[nodiscard]] bool is_end() const { return kind == kEnd; }
  };

  DotTokens(std::string text, std::string file);

  [[nodiscard]] const Token& peek() const { return ahead_; }
  Token next();
  bool accept(const char* mark);  ///< Consumes the mark if it comes next.
  void expect(const char* mark);
  std::string expect_name(const char* expected);  ///< A word or a quoted text.
  [[nodiscard]] unsigned line() const { return ahead_.line; }
  [[noreturn]] void fail(const Token& token, const std::string& expected) const;

 private:
  Token scan();
  Token scan_quoted();
  void skip_blanks();
  void skip_line();
  bool skip_block_comment();
  [[nodiscard]] bool at(const char* mark) const { return text_.compare(at_, 2, mark) == 0; }

  std::string text_;
  std::string file_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  Token ahead_;
};

}  // namespace gf::model
