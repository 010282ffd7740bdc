// SPDX-License-Identifier: Apache-2.0
#include "core/text/csv.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text_fields.h"

namespace gf::core {
CsvRecords::CsvRecords(std::string_view text, std::string name, Form form,
                       const std::vector<unsigned>* lines)
    : rest_(text), name_(std::move(name)), by_hand_(form == Form::kByHand), lines_(lines) {}

unsigned CsvRecords::line() const {
  return lines_ == nullptr || line_ == 0 ? line_ : lines_->at(line_ - 1);
}

void CsvRecords::skip_lines() {
  while (!rest_.empty()) {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view text = rest_.substr(0, end);
    if (by_hand_) text = trimmed(text);
    const bool blank = text.empty() || text == "\r";
    const bool comment = !blank && text.front() == '#' && (by_hand_ || !begun_);
    if (!blank && !comment) return;
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    line_ = next_line_++;
  }
}

bool CsvRecords::next() {
  skip_lines();
  if (rest_.empty()) return false;
  begun_ = true;
  line_ = next_line_;
  cells_.clear();
  quoted_.clear();
  for (bool more = true; more;) {
    take_cell();
    more = !rest_.empty() && rest_.front() == ',';
    if (!rest_.empty()) rest_.remove_prefix(1);
  }
  ++next_line_;
  return true;
}

void CsvRecords::take_cell() {
  const auto part = [this] {
    const auto ends_cell = [](char c) { return c == ',' || c == '"' || c == '\n'; };
    const auto end = std::find_if(rest_.begin(), rest_.end(), ends_cell);
    const std::string_view text = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(text.size());
    const bool last = rest_.empty() || rest_.front() == '\n';
    return last && !text.empty() && text.back() == '\r' ? text.substr(0, text.size() - 1) : text;
  };
  std::string_view text = part();
  if (by_hand_) text = trimmed(text);
  cells_.push_back(text);
  if (rest_.empty() || rest_.front() != '"') return;
  std::string& cell = quoted_.emplace_back(text);
  while (!rest_.empty() && rest_.front() == '"') {
    take_quoted(cell);
    text = part();
    cell += by_hand_ ? trimmed(text) : text;
  }
  cells_.back() = cell;
}

void CsvRecords::take_quoted(std::string& cell) {
  const unsigned first = next_line_;
  rest_.remove_prefix(1);
  for (std::size_t end = rest_.find('"'); end != rest_.npos; end = rest_.find('"')) {
    const std::string_view part = rest_.substr(0, end);
    cell += part;
    // A quoted cell may hold newlines (RFC 4180, 2.6), and messages count lines of the file, not
    // records.
    next_line_ += static_cast<unsigned>(std::count(part.begin(), part.end(), '\n'));
    rest_.remove_prefix(end + 1);
    if (rest_.empty() || rest_.front() != '"') return;
    cell += '"';
    rest_.remove_prefix(1);
  }
  line_ = first;
  fail_input(name_, line(), "an unclosed quote", "\" at the end of the cell");
}

CsvTable::CsvTable(std::string_view text, std::string name) : name_(std::move(name)) {
  CsvRecords records(text, name_, CsvRecords::Form::kStrict);
  if (!records.next())
    fail_input(name_, 0, "no line", "a header line with the names of the columns");
  head_.assign(records.cells().begin(), records.cells().end());
  while (records.next()) {
    const std::vector<std::string_view>& cells = records.cells();
    if (cells.size() != head_.size())
      fail_input(name_, records.line(), fmt::format("{} cells", cells.size()),
                 fmt::format("{}, as in the header", head_.size()));
    lines_.push_back(records.line());
    cells_.insert(cells_.end(), cells.begin(), cells.end());
  }
}

bool CsvTable::has(std::string_view column) const {
  return std::any_of(head_.begin(), head_.end(),
                     [&](const std::string& name) { return name == column; });
}

std::size_t CsvTable::column_of(std::string_view column) const {
  for (std::size_t i = 0; i < head_.size(); ++i)
    if (head_[i] == column) return i;
  fail_input(name_, 0, fmt::format("no column \"{}\"", column),
             fmt::format("one of {}", fmt::join(head_, ", ")));
}

const std::string& CsvTable::text(std::size_t row, std::string_view column) const {
  return cells_.at(row * head_.size() + column_of(column));
}

double CsvTable::number(std::size_t row, std::string_view column) const {
  const std::string& cell = text(row, column);
  double value = 0;
  const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (cell.empty() || error != std::errc() || stop != cell.data() + cell.size())
    fail_input(name_, line(row), fmt::format("{} = \"{}\"", column, cell), "a number");
  return value;
}

std::vector<double> CsvTable::numbers(std::string_view column) const {
  std::vector<double> all;
  for (std::size_t row = 0; row < rows(); ++row) all.push_back(number(row, column));
  return all;
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace gf::core
