// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace gf::core {

/// Rows of cells in aligned columns, two blanks apart, under a head and a rule; no blank ends a
/// line. Columns align to the left unless their head starts with ">".
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> head);
  /// Missing cells are empty; more cells than the head has are an error of the caller.
  void add_row(std::vector<std::string> cells);
  void print(std::ostream& out) const;

 private:
  void print_row(std::ostream& out, const std::vector<std::string>& cells) const;

  std::vector<std::string> head_;
  std::vector<bool> right_;
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace gf::core
