// SPDX-License-Identifier: Apache-2.0
#include "core/text/csv.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "core/base/error.h"

namespace gf::core {
namespace {

/// Takes records from a text, one at a time.
class Records {
 public:
  Records(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  [[nodiscard]] bool more() const { return !rest_.empty(); }
  [[nodiscard]] unsigned line() const { return line_; }
  [[nodiscard]] bool at_comment() const { return rest_.front() == '#'; }
  [[nodiscard]] bool at_blank() const { return rest_.front() == '\n' || rest_.front() == '\r'; }

  void skip_line() {
    const std::size_t end = rest_.find('\n');
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++line_;
  }

  std::vector<std::string> next() {
    std::vector<std::string> cells(1);
    while (!rest_.empty()) {
      cells.back() +=
          take_until([](char c) { return c == ',' || c == '"' || c == '\n' || c == '\r'; });
      if (rest_.empty()) break;
      const char c = rest_.front();
      rest_.remove_prefix(1);
      if (c == '\n') break;
      if (c == ',')
        cells.emplace_back();
      else if (c == '"')
        take_quoted(cells.back());
    }
    ++line_;
    return cells;
  }

 private:
  /// Returns the text before the first end; all that is left if there is none.
  template <class IsEnd>
  std::string_view take_until(const IsEnd& is_end) {
    const auto end = std::find_if(rest_.begin(), rest_.end(), is_end);
    const auto part = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(part.size());
    return part;
  }

  void take_quoted(std::string& cell) {
    const unsigned first = line_;
    while (!rest_.empty()) {
      const std::string_view part = take_until([](char c) { return c == '"'; });
      cell += part;
      // A quoted cell may hold newlines (RFC 4180, 2.6), and messages count lines of the file, not
      // records.
      line_ += static_cast<unsigned>(std::count(part.begin(), part.end(), '\n'));
      if (rest_.empty()) break;
      rest_.remove_prefix(1);
      if (!rest_.empty() && rest_.front() == '"') {
        cell += '"';
        rest_.remove_prefix(1);
      } else {
        return;
      }
    }
    fail_input(name_, first, "a quote that does not close", "\" at the end of the cell");
  }

  std::string_view rest_;
  const std::string& name_;
  unsigned line_ = 1;
};

}  // namespace

CsvTable::CsvTable(std::string_view text, std::string name) : name_(std::move(name)) {
  Records records(text, name_);
  while (records.more() && (records.at_comment() || records.at_blank())) records.skip_line();
  if (!records.more()) fail_input(name_, 0, "no line", "a head: names of columns");
  head_ = records.next();
  while (records.more()) {
    if (records.at_blank()) {
      records.skip_line();
      continue;
    }
    const unsigned line = records.line();
    std::vector<std::string> cells = records.next();
    if (cells.size() != head_.size())
      fail_input(name_, line, fmt::format("{} cells", cells.size()),
                 fmt::format("{}, as the head has", head_.size()));
    lines_.push_back(line);
    std::move(cells.begin(), cells.end(), std::back_inserter(cells_));
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
