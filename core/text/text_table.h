// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "core/text/terminal.h"

namespace gf::core {

/// Rows of cells in aligned columns, two blanks apart, under a head and a rule; no blank ends a
/// line. Columns align to the left unless their head starts with ">". Control characters of heads
/// and cells are shown as printable() shows them. Heads are toned where is_coloured(out).
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> head);
  /// Missing cells are empty; more cells than the head has are an error of the caller.
  void add_row(std::vector<std::string> cells);
  /// Where a line would be longer than `columns`, the widest of the columns that can give is made
  /// narrower, again and again. Of one that aligns to the left the cells go on in lines below: at
  /// blanks, or inside a word that has no room; it becomes no narrower than its head or kNarrowest.
  /// Of one that aligns to the right only the head goes on below, at blanks. So a table may still
  /// be wider.
  void print(std::ostream& out, std::size_t columns) const;
  /// As wide as columns_of(out).
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
  Widths widths_;       ///< By column, of heads and cells, unfolded.
  Widths cell_widths_;  ///< By column, of the cells alone.
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace gf::core
