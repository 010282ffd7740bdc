// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// Path between two devices on PCIe, with the words of `nvidia-smi topo -m`. A later value is
/// farther.
enum class PathClass {
  kSelf,  ///< X: the device itself.
  kPix,   ///< PIX: at most one switch, which both are children of.
  kPxb,   ///< PXB: several switches, but no root complex.
  kPhb,   ///< PHB: one root complex.
  kNode,  ///< NODE: several root complexes of one NUMA node.
  kSys,   ///< SYS: root complexes of different NUMA nodes.
  kNone,  ///< No path over PCIe and sockets; written as "-".
};
/// Name in tables: X, PIX, PXB, PHB, NODE, SYS, -.
std::string_view to_text(PathClass path);
std::optional<PathClass> path_class(std::string_view text);

/// A cell of the matrix: NVLink or xGMI between GPUs if there is any, else PCIe.
struct PathCell {
  PathClass path = PathClass::kNone;
  unsigned links =
      0;  ///< Parallel NVLink or xGMI links; via NVSwitches: those of the GPU with less.
  bool xgmi = false;  ///< The links are xGMI.
};
bool operator==(const PathCell& a, const PathCell& b);
inline bool operator!=(const PathCell& a, const PathCell& b) { return !(a == b); }
std::string to_text(const PathCell& cell);  ///< "NV12", "XGMI1", "PIX".

/// How each pair of GPUs and NICs of a machine is connected.
struct PathMatrix {
  std::vector<std::string> names;  ///< GPUs in the order of schedules, then NICs.
  std::vector<PathCell> cells;     ///< Row by row.
  [[nodiscard]] const PathCell& at(std::size_t row, std::size_t column) const {
    return cells[row * names.size() + column];
  }
};

/// Returns the path over PCIe and sockets between two devices of a machine, by their indices.
PathClass pcie_path(const MachinePlan& plan, unsigned a, unsigned b);

/// Computes the matrix from the trees, the NVLink and the `numa` keys of a machine. A root complex
/// without that key is a NUMA node of its own.
PathMatrix path_matrix(const MachinePlan& plan);

/// Writes the matrix as a table in the form of `nvidia-smi topo -m`.
void write_path_matrix(std::ostream& out, const PathMatrix& matrix);

}  // namespace gf::model
