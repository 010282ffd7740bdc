// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/machine_draft.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "core/text/ini.h"
#include "tlm_models/machine/cpu_presets.h"
#include "tlm_models/machine/machine_reader.h"
#include "tlm_models/machine/name_range.h"
#include "tlm_models/machine/nic_presets.h"
#include "tlm_models/machine/node_machines.h"
#include "tlm_models/machine/planned_network.h"
#include "tlm_models/topology/pcie/pcie_tree_check.h"

namespace gf::model {
namespace {

constexpr std::size_t kMostPlannedLinks = 200'000;
constexpr unsigned kMostNumaNodes = 1024;  // as many as Linux has

std::vector<std::string> expanded(std::string_view text, const FilePlace& place) {
  auto names = names_of_range(text);
  if (!names)
    place.fail("'" + std::string(text) + "' is no name",
               fmt::format("a name, or a range such as gpu[0..7] of up to {}", kMostNamesOfRange));
  return std::move(*names);
}

}  // namespace

const std::vector<std::string>& machine_keys() {
  static const std::vector<std::string> keys{"include", "about",     "ranks", "relays",
                                             "p2p",     "p2p_level", "acs"};
  return keys;
}

const std::vector<std::string>& device_keys() {
  static const std::vector<std::string> keys{"kind", "preset", "children", "links",
                                             "pcie", "lanes",  "model",    "nvlinks",
                                             "numa", "cpu",    "memory"};
  return keys;
}

void MachineDraft::take(const MachineEntry& entry) {
  FileEntry said{entry.value, entry.comment, entry.place};
  if (entry.section == "parameters") {
    plan_.parameters.push_back({entry.key, entry.value, entry.comment, entry.place});
  } else if (entry.section == "network") {
    declare(network_, "network", entry.key, std::move(said));
  } else if (!entry.section.empty()) {
    take_device(entry);
  } else if (entry.key == "about") {
    plan_.about = entry.value;
  } else if (entry.key == "ranks") {
    ranks_ = std::move(said);
  } else if (entry.key == "relays") {
    if (entry.value != "none" && entry.value != "nearest")
      entry.place.fail("relays = '" + entry.value + "'", "none or nearest");
    plan_.relays = entry.value == "nearest";
    relays_ = std::move(said);
  } else if (entry.key == "p2p" || entry.key == "p2p_level" || entry.key == "acs") {
    plan_.parameters.push_back({entry.key, entry.value, entry.comment, entry.place});
  } else {
    core::fail_unknown_key(entry.place.file, entry.place.line, entry.key, machine_keys());
  }
}

void MachineDraft::declare(Keys& keys, const std::string& what, const std::string& key,
                           FileEntry said) {
  const auto [at, fresh] = keys.emplace(key, said);
  if (fresh) return;
  // A file may replace values of a file that it includes, but must not give a value twice itself.
  if (at->second.place.file == said.place.file)
    said.place.fail(
        fmt::format("'{}.{}' is given twice (first on line {})", what, key, at->second.place.line),
        "one section per device; rename or join them");
  at->second = std::move(said);
}

unsigned MachineDraft::device(const std::string& name, const FilePlace& place) {
  const auto [at, fresh] = index_.emplace(name, static_cast<unsigned>(plan_.devices.size()));
  if (!fresh) return at->second;
  if (!is_node_name(name)) place.fail("device name '" + name + "'", std::string(kNodeNames));
  if (plan_.devices.size() == kMostPcieNodes)
    place.fail("too many devices", fmt::format("up to {}; leave some out", kMostPcieNodes));
  PlannedDevice made;
  made.name = name;
  made.place = place;
  plan_.devices.push_back(std::move(made));
  declared_.emplace_back();
  parents_.push_back(kNoPcieNode);
  return at->second;
}

void MachineDraft::take_device(const MachineEntry& entry) {
  if (std::count(device_keys().begin(), device_keys().end(), entry.key) == 0)
    core::fail_unknown_key(entry.place.file, entry.place.line, entry.section + "." + entry.key,
                           device_keys());
  const std::vector<std::string> names = expanded(entry.section, entry.place);
  const auto count = static_cast<unsigned>(names.size());
  for (unsigned i = 0; i < count; ++i) {
    const unsigned at = device(names[i], entry.place);
    declare(declared_[at], names[i], entry.key,
            {entry.value, entry.comment, entry.place, i, count});
  }
}

MachinePlan MachineDraft::finish() {
  // Children without a section of their own are added at the end; they have nothing to read.
  for (unsigned i = 0; i < declared_.size(); ++i) read_device(i);
  for (unsigned i = 0; i < declared_.size(); ++i) read_children(i);
  for (unsigned i = 0; i < declared_.size(); ++i) read_links(i);
  for (unsigned i = 0; i < declared_.size(); ++i) read_memory(i);
  for (const PlannedLink& link : plan_.links) check_kinds(link);
  negotiate_rates();
  check_ports();
  check_uses();
  read_ranks();
  read_network();
  if (plan_.devices.empty())
    FilePlace{file_, 1}.fail("no device is declared",
                             "GPUs and the links or switches between them");
  return std::move(plan_);
}

void MachineDraft::read_device(unsigned index) {
  const Keys& keys = declared_[index];
  PlannedDevice& device = plan_.devices[index];
  device.kind = keys.count("children") != 0 ? DeviceKind::kSwitch : DeviceKind::kGpu;
  if (const auto kind = keys.find("kind"); kind != keys.end()) {
    const auto known = device_kind(kind->second.value);
    if (!known)
      kind->second.place.fail(device.name + " has the kind '" + kind->second.value + "'",
                              std::string(kDeviceKinds));
    device.kind = *known;
  }
  if (const auto preset = keys.find("preset"); preset != keys.end()) {
    if (device.kind != DeviceKind::kGpu && device.kind != DeviceKind::kNic)
      preset->second.place.fail(
          fmt::format("{} {} has a preset", to_text(device.kind), device.name),
          "presets only for GPUs and NICs");
    device.preset = preset->second.value;
    if (device.kind == DeviceKind::kGpu && is_file_name(device.preset))
      device.preset =
          std::filesystem::path(preset->second.place.file).parent_path() / device.preset;
  }
  if (device.kind == DeviceKind::kDevice) read_model(keys, device);
  device.pcie = port_of(keys, "pcie", LinkFamily::kPcie);
  if (device.kind == DeviceKind::kNic && !device.pcie)
    if (const NicPreset* const nic = nic_preset(device.preset)) device.pcie = nic->pcie();
  device.nvlinks = port_of(keys, "nvlinks", LinkFamily::kNvlink);
  if (const auto lanes = keys.find("lanes"); lanes != keys.end()) {
    const auto number = core::parse_number<unsigned>(lanes->second.value);
    if (!number || *number == 0 || *number > 4096)
      lanes->second.place.fail(device.name + ": lanes '" + lanes->second.value + "'",
                               "a number of PCIe lanes, 1 ... 4096");
    device.lanes = *number;
  }
  if (const auto cpu = keys.find("cpu"); cpu != keys.end()) {
    device.cpu = cpu->second.value;
    if (device.cpu.empty() || cpu_preset(device.cpu) == nullptr)
      cpu->second.place.fail(fmt::format("{}: cpu '{}'", device.name, core::excerpt(device.cpu)),
                             "one of " + cpu_preset_list());
  }
  if (const auto numa = keys.find("numa"); numa != keys.end()) {
    device.numa = core::parse_number<unsigned>(numa->second.value);
    if (!device.numa || *device.numa >= kMostNumaNodes)
      numa->second.place.fail(
          device.name + ": numa '" + numa->second.value + "'",
          fmt::format("the number of a NUMA node, 0 ... {}", kMostNumaNodes - 1));
  }
}

std::optional<LinkSpec> MachineDraft::port_of(const Keys& keys, const std::string& key,
                                              LinkFamily family) const {
  const auto said = keys.find(key);
  if (said == keys.end()) return {};
  // "pcie = gen4 x16", "nvlinks = nvlink2 x6".
  const std::string text =
      family == LinkFamily::kPcie ? "pcie " + said->second.value : said->second.value;
  const auto spec = link_spec(text);
  if (!spec || spec->family != family)
    said->second.place.fail(key + " = '" + said->second.value + "'", family == LinkFamily::kPcie
                                                                         ? "such as gen4 x16"
                                                                         : "such as nvlink2 x6");
  return spec;
}

std::vector<MachineDraft::Element> MachineDraft::elements(const FileEntry& said,
                                                          const std::string& of) const {
  std::vector<Element> all;
  for (const std::string_view field : core::split_fields(said.value, ',')) {
    const std::string_view name = field.substr(0, field.find(' '));
    const std::string_view link = core::trimmed(field.substr(name.size()));
    if (name.empty()) said.place.fail(of + " hold an empty name", "names separated by commas");
    const auto spec = link_spec(link);
    if (!link.empty() && !spec)
      said.place.fail(fmt::format("the link '{}' of {}", link, name), std::string(kLinkForms));
    all.push_back({expanded(name, said.place), spec});
  }
  return all;
}

std::vector<std::string> MachineDraft::names(const FileEntry& said, const std::string& of) const {
  std::vector<std::string> all;
  for (const Element& element : elements(said, of)) {
    if (element.spec)
      said.place.fail(fmt::format("{} = {}: {} has a link", of, said.value, element.names.front()),
                      "only names of devices");
    all.insert(all.end(), element.names.begin(), element.names.end());
  }
  return all;
}

void MachineDraft::read_children(unsigned index) {
  const auto found = declared_[index].find("children");
  if (found == declared_[index].end()) return;
  const FileEntry said = found->second;  // a copy: children without a section add devices
  const std::string name = plan_.devices[index].name;
  for (const Element& element : elements(said, "children of node " + name)) {
    if (element.names.size() % said.count != 0)
      said.place.fail(fmt::format("{} children for {} parents", element.names.size(), said.count),
                      "the same number for each parent: a range of parents shares each range of "
                      "children evenly");
    const std::size_t each = element.names.size() / said.count;
    for (std::size_t i = 0; i < each; ++i)
      add_child(index, element.names[said.position * each + i], element.spec, said.place);
  }
}

void MachineDraft::add_child(unsigned parent, const std::string& child,
                             const std::optional<LinkSpec>& spec, const FilePlace& place) {
  const unsigned at = device(child, place);
  if (parents_[at] != kNoPcieNode)
    place.fail(fmt::format("node {} has two parents: {} and {}", child,
                           plan_.devices[parents_[at]].name, plan_.devices[parent].name),
               "one parent per node; remove one of them");
  parents_[at] = parent;
  const bool socket = plan_.devices[parent].kind == DeviceKind::kRootComplex &&
                      plan_.devices[at].kind == DeviceKind::kRootComplex;
  if (socket)
    add_link(parent, at, spec.value_or(LinkSpec{LinkFamily::kSocket}), place);
  else
    plan_.links.push_back({parent, at, spec, true, place});
}

void MachineDraft::read_links(unsigned index) {
  const auto found = declared_[index].find("links");
  if (found == declared_[index].end()) return;
  const FileEntry& said = found->second;
  const std::string& name = plan_.devices[index].name;
  for (const Element& element : elements(said, "links of " + name)) {
    for (const std::string& to : element.names) {
      const auto peer = index_.find(to);
      if (peer == index_.end())
        said.place.fail("a link of " + name + " to the unknown device " + to,
                        "the name of a device with a section, or of a child");
      if (!element.spec)
        said.place.fail("the link " + name + " - " + to + " has no kind", std::string(kLinkForms));
      if (peer->second == index)
        said.place.fail("a link of " + name + " to itself", "another device");
      add_link(index, peer->second, *element.spec, said.place);
    }
  }
}

void MachineDraft::add_link(unsigned a, unsigned b, const LinkSpec& spec, const FilePlace& place) {
  if (plan_.links.size() == kMostPlannedLinks)
    place.fail("too many links", fmt::format("up to {}", kMostPlannedLinks));
  const auto [at, fresh] = joined_.emplace(std::minmax(a, b), plan_.links.size());
  if (fresh) {
    plan_.links.push_back({a, b, spec, false, place});
    return;
  }
  const PlannedLink& known = plan_.links[at->second];
  const std::string ends = ends_of(known);
  if (known.a == a)
    place.fail("the link " + ends + " is given twice",
               "at most one entry at each end; x2 for two parallel links");
  if (*known.spec != spec)
    place.fail(fmt::format("the link {} is {} here and {} at its other end (line {})", ends,
                           to_text(spec), to_text(*known.spec), known.place.line),
               "the same at both ends");
}

void MachineDraft::read_ranks() {
  if (!ranks_) return;
  const std::vector<unsigned> all = plan_.of_kind(DeviceKind::kGpu);
  std::vector<unsigned> ranks;
  for (const std::string& name : names(*ranks_, "ranks")) {
    const auto at = index_.find(name);
    if (at == index_.end() || std::count(all.begin(), all.end(), at->second) == 0 ||
        std::count(ranks.begin(), ranks.end(), at->second) != 0)
      ranks_->place.fail("'" + name + "' as a rank", "each GPU once");
    ranks.push_back(at->second);
  }
  if (ranks.size() != all.size())
    ranks_->place.fail(fmt::format("{} ranks for {} GPUs", ranks.size(), all.size()),
                       "each GPU once");
  plan_.ranks = std::move(ranks);
}

void MachineDraft::read_nics(PlannedNetwork& network, const FileEntry& said) const {
  const std::vector<unsigned> all = plan_.of_kind(DeviceKind::kNic);
  std::vector<std::string> known;
  for (const unsigned nic : all) known.push_back(plan_.devices[nic].name);
  for (const std::string& name : names(said, "nics")) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      said.place.fail(
          fmt::format("nics = {}: no such NIC; this machine has {}", core::excerpt(name),
                      known.empty() ? "none" : core::excerpt(core::first_of(known, 16, ", "))));
    if (std::find(network.nics.begin(), network.nics.end(), name) != network.nics.end())
      said.place.fail(fmt::format("nics = {}: {} is named twice", core::excerpt(said.value), name),
                      "each NIC once");
    network.nics.push_back(name);
  }
}

void MachineDraft::read_network() {
  if (network_.empty()) return;
  PlannedNetwork network;
  for (const auto& [key, said] : network_) {
    if (key == "kind") {
      network.kind = said.value;
      network.place = said.place;
    } else if (key == "file") {
      network.file = std::filesystem::path(said.place.file).parent_path() / said.value;
    } else if (key == "nics") {
      read_nics(network, said);
    } else if (key == "nodes") {
      const auto nodes = core::parse_number<unsigned>(said.value);
      if (!nodes || *nodes == 0) said.place.fail("nodes = '" + said.value + "'", "1 or more");
      network.nodes = *nodes;
    } else if (key == "machines") {
      network.machines = read_node_machines(said.value, said.place);
    } else {
      network.sizes.push_back({key, said.value, said.comment, said.place});
    }
  }
  if (network.kind.empty())
    network_.begin()->second.place.fail("a network without a kind", std::string(kNetworkKinds));
  if (const auto file = network_.find("file"); file != network_.end() && network.kind != "file")
    file->second.place.fail(fmt::format("file = '{}' in a {}", file->second.value, network.kind),
                            "file only with kind = file");
  if (!network.machines.empty() && network.nodes != 0)
    network_.at("nodes").place.fail("nodes in a network with machines",
                                    "one of the two; machines = this x2 has two nodes");
  if (network.nics.empty())
    for (const unsigned nic : plan_.of_kind(DeviceKind::kNic))
      network.nics.push_back(plan_.devices[nic].name);
  plan_.network = std::move(network);
  complete_network(*plan_.network);
}

}  // namespace gf::model
