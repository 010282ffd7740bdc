// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "core/text/terminal.h"

namespace gf::core {

/// Rows of cells in aligned columns, two blanks apart, under a head and a rule; no line ends with a
/// blank. Columns are left-aligned unless their head starts with ">". Control characters of heads
/// and cells are shown as printable() shows them. Heads are toned if is_coloured(out).
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> head);
  /// Missing cells are empty. More cells than the head has are an error of the caller.
  void add_row(std::vector<std::string> cells);
  /// Prints the table. Where a line would be longer than `columns`, the widest column that can
  /// shrink is made narrower, repeatedly. In a left-aligned column the cells then continue on lines
  /// below: at blanks, or inside a word that does not fit. Such a column becomes no narrower than
  /// its head or kNarrowest. In a right-aligned column only the head continues below, at blanks. A
  /// table may therefore still be wider.
  void print(std::ostream& out, std::size_t columns) const;
  /// Prints the table as wide as columns_of(out).
  void print(std::ostream& out) const { print(out, columns_of(out)); }

  static constexpr std::size_t kNarrowest = 8;

 private:
  using Widths = std::vector<std::size_t>;
  [[nodiscard]] std::size_t least_width(std::size_t column) const;
  [[nodiscard]] Widths widths_within(std::size_t columns) const;
  void print_row(std::ostream& out, const std::vector<std::string>& cells,
                 const Widths& widths) const;
  void print_line(std::ostream& out, const std::vector<std::string>& cells,
                  const Widths& widths) const;

  std::vector<std::string> head_;
  std::vector<bool> right_;
  Widths widths_;       ///< By column: widest of head and cells, before folding.
  Widths cell_widths_;  ///< By column: widest of the cells only.
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace gf::core
