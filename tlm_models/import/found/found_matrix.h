// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tlm_models/machine/path_matrix.h"

namespace gf::model {

/// Most GPUs and NICs of a matrix.
inline constexpr std::size_t kMostMatrixDevices = 160;

/// A table of how pairs of GPUs and NICs are connected, as a file gives it: `nvidia-smi topo -m`,
/// `rocm-smi --showtopo`.
struct FoundMatrix {
  struct Row {
    std::string label;  ///< "GPU0", "NIC3", "mlx5_0".
    std::string name;   ///< Of a NIC that the legend names: "mlx5_0"; else empty.
    bool gpu = false;
    std::optional<unsigned> numa;  ///< NUMA affinity, if it is one node.
    FilePlace place;
  };
  std::vector<Row> rows;  ///< GPUs first, in the order of their numbers.
  /// Row by row. Nothing: the file does not say, or a column was cut off.
  std::vector<std::optional<PathCell>> cells;

  [[nodiscard]] std::optional<PathCell>& at(std::size_t row, std::size_t column) {
    return cells[row * rows.size() + column];
  }
  [[nodiscard]] const std::optional<PathCell>& at(std::size_t row, std::size_t column) const {
    return cells[row * rows.size() + column];
  }
  /// Makes room for the cells of `rows`, all of them unknown but the diagonal.
  void make_cells();
  /// Fills a cell from its mirror. Throws UserError (exit 5), with the line of the second row, if
  /// two mirrored cells differ.
  void mirror();
};

}  // namespace gf::model
