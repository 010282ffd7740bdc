// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/readers/nccl_xml.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "tlm_models/import/readers/pci_class.h"

namespace gf::model {
namespace {

constexpr unsigned kMostLinkCount = 128;
constexpr const char* kSwitchClass = "068000";
constexpr unsigned kMostMegabits = 10'000'000;  // some files have another unit
constexpr unsigned kRingPattern = 4;            // NCCL_TOPO_PATTERN_RING

/// Returns a number of decimal digits; nothing if the attribute is missing.
std::optional<unsigned> number_at(const XmlNode& node, const std::string& attribute,
                                  unsigned most) {
  const std::string& text = node.at(attribute);
  if (text.empty()) return {};
  const auto value = core::parse_number<int>(text);
  if (!value || *value > static_cast<int>(most))
    node.place.fail(fmt::format("{}=\"{}\" of <{}>", attribute, core::excerpt(text), node.name),
                    fmt::format("a number up to {}", most));
  if (*value < 0) return {};  // -1: unknown
  return static_cast<unsigned>(*value);
}

/// Hexadecimal digits of "0x10de", in lower case, without "0x".
std::string digits_of(const std::string& text) {
  std::string digits = core::begins_with(text, "0x") ? text.substr(2) : text;
  std::transform(digits.begin(), digits.end(), digits.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return digits;
}

/// NCCL adds extended family and family of x86 as if they were bits of one number: 143 is 23.
unsigned cpu_family(unsigned family) { return family > 128 ? 15 + (family >> 4) : family; }

const XmlNode* child_of(const XmlNode& node, const std::string& name) {
  for (const XmlNode& child : node.children)
    if (child.name == name) return &child;
  return nullptr;
}

class NcclReader {
 public:
  explicit NcclReader(ImportGuesses& guesses) : guesses_(guesses) {}

  FoundMachine run(const XmlNode& root) {
    for (const XmlNode& child : root.children)
      if (child.name == "cpu") take_cpu(child);
    if (machine_.of_kind(DeviceKind::kGpu).empty())
      root.place.fail("the topology has no GPU",
                      "a <pci> of class 0x0302 or 0x1200, or with a <gpu>, below a <cpu>");
    for (const auto& [gpu, node] : gpus_) take_links(gpu, *node);
    machine_.links.insert(machine_.links.end(), to_switches_.begin(), to_switches_.end());
    check_links();
    drop_empty_bridges();
    return std::move(machine_);
  }

 private:
  void take_cpu(const XmlNode& node) {
    FoundDevice root;
    root.kind = DeviceKind::kRootComplex;
    root.numa = number_at(node, "numaid", 1023);
    root.place = node.place;
    const auto family = number_at(node, "familyid", 65535),
               model = number_at(node, "modelid", 65535);
    root.part = node.at("vendor");
    if (family && model)
      root.part_id = fmt::format("{}:{}:{}", root.part, cpu_family(*family), *model);
    for (const unsigned other : machine_.of_kind(DeviceKind::kRootComplex))
      if (root.numa && machine_.devices[other].numa == root.numa)
        node.place.fail(fmt::format("a second <cpu> with numaid=\"{}\"", *root.numa),
                        "each NUMA node once");
    const unsigned at = machine_.add(std::move(root));
    for (const XmlNode& child : node.children) take_child(child, at);
  }

  void take_child(const XmlNode& node, unsigned parent) {
    if (node.name == "pci") {
      take_pci(node, parent);
    } else if (node.name == "nic") {
      for (const XmlNode& net : node.children)
        left_out(net.at("name").empty() ? "a NIC" : "NIC " + net.at("name"),
                 "the file has it outside of PCIe");
    }
  }

  void take_pci(const XmlNode& node, unsigned parent) {
    FoundDevice device;
    const auto bus = bus_id_of(node.at("busid"));
    if (!bus)
      node.place.fail(fmt::format("busid=\"{}\"", core::excerpt(node.at("busid"))),
                      "a PCI address such as 0000:3b:00.0");
    device.bus_id = *bus;
    device.parent = parent;
    device.place = node.place;
    device.port = {pcie_generation_of(node.at("link_speed"), node.place),
                   number_at(node, "link_width", 32).value_or(0), node.place};
    if (!node.at("vendor").empty() && !node.at("device").empty())
      device.part_id = digits_of(node.at("vendor")) + ":" + digits_of(node.at("device"));
    const XmlNode* const gpu = child_of(node, "gpu");
    const XmlNode* const nic = child_of(node, "nic");
    const PciClass kind = gpu != nullptr   ? PciClass::kGpu
                          : nic != nullptr ? PciClass::kNic
                                           : pci_class(node.at("class"), device.part_id);
    switch (kind) {
      case PciClass::kBridge:
        device.kind = DeviceKind::kSwitch;
        break;
      case PciClass::kGpu:
        device.kind = DeviceKind::kGpu;
        if (gpu != nullptr) {
          device.number = number_at(*gpu, "dev", 1023);
          if (!gpu->at("gcn").empty())
            device.family_id = "gcn:" + gpu->at("gcn");
          else if (!gpu->at("sm").empty())
            device.family_id = "sm:" + gpu->at("sm");
          device.place = gpu->place;
        }
        break;
      case PciClass::kNic:
        device.kind = DeviceKind::kNic;
        if (nic != nullptr) take_net(*nic, device);
        break;
      case PciClass::kNvSwitch:
        device.kind = DeviceKind::kNvSwitch;
        break;
      case PciClass::kOther:
        left_out(fmt::format("{} of class {}", *bus,
                             node.at("class").empty() ? "none" : core::excerpt(node.at("class"))),
                 "neither a GPU, a NIC nor a switch");
        return;
    }
    if (device.kind == DeviceKind::kSwitch && machine_.find_bus(*bus) != kNoFound) {
      guesses_.add({GuessKind::kTree, "switches", "two with the bus id " + *bus,
                    "the file gives this id twice", ""});
      device.bus_id.clear();
    }
    const bool is_gpu = device.kind == DeviceKind::kGpu;
    const bool is_bridge = device.kind == DeviceKind::kSwitch;
    const unsigned at = machine_.add(std::move(device));
    if (is_gpu && gpu != nullptr) gpus_.emplace_back(at, gpu);
    if (!is_bridge && std::any_of(node.children.begin(), node.children.end(),
                                  [](const XmlNode& child) { return child.name == "pci"; }))
      node.place.fail(*bus + " has devices below it but is no bridge", "class=\"0x060400\"");
    for (const XmlNode& child : node.children)
      if (is_bridge) take_child(child, at);
  }

  static void take_net(const XmlNode& nic, FoundDevice& device) {
    const XmlNode* const net = child_of(nic, "net");
    if (net == nullptr) return;
    device.label = net->at("name");
    const auto speed = number_at(*net, "speed", 1'000'000'000);
    if (speed && *speed > 0 && *speed < kMostMegabits)
      device.remark = fmt::format("{} Gbit/s", *speed / 1000);
    device.place = net->place;
  }

  void take_links(unsigned gpu, const XmlNode& node) {
    for (const XmlNode& child : node.children) {
      const bool xgmi = child.name == "xgmi";
      if (child.name == "c2c")
        left_out("NVLink-C2C of " + machine_.devices[gpu].bus_id, "links to CPUs are not modelled");
      if (!xgmi && child.name != "nvlink") continue;
      const unsigned count = number_at(child, "count", kMostLinkCount).value_or(1);
      if (count == 0) continue;
      const std::string& target = child.at("target");
      if (digits_of(child.at("tclass")) == kSwitchClass) {
        take_switched({gpu, switch_of(target, child.place), count, xgmi, {}, child.place});
        continue;
      }
      const auto bus = bus_id_of(target);
      const unsigned to = bus ? machine_.find_bus(*bus) : kNoFound;
      if (to == kNoFound)
        child.place.fail(fmt::format("a link to '{}'", core::excerpt(target)),
                         "the bus id of a GPU of this file");
      if (to == gpu) {
        left_out(fmt::format("{} links of {} to itself", count, *bus),
                 "no link leads to its own GPU");
        continue;
      }
      if (machine_.devices[to].kind != DeviceKind::kGpu) {
        left_out(fmt::format("{} links of {} to {}", count, machine_.devices[gpu].bus_id, *bus),
                 "links to CPUs are not modelled");
        continue;
      }
      take_link({gpu, to, count, xgmi, {}, child.place});
    }
  }

  /// The NVSwitch of a bus id; kNoFound for a target that is none, as virtual machines have.
  unsigned switch_of(const std::string& target, const FilePlace& place) {
    const auto bus = bus_id_of(target);
    if (!bus) return kNoFound;
    if (const unsigned known = machine_.find_bus(*bus); known != kNoFound) return known;
    FoundDevice made;
    made.kind = DeviceKind::kNvSwitch;
    made.bus_id = *bus;
    made.place = place;
    return machine_.add(std::move(made));
  }

  /// Links of a GPU to one NVSwitch, or to unknown ones, are one entry.
  void take_switched(const FoundLinks& link) {
    for (FoundLinks& known : to_switches_)
      if (known.from == link.from && known.to == link.to) {
        known.count += link.count;
        return;
      }
    to_switches_.push_back(link);
  }

  void take_link(const FoundLinks& link) {
    const auto [at, fresh] = counts_.emplace(std::make_pair(link.from, link.to), link);
    if (!fresh) link.place.fail("a second entry for this target", "each target once");
    if (counts_.count({link.to, link.from}) == 0) machine_.links.push_back(link);
  }

  void check_links() const {
    for (const auto& [ends, link] : counts_) {
      const auto back = counts_.find({ends.second, ends.first});
      if (back != counts_.end() && back->second.count != link.count)
        back->second.place.fail(
            fmt::format("{} links to {}, but that end has {} (line {})", back->second.count,
                        machine_.devices[link.from].bus_id, link.count, link.place.line),
            "the same number at both ends");
    }
  }

  /// Takes bridges away that have nothing below them.
  void drop_empty_bridges() {
    std::vector<bool> used(machine_.devices.size());
    for (unsigned i = static_cast<unsigned>(used.size()); i-- > 0;) {
      const FoundDevice& device = machine_.devices[i];
      if (device.kind != DeviceKind::kSwitch) used[i] = true;
      if (device.kind == DeviceKind::kRootComplex) used[i] = true;
      if (used[i] && device.parent != kNoFound) used[device.parent] = true;
    }
    std::vector<unsigned> now(used.size(), kNoFound);
    std::vector<FoundDevice> kept;
    for (unsigned i = 0; i < used.size(); ++i) {
      if (!used[i]) continue;
      now[i] = static_cast<unsigned>(kept.size());
      kept.push_back(std::move(machine_.devices[i]));
      if (kept.back().parent != kNoFound) kept.back().parent = now[kept.back().parent];
    }
    machine_.devices = std::move(kept);
    for (FoundLinks& link : machine_.links) {
      link.from = now[link.from];
      if (link.to != kNoFound) link.to = now[link.to];
    }
  }

  void left_out(const std::string& what, const std::string& reason) {
    guesses_.add({GuessKind::kLeftOut, what, "left out", reason, ""});
  }

  ImportGuesses& guesses_;
  FoundMachine machine_;
  std::vector<std::pair<unsigned, const XmlNode*>> gpus_;
  std::vector<FoundLinks> to_switches_;
  std::map<std::pair<unsigned, unsigned>, FoundLinks> counts_;
};

}  // namespace

unsigned pcie_generation_of(std::string_view speed, const FilePlace& place) {
  const std::string_view text = core::trimmed(speed);
  if (text.empty() || core::begins_with(text, "Unknown") || text == "unknown") return 0;
  std::size_t end = text.find("GT/s");
  const auto number = core::parse_number<double>(core::trimmed(text.substr(0, end)));
  constexpr double kSpeeds[] = {2.5, 5, 8, 16, 32, 64};
  if (end != text.npos && number)
    for (unsigned i = 0; i < std::size(kSpeeds); ++i)
      if (*number == kSpeeds[i]) return i + 1;
  place.fail(fmt::format("a link speed of '{}'", core::excerpt(text)),
             "2.5, 5, 8, 16, 32 or 64 GT/s");
}

bool is_nccl_topology(const XmlNode& root) { return root.name == "system"; }
bool is_nccl_graph(const XmlNode& root) { return root.name == "graphs"; }

FoundMachine read_nccl_topology(const XmlNode& root, ImportGuesses& guesses) {
  return NcclReader(guesses).run(root);
}

FoundMachine read_nccl_graph(const XmlNode& root) {
  FoundMachine machine;
  for (const XmlNode& graph : root.children) {
    if (graph.name != "graph" || number_at(graph, "pattern", 16) != kRingPattern) continue;
    for (const XmlNode& channel : graph.children) {
      if (channel.name != "channel" || !machine.ring.empty()) continue;
      machine.ring_place = channel.place;
      for (const XmlNode& gpu : channel.children) {
        if (gpu.name != "gpu") continue;
        const auto number = number_at(gpu, "dev", 1023);
        if (!number) gpu.place.fail("a <gpu> without dev", "the number of a GPU");
        const std::string name = std::to_string(*number);
        if (std::count(machine.ring.begin(), machine.ring.end(), name) != 0)
          gpu.place.fail("GPU " + name + " is in the channel twice", "a ring has each GPU once");
        machine.ring.push_back(name);
      }
    }
  }
  return machine;
}

}  // namespace gf::model
