// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace gf::core {

/// Reads the records of comma-separated values, one at a time (RFC 4180, but lines may end with a
/// newline only). Skips blank lines, and comments: lines that start with "#" before the first
/// record.
class CsvRecords {
 public:
  /// In files that people write (`kByHand`), comments may be between any lines, and blanks around
  /// cells and before a comment are ignored.
  enum class Form { kStrict, kByHand };
  /// `lines`: the line of the file `name` for each line of `text`, if `text` was generated from the
  /// file. `text` and `lines` must outlive this object.
  CsvRecords(std::string_view text, std::string name, Form form,
             const std::vector<unsigned>* lines = nullptr);

  /// Goes to the next record; false: there is none. Throws UserError(kBadInput) with `name`:line
  /// for a quote that does not close.
  bool next();
  /// Returns the cells of the record; they are valid until the next call of next().
  [[nodiscard]] const std::vector<std::string_view>& cells() const { return cells_; }
  /// Returns the line of the file on which the record begins, from 1. At the end: the last line.
  [[nodiscard]] unsigned line() const;

 private:
  void skip_lines();
  void take_cell();
  void take_quoted(std::string& cell);

  std::string_view rest_;
  const std::string name_;
  const bool by_hand_;
  const std::vector<unsigned>* const lines_;
  unsigned line_ = 0;       ///< Of `text`, on which the record begins.
  unsigned next_line_ = 1;  ///< Of `text`, on which `rest_` begins.
  bool begun_ = false;
  std::vector<std::string_view> cells_;
  std::deque<std::string> quoted_;  ///< Cells of the record that have quotes.
};

/// A table of comma-separated values with a head, which is the first of CsvRecords.
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
