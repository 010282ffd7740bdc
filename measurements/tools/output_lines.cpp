// SPDX-License-Identifier: Apache-2.0
#include "measurements/tools/output_lines.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_fields.h"

namespace gf::papers::tools {
namespace {

constexpr std::size_t kMostOfCell = 40;  ///< Characters of a wrong cell that an error quotes.

std::string quoted(std::string_view word) {
  return fmt::format("\"{}\"", core::excerpt(word, kMostOfCell));
}

}  // namespace

bool is_numeric(std::string_view word) {
  return word == "N/A" || core::parse_number<double>(word).has_value();
}

OutputLines::OutputLines(std::string_view text, std::string file, unsigned first)
    : rest_(text), file_(std::move(file)), number_(first - 1) {}

bool OutputLines::next() {
  if (std::exchange(again_, false)) return true;
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  line_ = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  words_ = core::split_words(line_);
  ++number_;
  return true;
}

bool OutputLines::is_row(std::size_t cells) const {
  if (words_.empty()) return false;
  if (is_numeric(words_[0]) && (words_.size() == 1 || is_numeric(words_[1]))) return true;
  const auto numbers = std::count_if(words_.begin(), words_.end(), is_numeric);
  return words_.size() == cells && 2 * static_cast<std::size_t>(numbers) >= cells;
}

void OutputLines::fail(const std::string& cause, const std::string& expected) const {
  core::fail_input(file_, number_, cause, expected);
}

void OutputLines::must_have(std::size_t cells) const {
  if (words_.size() != cells)
    fail(fmt::format("a row of {} cells", words_.size()), fmt::format("{} cells", cells));
}

void OutputLines::read(std::string_view word, const std::string& what, Measured& measured) const {
  const auto number = core::parse_number<double>(word);
  if (!number || !std::isfinite(*number) || *number < 0)
    fail(fmt::format("{} = {}", what, quoted(word)), "a number of 0 or more");
  measured.value = *number;
  measured.digits = word;
}

std::uint64_t OutputLines::whole(std::string_view word, const std::string& what,
                                 std::uint64_t most) const {
  const auto number = core::parse_number<std::uint64_t>(word);
  if (!number) fail(fmt::format("{} = {}", what, quoted(word)), "a whole number");
  if (*number > most)
    fail(fmt::format("{} = {}", what, quoted(word)), fmt::format("at most {}", most));
  return *number;
}

}  // namespace gf::papers::tools
