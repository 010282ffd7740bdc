// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/machine_reader.h"

#include <filesystem>

#include "core/base/error.h"
#include "core/system/text_file.h"
#include "tlm_models/machine/machine_draft.h"
#include "tlm_models/machine/machine_entries.h"
#include "tlm_models/machine/planned_trees.h"
#include "tlm_models/topology/pcie/pcie_tree_io.h"

namespace gf::model {
namespace {

DeviceKind kind_of_node(PcieNodeKind kind) {
  switch (kind) {
    case PcieNodeKind::kRootComplex:
      return DeviceKind::kRootComplex;
    case PcieNodeKind::kSwitch:
      return DeviceKind::kSwitch;
    case PcieNodeKind::kDevice:
      break;
  }
  return DeviceKind::kGpu;
}

/// Returns the machine of a tree, whose links have default values.
MachinePlan plan_of_tree(const PcieTree& tree, const std::string& file) {
  MachinePlan plan;
  for (unsigned i = 0; i < tree.nodes().size(); ++i) {
    const PcieNode& node = tree.node(i);
    PlannedDevice device;
    device.name = node.name;
    device.kind = kind_of_node(node.kind);
    device.place = {file, 0};
    plan.devices.push_back(std::move(device));
    if (node.parent == kNoPcieNode) continue;
    std::optional<LinkSpec> spec;
    if (tree.is_socket(i)) spec = LinkSpec{LinkFamily::kSocket};
    plan.links.push_back({node.parent, i, spec, !tree.is_socket(i), {file, 0}});
  }
  return plan;
}

}  // namespace

MachinePlan read_machine(std::istream& in, const std::string& file) {
  MachineDraft draft(file);
  for (const MachineEntry& entry : machine_entries(in, file)) draft.take(entry);
  MachinePlan plan = draft.finish();
  plan.name = std::filesystem::path(file).stem().string();
  pcie_trees(plan);  // rejects invalid trees here, not where they are used
  return plan;
}

MachinePlan read_machine_file(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  if (ending == ".dot" || ending == ".gv") {
    MachinePlan plan = plan_of_tree(read_pcie_tree_file(file), file);
    plan.name = std::filesystem::path(file).stem().string();
    return plan;
  }
  constexpr const char* kExpected = "a machine in INI form, or a PCIe tree in DOT form";
  core::TextFile in(file, kExpected);
  if (in.text().empty()) core::fail_input(file, 0, "is empty", kExpected);
  return read_machine(in, file);
}

}  // namespace gf::model
