// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/machine_writer.h"

#include <filesystem>
#include <fmt/format.h>

#include "core/text/ini.h"
#include "tlm_models/machine/machine_presets.h"
#include "tlm_models/machine/node_machines.h"

namespace gf::model {
namespace {

constexpr std::string_view kPcieWord = "pcie ";  // the key of a port has it as its name

std::string line(const std::string& key, const std::string& value) {
  return fmt::format("{} = {}\n", key, core::ini_text(value));
}

void append_to_list(std::string& list, const std::string& element) {
  list += (list.empty() ? "" : ", ") + element;
}

/// Returns "gpu0 pcie gen3 x16, gpu1 ...": the devices at links that the device `index` declares.
std::string list_of_links(const MachinePlan& plan, unsigned index, bool below) {
  std::string list;
  for (const PlannedLink& link : plan.links)
    if (link.a == index && link.below == below)
      append_to_list(list,
                     plan.devices[link.b].name + (link.spec ? " " + to_text(*link.spec) : ""));
  return list;
}

std::string absolute(const std::string& file) {
  return std::filesystem::absolute(file).lexically_normal().string();
}

std::string device_text(const MachinePlan& plan, unsigned index) {
  const PlannedDevice& device = plan.devices[index];
  std::string text = fmt::format("[{}]\n", device.name);
  text += line("kind", std::string(to_text(device.kind)));
  if (!device.preset.empty())
    text += line("preset", is_file_name(device.preset) ? absolute(device.preset) : device.preset);
  if (device.model) {
    text += line("model", device.model->name);
    text += line("memory", core::to_text(device.model->window));
  }
  if (device.pcie) text += line("pcie", to_text(*device.pcie).substr(kPcieWord.size()));
  if (device.lanes != 0) text += line("lanes", std::to_string(device.lanes));
  if (device.nvlinks) text += line("nvlinks", to_text(*device.nvlinks));
  if (!device.cpu.empty()) text += line("cpu", device.cpu);
  if (device.memory)
    text += line("memory", to_text(LinkSpec{LinkFamily::kBare, 0, 0, device.memory->rate,
                                            device.memory->latency}));
  if (device.numa) text += line("numa", std::to_string(*device.numa));
  if (const std::string list = list_of_links(plan, index, true); !list.empty())
    text += line("children", list);
  if (const std::string list = list_of_links(plan, index, false); !list.empty())
    text += line("links", list);
  return text;
}

std::string network_text(const PlannedNetwork& network) {
  std::string text = "[network]\n" + line("kind", network.kind);
  if (!network.file.empty()) text += line("file", absolute(network.file));
  for (const PlannedSetting& size : network.sizes) text += line(size.name, size.value);
  std::string machines;
  for (const PlannedNodes& row : network.machines) {
    const bool file = row.plan != nullptr && machine_preset_text(row.machine).empty();
    append_to_list(machines, fmt::format("{} x{}",
                                         row.plan == nullptr ? std::string(kThisMachine)
                                         : file              ? absolute(row.machine)
                                                             : row.machine,
                                         row.count));
  }
  text +=
      machines.empty() ? line("nodes", std::to_string(network.nodes)) : line("machines", machines);
  std::string nics;
  for (const std::string& nic : network.nics) append_to_list(nics, nic);
  return nics.empty() ? text : text + line("nics", nics);
}

}  // namespace

std::string plan_text(const MachinePlan& plan) {
  std::string text;
  if (!plan.about.empty()) text += line("about", plan.about);
  std::string ranks;
  for (const unsigned gpu : plan.ranks) append_to_list(ranks, plan.devices[gpu].name);
  if (!ranks.empty()) text += line("ranks", ranks);
  if (plan.relays) text += line("relays", "nearest");
  for (unsigned i = 0; i < plan.devices.size(); ++i) text += device_text(plan, i);
  if (plan.network) text += network_text(*plan.network);
  if (!plan.parameters.empty()) text += "[parameters]\n";
  for (const PlannedSetting& setting : plan.parameters) text += line(setting.name, setting.value);
  return text;
}

}  // namespace gf::model
