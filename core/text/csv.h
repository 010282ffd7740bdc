// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gf::core {

/// A table of comma-separated values with a head (RFC 4180; newlines alone will do; a line that
/// starts with "#" before the head is a comment).
class CsvTable {
 public:
  /// Throws UserError(kBadInput) with `name`:line for a quote that does not close, a row with
  /// another number of cells than the head, or no head at all.
  CsvTable(std::string_view text, std::string name);

  [[nodiscard]] std::size_t rows() const { return lines_.size(); }
  [[nodiscard]] const std::vector<std::string>& head() const { return head_; }
  [[nodiscard]] bool has(std::string_view column) const;
  /// Throws UserError(kBadInput), naming the columns that there are, for one that there is not.
  [[nodiscard]] const std::string& text(std::size_t row, std::string_view column) const;
  /// The cell as a number. Throws UserError(kBadInput) with file:line for anything else.
  [[nodiscard]] double number(std::size_t row, std::string_view column) const;
  /// A whole column of numbers.
  [[nodiscard]] std::vector<double> numbers(std::string_view column) const;
  /// The line of the file on which a row begins; the first one is 1.
  [[nodiscard]] unsigned line(std::size_t row) const { return lines_.at(row); }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  [[nodiscard]] std::size_t column_of(std::string_view column) const;

  std::string name_;
  std::vector<std::string> head_;
  std::vector<std::string> cells_;  ///< Row by row.
  std::vector<unsigned> lines_;     ///< Line of the file, by row.
};

/// `text` as a cell: in quotes where it needs them.
std::string csv_cell(std::string_view text);

}  // namespace gf::core
