// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/dot_tokens.h"

#include <cctype>

#include "core/base/error.h"

namespace gf::model {
namespace {

bool is_word_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

}  // namespace

DotTokens::DotTokens(std::string text, std::string file)
    : text_(std::move(text)), file_(std::move(file)) {
  ahead_ = scan();
}

DotTokens::Token DotTokens::next() {
  // One token is read ahead, because statements differ in what follows a name; nothing follows the
  // end.
  Token now = ahead_;
  if (!now.is_end()) ahead_ = scan();
  return now;
}

bool DotTokens::accept(const char* mark) {
  if (!ahead_.is(mark)) return false;
  next();
  return true;
}

void DotTokens::expect(const char* mark) {
  if (!accept(mark)) fail(ahead_, mark);
}

std::string DotTokens::expect_name(const char* expected) {
  if (ahead_.kind != Token::kWord && ahead_.kind != Token::kQuoted) fail(ahead_, expected);
  return next().text;
}

void DotTokens::fail(const Token& token, const std::string& expected) const {
  const std::string found = token.is_end() ? "end of file" : "'" + token.text + "'";
  core::fail_input(file_, token.line, "found " + found, expected);
}

void DotTokens::skip_line() {
  while (at_ < text_.size() && text_[at_] != '\n') ++at_;
}

bool DotTokens::skip_block_comment() {
  const unsigned begin = line_;
  for (at_ += 2; at_ < text_.size(); ++at_) {
    if (text_[at_] == '\n') ++line_;
    if (at("*/")) {
      at_ += 2;
      return true;
    }
  }
  core::fail_input(file_, begin, "comment without an end", "*/");
}

void DotTokens::skip_blanks() {
  while (at_ < text_.size()) {
    if (text_[at_] == '\n') {
      ++line_;
      ++at_;
    } else if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
      ++at_;
    } else if (text_[at_] == '#' || at("//")) {
      skip_line();
    } else if (!at("/*") || !skip_block_comment()) {
      return;
    }
  }
}

DotTokens::Token DotTokens::scan() {
  skip_blanks();
  if (at_ >= text_.size()) return {"", line_, Token::kEnd};
  if (text_[at_] == '"') return scan_quoted();
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_word_char(text_[at_])) ++at_;
  if (at_ > begin) return {text_.substr(begin, at_ - begin), line_, Token::kWord};
  at_ += at("->") || at("--") ? 2 : 1;
  return {text_.substr(begin, at_ - begin), line_, Token::kPunctuation};
}

DotTokens::Token DotTokens::scan_quoted() {
  Token token{"", line_, Token::kQuoted};
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] == '"') {
      ++at_;
      return token;
    }
    if (text_[at_] == '\n') ++line_;
    if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
    token.text += text_[at_];
  }
  core::fail_input(file_, token.line, "quoted text without an end", "a closing \"");
}

}  // namespace gf::model
