// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/node_machines.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <sstream>

#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/system/text_file.h"
#include "tlm_models/machine/machine_entries.h"
#include "tlm_models/machine/machine_presets.h"
#include "tlm_models/topology/pcie/pcie_tree_check.h"

namespace gf::model {
namespace {

/// "a.ini x4": a name and a number of nodes.
struct Element {
  std::string name;
  unsigned count = 1;
};

Element element_of(std::string_view field, const FilePlace& place) {
  const std::vector<std::string_view> words = core::split_words(field);
  std::optional<unsigned> count = 1;
  if (words.size() == 2)
    count =
        words[1].front() == 'x' ? core::parse_number<unsigned>(words[1].substr(1)) : std::nullopt;
  if (words.empty() || words.size() > 2 || !count || *count == 0 || *count > kMostNodes)
    place.fail(
        fmt::format("machines: '{}'", core::excerpt(field)),
        fmt::format("NAME or NAME xN with 1 to {} nodes, as in this x2, storage.ini", kMostNodes));
  return {std::string(words[0]), *count};
}

std::string path_of(const std::string& name, const std::string& from) {
  return (std::filesystem::path(from).parent_path() / name).lexically_normal().string();
}

/// Throws UserError if the machine joins nodes itself. Reads only the lines of its file, so that
/// machines that name each other end here.
void refuse_network(const std::string& machine, const FilePlace& place) {
  const std::string ending = std::filesystem::path(machine).extension().string();
  if (ending == ".dot" || ending == ".gv") return;
  const std::string_view preset = machine_preset_text(machine);
  std::istringstream in(preset.empty() ? core::read_text_file(machine, "a machine file")
                                       : std::string(preset));
  const std::string file = preset.empty() ? machine : machine_preset_origin(machine);
  for (const MachineEntry& entry : machine_entries(in, file))
    if (entry.section == "network")
      place.fail(fmt::format("machines: {} has a [network] of its own ({}:{})", machine,
                             entry.place.file, entry.place.line),
                 "machines without one: move their devices to a file that both include");
}

std::shared_ptr<const MachinePlan> read(const std::string& name, const std::string& machine,
                                        const FilePlace& place) {
  std::error_code ignored;
  if (machine_preset_text(machine).empty() && !std::filesystem::is_regular_file(machine, ignored))
    place.fail(
        fmt::format("machines: '{}' is neither a preset nor a file there", core::excerpt(name)),
        "this, one of the presets " + machine_preset_list() +
            ", or a file whose path is relative to this one");
  refuse_network(machine, place);
  MachinePlan plan = make_machine(machine);
  if (!is_node_name(plan.name))
    place.fail(fmt::format("machines: the name '{}'", core::excerpt(plan.name)),
               std::string(kNodeNames) + ", because parameters of its nodes begin with node_NAME");
  if (plan.of_kind(DeviceKind::kNic).empty())
    place.fail(fmt::format("machines: {} has no NIC", name), "a NIC, which joins the network");
  if (plan.of_kind(DeviceKind::kGpu).empty() && plan.of_kind(DeviceKind::kHost).empty())
    place.fail(fmt::format("machines: {} has neither a GPU nor a host memory", name),
               "a source or a target of copies");
  return std::make_shared<const MachinePlan>(std::move(plan));
}

}  // namespace

std::vector<PlannedNodes> read_node_machines(const std::string& value, const FilePlace& place) {
  std::vector<PlannedNodes> all;
  unsigned nodes = 0;
  for (const std::string_view field : core::split_fields(value, ',')) {
    const Element element = element_of(field, place);
    nodes += element.count;
    if (nodes > kMostNodes)
      place.fail(fmt::format("machines: {} nodes or more", nodes),
                 fmt::format("at most {}", kMostNodes));
    PlannedNodes& row = all.emplace_back();
    row.count = element.count;
    row.place = place;
    if (element.name == kThisMachine) continue;
    const bool is_preset = !machine_preset_text(element.name).empty();
    row.machine = is_preset ? element.name : path_of(element.name, place.file);
    for (const PlannedNodes& before : all)
      if (before.machine == row.machine && before.plan != nullptr) row.plan = before.plan;
    if (row.plan == nullptr) row.plan = read(element.name, row.machine, place);
    for (const PlannedNodes& before : all)
      if (before.plan != nullptr && before.plan != row.plan && before.plan->name == row.plan->name)
        place.fail(fmt::format("machines: two machines with the name {}", row.plan->name),
                   "different names, which parameters begin with; rename a file");
  }
  if (std::none_of(all.begin(), all.end(),
                   [](const PlannedNodes& row) { return row.plan == nullptr; }))
    place.fail("machines: this machine is none of them",
               "'this' among them; a file without devices of its own can include one of them");
  return all;
}

std::vector<std::string> files_in_machines(const std::string& value, const std::string& from) {
  std::vector<std::string> files;
  for (const std::string_view field : core::split_fields(value, ',')) {
    const std::vector<std::string_view> words = core::split_words(field);
    if (!words.empty() && words[0] != kThisMachine && machine_preset_text(words[0]).empty())
      files.push_back(path_of(std::string(words[0]), from));
  }
  return files;
}

}  // namespace gf::model
