// SPDX-License-Identifier: Apache-2.0
#include "measurements/tools/device_table.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/text_fields.h"

namespace gf::papers::tools {

bool is_device_head(const OutputLines& lines, std::size_t first) {
  const auto& words = lines.words();
  if (words.size() <= first || words.size() - first > kMostDevices) return false;
  for (std::size_t i = first; i < words.size(); ++i)
    if (core::parse_number<std::size_t>(words[i]) != i - first) return false;
  return true;
}

void read_device_rows(OutputLines& lines, unsigned columns, std::optional<unsigned> rows,
                      const TakeCell& take) {
  unsigned row = 0;
  while (!rows || row < *rows) {
    if (!lines.next()) break;
    if (!lines.is_row(columns + 1)) {
      if (rows) continue;
      lines.again();
      break;
    }
    if (core::parse_number<unsigned>(lines.words()[0]) != row)
      lines.fail(fmt::format("a row of device {}", lines.words()[0]),
                 fmt::format("the row of device {}", row));
    lines.must_have(columns + 1);
    for (unsigned column = 0; column < columns; ++column)
      take(row, column, lines.words()[column + 1]);
    ++row;
  }
  if (row < rows.value_or(1))
    lines.fail(fmt::format("the table ends after {} rows", row),
               fmt::format("{} rows", rows.value_or(1)));
  if (!rows || !lines.next()) return;
  if (lines.words().size() == columns + 1 && lines.is_row(columns + 1))
    lines.fail("a row behind the last one", fmt::format("{} rows", row));
  lines.again();
}

unsigned DeviceCells::rows() const { return cells.empty() ? 0 : cells.rbegin()->first.first + 1; }

unsigned DeviceCells::columns() const {
  unsigned most = 0;
  for (const auto& [place, value] : cells) most = std::max(most, place.second + 1);
  return most;
}

std::optional<double> DeviceCells::at(unsigned row, unsigned column) const {
  const auto found = cells.find({row, column});
  if (found == cells.end()) return {};
  return found->second;
}

double DeviceCells::sum() const {
  double sum = 0;
  for (const auto& [place, value] : cells) sum += value;
  return sum;
}

}  // namespace gf::papers::tools
