// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/path_matrix.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/text/text_table.h"
#include "tlm_models/machine/planned_trees.h"

namespace gf::model {
namespace {

constexpr std::array<std::pair<PathClass, std::string_view>, 7> kPathNames{
    {{PathClass::kSelf, "X"},
     {PathClass::kPix, "PIX"},
     {PathClass::kPxb, "PXB"},
     {PathClass::kPhb, "PHB"},
     {PathClass::kNode, "NODE"},
     {PathClass::kSys, "SYS"},
     {PathClass::kNone, "-"}}};

constexpr unsigned kNoDevice = ~0u;

/// Finds paths over PCIe: the devices above each device, and what joins root complexes.
class TreePaths {
 public:
  explicit TreePaths(const MachinePlan& plan)
      : plan_(plan), above_(plan.devices.size(), kNoDevice) {
    for (const PlannedLink& link : plan.links)
      if (link.below) above_[link.b] = link.a;
    const std::vector<PlannedTree> trees = pcie_trees(plan);
    for (unsigned tree = 0; tree < trees.size(); ++tree)
      for (const unsigned device : trees[tree].devices) tree_[device] = tree;
  }

  [[nodiscard]] PathClass between(unsigned a, unsigned b) const {
    if (a == b) return PathClass::kSelf;
    const auto ta = tree_.find(a), tb = tree_.find(b);
    if (ta == tree_.end() || tb == tree_.end() || ta->second != tb->second) return PathClass::kNone;
    const unsigned common = common_of(a, b);
    if (common == kNoDevice) return between_roots(root_of(a), root_of(b));
    if (plan_.devices[common].kind == DeviceKind::kRootComplex) return PathClass::kPhb;
    return above_[a] == above_[b] ? PathClass::kPix : PathClass::kPxb;
  }

 private:
  [[nodiscard]] unsigned root_of(unsigned device) const {
    while (above_[device] != kNoDevice) device = above_[device];
    return device;
  }
  /// Returns the lowest device above both, if any.
  [[nodiscard]] unsigned common_of(unsigned a, unsigned b) const {
    std::set<unsigned> seen;
    for (unsigned at = above_[a]; at != kNoDevice; at = above_[at]) seen.insert(at);
    for (unsigned at = above_[b]; at != kNoDevice; at = above_[at])
      if (seen.count(at) != 0) return at;
    return kNoDevice;
  }
  [[nodiscard]] PathClass between_roots(unsigned a, unsigned b) const {
    const auto& one = plan_.devices[a].numa;
    const auto& other = plan_.devices[b].numa;
    return one && other && *one == *other ? PathClass::kNode : PathClass::kSys;
  }

  const MachinePlan& plan_;
  std::vector<unsigned> above_;
  std::map<unsigned, unsigned> tree_;  ///< By device: its tree.
};

/// Counts the NVLink or xGMI links of GPUs.
class GpuLinks {
 public:
  explicit GpuLinks(const MachinePlan& plan) : fabric_(plan.devices.size()) {
    std::iota(fabric_.begin(), fabric_.end(), 0u);
    for (const PlannedLink& link : plan.links) join_switches(plan, link);
    for (const PlannedLink& link : plan.links) {
      if (link.family() != LinkFamily::kNvlink) continue;
      const bool a = plan.devices[link.a].kind == DeviceKind::kGpu;
      const bool b = plan.devices[link.b].kind == DeviceKind::kGpu;
      if (a && b) direct_[std::minmax(link.a, link.b)] += link.spec->width;
      if (a && !b) to_switches_[link.a][fabric_of(link.b)] += link.spec->width;
      if (b && !a) to_switches_[link.b][fabric_of(link.a)] += link.spec->width;
      xgmi_ |= link.spec->is_xgmi();
    }
  }
  [[nodiscard]] unsigned between(unsigned a, unsigned b) const {
    if (const auto found = direct_.find(std::minmax(a, b)); found != direct_.end())
      return found->second;
    const auto one = to_switches_.find(a), other = to_switches_.find(b);
    if (one == to_switches_.end() || other == to_switches_.end()) return 0;
    unsigned links = 0;
    for (const auto& [fabric, width] : one->second)
      if (const auto there = other->second.find(fabric); there != other->second.end())
        links += std::min(width, there->second);
    return links;
  }
  [[nodiscard]] bool xgmi() const { return xgmi_; }

 private:
  /// NVSwitches that are linked to each other are one fabric.
  void join_switches(const MachinePlan& plan, const PlannedLink& link) {
    const bool both = plan.devices[link.a].kind == DeviceKind::kNvSwitch &&
                      plan.devices[link.b].kind == DeviceKind::kNvSwitch;
    if (both) fabric_[fabric_of(link.a)] = fabric_of(link.b);
  }
  [[nodiscard]] unsigned fabric_of(unsigned device) const {
    while (fabric_[device] != device) device = fabric_[device];
    return device;
  }

  std::vector<unsigned> fabric_;  ///< By NVSwitch: another one of its fabric, or itself.
  std::map<std::pair<unsigned, unsigned>, unsigned> direct_;
  std::map<unsigned, std::map<unsigned, unsigned>> to_switches_;  ///< By GPU and fabric.
  bool xgmi_ = false;
};

}  // namespace

std::string_view to_text(PathClass path) {
  for (const auto& [known, text] : kPathNames)
    if (known == path) return text;
  return "";
}

std::optional<PathClass> path_class(std::string_view text) {
  for (const auto& [path, known] : kPathNames)
    if (known == text) return path;
  return {};
}

bool operator==(const PathCell& a, const PathCell& b) {
  if (a.links != 0 || b.links != 0) return a.links == b.links && a.xgmi == b.xgmi;
  return a.path == b.path;
}

std::string to_text(const PathCell& cell) {
  if (cell.links == 0) return std::string(to_text(cell.path));
  return (cell.xgmi ? "XGMI" : "NV") + std::to_string(cell.links);
}

PathClass pcie_path(const MachinePlan& plan, unsigned a, unsigned b) {
  return TreePaths(plan).between(a, b);
}

PathMatrix path_matrix(const MachinePlan& plan) {
  const TreePaths trees(plan);
  const GpuLinks links(plan);
  std::vector<unsigned> devices = plan.of_kind(DeviceKind::kGpu);
  const std::size_t gpus = devices.size();
  for (const unsigned nic : plan.of_kind(DeviceKind::kNic)) devices.push_back(nic);
  PathMatrix matrix;
  for (const unsigned device : devices) matrix.names.push_back(plan.devices[device].name);
  for (std::size_t row = 0; row < devices.size(); ++row)
    for (std::size_t column = 0; column < devices.size(); ++column) {
      PathCell cell{trees.between(devices[row], devices[column]), 0, false};
      if (row != column && row < gpus && column < gpus) {
        cell.links = links.between(devices[row], devices[column]);
        cell.xgmi = cell.links != 0 && links.xgmi();
      }
      matrix.cells.push_back(cell);
    }
  return matrix;
}

void write_path_matrix(std::ostream& out, const PathMatrix& matrix) {
  std::vector<std::string> head{""};
  head.insert(head.end(), matrix.names.begin(), matrix.names.end());
  core::TextTable table(head);
  for (std::size_t row = 0; row < matrix.names.size(); ++row) {
    std::vector<std::string> cells{matrix.names[row]};
    for (std::size_t column = 0; column < matrix.names.size(); ++column)
      cells.push_back(to_text(matrix.at(row, column)));
    table.add_row(std::move(cells));
  }
  table.print(out);
}

}  // namespace gf::model
