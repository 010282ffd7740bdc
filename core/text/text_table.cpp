// SPDX-License-Identifier: Apache-2.0
#include "core/text/text_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <ostream>
#include <sstream>
#include <string_view>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/text/colour.h"

namespace gf::core {
namespace {

constexpr std::size_t kGap = 2;

/// Returns the bytes of the first `count` characters; all bytes if there are fewer characters.
std::size_t bytes_of(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  for (; end < text.size(); ++end)
    if (width_of(text.substr(end, 1)) > 0 && count-- == 0) break;
  return end;
}

std::size_t longest_word(std::string_view text) {
  std::size_t most = 0;
  for (std::size_t end; !text.empty(); text.remove_prefix(std::min(end + 1, text.size()))) {
    end = std::min(text.find(' '), text.size());
    most = std::max(most, width_of(text.substr(0, end)));
  }
  return most;
}

/// Returns the lines of `text`, none longer than `width`.
std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  for (std::size_t most; (most = bytes_of(text, width)) < text.size();) {
    const std::size_t blank = text.rfind(' ', most);
    const bool at_blank = blank != text.npos && blank > 0;
    lines.emplace_back(text.substr(0, at_blank ? blank : most));
    text.remove_prefix(at_blank ? blank + 1 : most);
  }
  lines.emplace_back(text);
  return lines;
}

}  // namespace

TextTable::TextTable(std::vector<std::string> head) : head_(std::move(head)) {
  for (std::string& cell : head_) {
    right_.push_back(!cell.empty() && cell.front() == '>');
    if (right_.back()) cell.erase(0, 1);
    cell = printable(cell);
    widths_.push_back(width_of(cell));
  }
  cell_widths_.resize(head_.size());
}

void TextTable::add_row(std::vector<std::string> cells) {
  GF_CHECK(cells.size() <= head_.size(), std::to_string(cells.size()) + " cells");
  cells.resize(head_.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i] = printable(cells[i]);
    cell_widths_[i] = std::max(cell_widths_[i], width_of(cells[i]));
    widths_[i] = std::max(widths_[i], cell_widths_[i]);
  }
  rows_.push_back(std::move(cells));
}

std::size_t TextTable::least_width(std::size_t column) const {
  return right_[column] ? std::max(cell_widths_[column], longest_word(head_[column]))
                        : std::max(kNarrowest, width_of(head_[column]));
}

TextTable::Widths TextTable::widths_within(std::size_t columns) const {
  Widths widths = widths_;
  const std::size_t gaps = kGap * (std::max<std::size_t>(widths.size(), 1) - 1);
  while (std::accumulate(widths.begin(), widths.end(), gaps) > columns) {
    std::size_t* widest = nullptr;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const bool can_give = widths[i] > least_width(i);
      if (can_give && (widest == nullptr || widths[i] > *widest)) widest = &widths[i];
    }
    if (widest == nullptr) break;
    --*widest;
  }
  return widths;
}

void TextTable::print_line(std::ostream& out, const std::vector<std::string>& cells,
                           const Widths& widths) const {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line.append(kGap, ' ');
    line += right_[i] ? fmt::format("{:>{}}", cells[i], widths[i])
                      : fmt::format("{:<{}}", cells[i], widths[i]);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out << line << '\n';
}

void TextTable::print_row(std::ostream& out, const std::vector<std::string>& cells,
                          const Widths& widths) const {
  std::vector<std::vector<std::string>> columns;
  std::size_t lines = 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    columns.push_back(wrapped(cells[i], std::max<std::size_t>(widths[i], 1)));
    lines = std::max(lines, columns.back().size());
  }
  for (std::size_t line = 0; line < lines; ++line) {
    std::vector<std::string> pieces(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (line < columns[i].size()) pieces[i] = std::move(columns[i][line]);
    print_line(out, pieces, widths);
  }
}

void TextTable::print(std::ostream& out, std::size_t columns) const {
  const Widths widths = widths_within(columns);
  std::ostringstream head;
  print_row(head, head_, widths);
  std::istringstream lines(head.str());
  for (std::string line; std::getline(lines, line);)
    out << toned(line, Tone::kHead, is_coloured(out)) << '\n';
  std::vector<std::string> rule;
  for (const std::size_t width : widths) rule.emplace_back(width, '-');
  print_line(out, rule, widths);
  for (const std::vector<std::string>& row : rows_) print_row(out, row, widths);
}

}  // namespace gf::core
