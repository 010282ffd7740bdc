// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace gf::core {

/// Takes the records off comma-separated values, one at a time (RFC 4180; newlines alone will do).
/// Blank lines are skipped, and comments: lines that start with "#" before the first record.
class CsvRecords {
 public:
  /// In files that people write (`kByHand`), comments may stand anywhere, and blanks around cells
  /// and at the start of a comment do not count.
  enum class Form { kStrict, kByHand };
  /// `lines`: where each line of `text` stands in the file `name`, if something else was made of
  /// that file. `text` and `lines` outlive this.
  CsvRecords(std::string_view text, std::string name, Form form,
             const std::vector<unsigned>* lines = nullptr);

  /// Goes to the next record; false: there is none. Throws UserError(kBadInput) with `name`:line
  /// for a quote that does not close.
  bool next();
  /// Cells of the record; they are gone after the next next().
  [[nodiscard]] const std::vector<std::string_view>& cells() const { return cells_; }
  /// Line of the file on which the record begins; the first one is 1. At the end: the last line.
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
