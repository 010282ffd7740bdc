// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "measurements/tools/output_lines.h"

namespace gf::papers::tools {

/// A column that the head of a table may have.
struct NamedColumn {
  std::string_view head;      ///< "BW average[MB/sec]".
  std::string_view quantity;  ///< Empty: not a value (size, iterations), or one that is left out.
  std::string_view unit;
};

/// Returns the columns in `head`, which may have blanks in their names. Throws as
/// OutputLines::fail() for a name that is none of `known`; of two that fit, the longer one counts.
std::vector<const NamedColumn*> columns_in(std::string_view head,
                                           const std::vector<NamedColumn>& known,
                                           const OutputLines& lines);

/// Appends the values of the row that `lines` is at, one per column with a quantity. `row` has what
/// they share, apart from the size and the iterations, which the columns `size` and `iterations`
/// have.
void add_row(const std::vector<const NamedColumn*>& columns, const OutputLines& lines, Measured row,
             std::string_view size, std::string_view iterations, std::vector<Measured>& values);

}  // namespace gf::papers::tools
