// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/found/found_matrix.h"

#include <fmt/format.h>

namespace gf::model {

void FoundMatrix::make_cells() {
  cells.assign(rows.size() * rows.size(), std::nullopt);
  for (std::size_t i = 0; i < rows.size(); ++i) at(i, i) = PathCell{PathClass::kSelf, 0, false};
}

void FoundMatrix::mirror() {
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t column = 0; column < row; ++column) {
      auto& lower = at(row, column);
      auto& upper = at(column, row);
      if (!lower) lower = upper;
      if (!upper) upper = lower;
      if (lower && *lower != *upper)
        rows[row].place.fail(
            fmt::format("{} to {} is {}, but {} to {} is {} on line {}", rows[row].label,
                        rows[column].label, to_text(*lower), rows[column].label, rows[row].label,
                        to_text(*upper), rows[column].place.line),
            "a table that is the same from both ends");
    }
}

}  // namespace gf::model
