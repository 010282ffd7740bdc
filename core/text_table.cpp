// SPDX-License-Identifier: Apache-2.0
#include "core/text_table.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

#include "core/error.h"

namespace gf::core {

TextTable::TextTable(std::vector<std::string> head) : head_(std::move(head)) {
  for (std::string& cell : head_) {
    right_.push_back(!cell.empty() && cell.front() == '>');
    if (right_.back()) cell.erase(0, 1);
    widths_.push_back(cell.size());
  }
}

void TextTable::add_row(std::vector<std::string> cells) {
  GF_CHECK(cells.size() <= head_.size(), std::to_string(cells.size()) + " cells");
  cells.resize(head_.size());
  for (std::size_t i = 0; i < cells.size(); ++i) widths_[i] = std::max(widths_[i], cells[i].size());
  rows_.push_back(std::move(cells));
}

void TextTable::print_row(std::ostream& out, const std::vector<std::string>& cells) const {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += "  ";
    line += right_[i] ? fmt::format("{:>{}}", cells[i], widths_[i])
                      : fmt::format("{:<{}}", cells[i], widths_[i]);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out << line << '\n';
}

void TextTable::print(std::ostream& out) const {
  print_row(out, head_);
  std::vector<std::string> rule;
  for (const std::size_t width : widths_) rule.emplace_back(width, '-');
  print_row(out, rule);
  for (const std::vector<std::string>& row : rows_) print_row(out, row);
}

}  // namespace gf::core
