// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "measurements/tools/output_lines.h"

namespace gf::papers::tools {

/// Most devices of a table that is read.
inline constexpr unsigned kMostDevices = 4096;

/// Tells whether the line consists of the numbers 0, 1, 2, ... from its word `first` on: the head
/// of a table of devices.
bool is_device_head(const OutputLines& lines, std::size_t first);

using TakeCell = std::function<void(unsigned row, unsigned column, std::string_view word)>;

/// Reads the rows that follow a head of `columns` devices, each its number and `columns` cells.
/// `rows`: their number; none: the rows end with the first line that is none. Foreign lines are
/// skipped. Throws UserError(kBadInput) with file:line for a row out of turn, one with too few or
/// too many cells, and for missing rows. The words may be "N/A".
void read_device_rows(OutputLines& lines, unsigned columns, std::optional<unsigned> rows,
                      const TakeCell& take);

/// Values of a table to be written, by row and column.
struct DeviceCells {
  std::map<std::pair<unsigned, unsigned>, double> cells;

  [[nodiscard]] unsigned rows() const;
  [[nodiscard]] unsigned columns() const;
  [[nodiscard]] std::optional<double> at(unsigned row, unsigned column) const;
  [[nodiscard]] double sum() const;
};

}  // namespace gf::papers::tools
