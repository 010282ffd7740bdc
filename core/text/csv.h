// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gf::core {

/// A table of comma-separated values with a head (RFC 4180, but lines may end with a newline only).
/// A line that starts with "#" before the head is a comment.
class CsvTable {
 public:
  /// Throws UserError(kBadInput) with `name`:line for a quote that does not close, a row whose
  /// number of cells differs from the head's, or a missing head.
  CsvTable(std::string_view text, std::string name);

  [[nodiscard]] std::size_t rows() const { return lines_.size(); }
  [[nodiscard]] const std::vector<std::string>& head() const { return head_; }
  [[nodiscard]] bool has(std::string_view column) const;
  /// Throws UserError(kBadInput), with the existing columns, if there is no such column.
  [[nodiscard]] const std::string& text(std::size_t row, std::string_view column) const;
  /// Returns the cell as a number. Throws UserError(kBadInput) with file:line for anything else.
  [[nodiscard]] double number(std::size_t row, std::string_view column) const;
  /// Returns a whole column of numbers.
  [[nodiscard]] std::vector<double> numbers(std::string_view column) const;
  /// Returns the line of the file on which a row begins; the first line is 1.
  [[nodiscard]] unsigned line(std::size_t row) const { return lines_.at(row); }
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  [[nodiscard]] std::size_t column_of(std::string_view column) const;

  std::string name_;
  std::vector<std::string> head_;
  std::vector<std::string> cells_;  ///< Row by row.
  std::vector<unsigned> lines_;     ///< Line of the file, by row.
};

/// Returns `text` as a cell, in quotes if it needs them.
std::string csv_cell(std::string_view text);

}  // namespace gf::core
