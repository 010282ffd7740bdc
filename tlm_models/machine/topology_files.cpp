// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/topology_files.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "core/base/text_fields.h"
#include "core/system/text_file.h"
#include "tlm_models/machine/machine_reader.h"
#include "tlm_models/machine/planned_nvlink.h"
#include "tlm_models/machine/planned_trees.h"
#include "tlm_models/topology/nvlink/nvlink_graph_file.h"
#include "tlm_models/topology/nvlink/nvlink_shapes.h"
#include "tlm_models/topology/pcie/pcie_presets.h"
#include "tlm_models/topology/pcie/pcie_tree_io.h"

namespace gf::model {
namespace {

constexpr std::string_view kWholeMachines =
    "; `gpufabric run cluster --machine FILE` accepts everything that a machine file can have";

/// Refuses what neither trees nor graphs have.
void refuse_settings(const MachinePlan& plan, const std::string& what) {
  const std::string expected = "only devices and their links" + std::string(kWholeMachines);
  if (!plan.parameters.empty())
    plan.parameters[0].place.fail("a section [parameters], which " + what + " cannot have",
                                  expected);
  if (plan.network)
    plan.network->place.fail("a section [network], which " + what + " cannot have", expected);
  for (const PlannedDevice& device : plan.devices)
    if (!device.preset.empty())
      device.place.fail(fmt::format("{} has the preset {}, which {} cannot have", device.name,
                                    device.preset, what),
                        "no preset: the GPUs are described by parameters; presets may be in a file "
                        "that includes this one" +
                            std::string(kWholeMachines));
  for (const PlannedDevice& device : plan.devices)
    if (!device.cpu.empty())
      device.place.fail(
          fmt::format("{} has the cpu {}, which {} cannot have", device.name, device.cpu, what),
          "no cpu: parameters describe root complexes" + std::string(kWholeMachines));
}

void refuse_kinds(const MachinePlan& plan, const std::string& what,
                  std::initializer_list<DeviceKind> legal) {
  std::string kinds;
  for (const DeviceKind kind : legal)
    kinds += (kinds.empty() ? "" : ", ") + std::string(to_text(kind));
  for (const PlannedDevice& device : plan.devices)
    if (std::count(legal.begin(), legal.end(), device.kind) == 0)
      device.place.fail(fmt::format("{} has the kind {}, which {} cannot have", device.name,
                                    to_text(device.kind), what),
                        fmt::format("{}{}", kinds, kWholeMachines));
}

/// Whether a link is what each link of a tree is: parameters say how fast all of them are.
bool is_trees_own(const PlannedLink& link) {
  if (!link.spec) return true;
  const bool as_unsaid = link.spec->generation == 3 && link.spec->width == kDefaultPcieLanes;
  const bool as_socket = !link.spec->rate && !link.spec->latency;
  return (link.family() == LinkFamily::kPcie && as_unsaid) ||
         (link.family() == LinkFamily::kSocket && as_socket);
}

PcieTree tree_of(MachinePlan plan, const std::string& file) {
  const std::string what = "a PCIe tree";
  refuse_settings(plan, what);
  refuse_kinds(plan, what, {DeviceKind::kGpu, DeviceKind::kSwitch, DeviceKind::kRootComplex});
  for (const PlannedLink& link : plan.links)
    if (!is_trees_own(link))
      link.place.fail(
          fmt::format("the link {} - {} is {}, which {} cannot have", plan.devices[link.a].name,
                      plan.devices[link.b].name, to_text(*link.spec), what),
          fmt::format("no link, pcie gen3 x{} or socket{}", kDefaultPcieLanes, kWholeMachines));
  plan.name = file;  // as trees in the older forms are called
  std::vector<PlannedTree> trees = pcie_trees(plan);
  std::vector<bool> hangs(plan.devices.size());
  if (!trees.empty())
    for (const unsigned device : trees[0].devices) hangs[device] = true;
  if (const auto apart = std::find(hangs.begin(), hangs.end(), false); apart != hangs.end()) {
    const PlannedDevice& device = plan.devices[static_cast<std::size_t>(apart - hangs.begin())];
    const std::string root =
        trees.empty() ? "a switch or root complex" : trees[0].tree.node(0).name;
    device.place.fail(fmt::format("{} is not in the tree of {}", device.name, root),
                      fmt::format("one tree{}", kWholeMachines));
  }
  if (!trees[0].cross.empty())
    trees[0].cross[0]->place.fail(
        fmt::format("socket links form a ring, which {} cannot have", what),
        fmt::format("one path between two root complexes{}", kWholeMachines));
  return std::move(trees[0].tree);
}

NvlinkGraph graph_of(const MachinePlan& plan) {
  const std::string what = "an NVLink graph";
  refuse_settings(plan, what);
  refuse_kinds(plan, what, {DeviceKind::kGpu, DeviceKind::kNvSwitch});
  std::optional<NvlinkGraph> graph = nvlink_graph(plan);
  if (!graph) plan.devices[0].place.fail("no NVLink links", "links = NAME nvlink2 x1, and so on");
  if (graph->switches() > 1) place_by_level(*graph);
  return *std::move(graph);
}

}  // namespace

bool says_more_than_tree(const core::IniEntry& entry) {
  if (entry.key.find('[') != std::string::npos) return true;
  const std::string key = entry.name();
  if (key == "children")  // a range, a link
    for (const std::string_view name : core::split_fields(entry.value, ','))
      if (name.find_first_of("[ ") != name.npos) return true;
  if (key == "kind")
    return entry.value == "host" || entry.value == "nic" || entry.value == "nvswitch";
  return key != "children";
}

bool is_machine_tree(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  if (ending == ".dot" || ending == ".gv") return false;
  core::TextFile in(file, "a topology in INI or DOT form");
  const std::vector<core::IniEntry> entries = core::read_ini(in, file);
  return std::any_of(entries.begin(), entries.end(), says_more_than_tree);
}

bool is_machine_graph(const std::string& file) {
  const std::string text = core::read_text_file(file, "an NVLink graph or a machine file");
  for (const std::string_view line : core::split_fields(text, '\n'))
    if (!line.empty() && line.front() != '#')
      return line.front() == '[' || line.front() == ';' || line.find('=') != line.npos;
  return false;
}

PcieTree named_pcie_tree(const std::string& text) {
  const std::string file(pcie_tree_file(text));
  return file.empty() ? make_pcie_tree(text) : read_pcie_tree_or_machine(file);
}

PcieTree read_pcie_tree_or_machine(const std::string& file) {
  if (!is_machine_tree(file)) return read_pcie_tree_file(file);
  return tree_of(read_machine_file(file), file);
}

NvlinkGraph read_nvlink_graph_or_machine(const std::string& file, const NvlinkLanes& link) {
  if (!is_machine_graph(file)) return read_nvlink_graph(file, link);
  return graph_of(read_machine_file(file));
}

}  // namespace gf::model
