// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/readers/hwloc_xml.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <vector>

#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "tlm_models/import/readers/pci_tree.h"
#include "tlm_models/machine/pcie_generation.h"

namespace gf::model {

bool is_hwloc(const XmlNode& root) { return root.name == "topology"; }

namespace {

/// Finds the slowest link of at least `gigabytes` per second: hwloc gives only a rate.
FoundPort port_of(float gigabytes, const FilePlace& place) {
  if (gigabytes <= 0) return {0, 0, place};
  FoundPort best{0, 0, place};
  double nearest = 0;
  for (const PcieGeneration& generation : kPcieGenerations)
    for (const unsigned width : kPcieWidths) {
      const double rate = pcie_rate(generation.number, width).bytes_per_second() / 1e9;
      const double off = std::abs(rate / double{gigabytes} - 1);
      const bool better = best.generation == 0 || off < nearest - 0.01 ||
                          (off < nearest + 0.01 && width == 16 && best.width != 16);
      if (!better) continue;
      best = {generation.number, width, place};
      nearest = off;
    }
  return nearest < 0.05 ? best : FoundPort{0, 0, place};
}

/// Returns the numbers of the bits of "0x00000003,0x00000001": words of 32 bits, the lowest last.
std::vector<unsigned> bits_of(std::string_view bitmap) {
  std::vector<unsigned> bits;
  for (unsigned base = 0; !bitmap.empty(); base += 32) {
    const std::size_t comma = bitmap.rfind(',');
    const std::string word(comma == bitmap.npos ? bitmap : bitmap.substr(comma + 1));
    bitmap = comma == bitmap.npos ? std::string_view() : bitmap.substr(0, comma);
    const unsigned long value = std::strtoul(word.c_str(), nullptr, 16);
    for (unsigned n = 0; n < 32; ++n)
      if ((value >> n & 1) != 0) bits.push_back(base + n);
  }
  return bits;
}

class HwlocReader {
 public:
  explicit HwlocReader(bool osdev_flags) : osdev_flags_(osdev_flags) {}

  FoundMachine run(const XmlNode& root, ImportGuesses& guesses) {
    for (const XmlNode& child : root.children) take_object(child, {});
    FoundMachine machine;
    add_pci_tree(functions_, machine, guesses);
    if (machine.of_kind(DeviceKind::kGpu).empty())
      root.place.fail("the topology has no GPU",
                      "a file that lstopo wrote with I/O devices (lstopo --of xml)");
    for (FoundDevice& device : machine.devices)
      if (device.kind == DeviceKind::kRootComplex && device.numa) describe(device);
    for_each_node(root, [&](const XmlNode& node) {
      if (core::begins_with(node.name, "distances")) take_distances(node, machine.distances);
    });
    return machine;
  }

 private:
  /// Takes what is outside of PCI; `nodeset` is that of the nearest object that has one.
  void take_object(const XmlNode& node, std::string nodeset) {
    if (node.name != "object") return;
    const std::string& type = node.at("type");
    if (type == "Bridge") return take_host(node, nodeset);
    if (!node.at("nodeset").empty()) nodeset = node.at("nodeset");
    if (type == "NUMANode") memories_.push_back(&node);
    if (type == "Package" || type == "Socket") packages_.push_back(&node);
    for (const XmlNode& child : node.children) take_object(child, nodeset);
  }

  /// Takes a bridge from the host to PCI: "0000:[16-1b]" are its buses.
  void take_host(const XmlNode& node, const std::string& nodeset) {
    const std::string& buses = node.at("bridge_pci");
    const std::size_t bracket = buses.find(":[");
    const auto first =
        bracket == buses.npos
            ? std::nullopt
            : bus_id_of(buses.substr(0, bracket) + ":" + buses.substr(bracket + 2, 2) + ":00.0");
    if (!core::begins_with(node.at("bridge_type"), "0-") || !first)
      node.place.fail(fmt::format("a bridge of type '{}' with the buses '{}' outside of PCI",
                                  core::excerpt(node.at("bridge_type")), core::excerpt(buses)),
                      "bridge_type=\"0-1\" and bridge_pci=\"0000:[16-1b]\"");
    root_ = first->substr(0, 7);
    const std::vector<unsigned> nodes = bits_of(nodeset);
    numa_.reset();
    if (nodes.size() == 1) numa_ = nodes.front();
    take_below(node, "");
  }

  void take_below(const XmlNode& parent, const std::string& bridge) {
    for (const XmlNode& child : parent.children) {
      if (child.at("type") == "Bridge") {
        PciFunction function = function_of(child, bridge);
        function.kind = PciClass::kBridge;
        functions_.push_back(function);
        take_below(child, function.bus_id);
      } else if (child.at("type") == "PCIDev") {
        take_device(child, bridge);
      }
    }
  }

  /// Takes a device: its pci_type is "0302 [10de:1db1] [10de:1212] a1", class and ids.
  void take_device(const XmlNode& node, const std::string& bridge) {
    PciFunction function = function_of(node, bridge);
    const std::string& type = node.at("pci_type");
    if (type.size() < 16 || type[5] != '[' || type[15] != ']')
      node.place.fail(fmt::format("pci_type=\"{}\"", core::excerpt(type)),
                      "a class and ids, as \"0302 [10de:1db1] [10de:1212] a1\"");
    function.part_id = type.substr(6, 9);
    function.kind = pci_class(type.substr(0, 4), function.part_id);
    function.numa = numa_;
    function.is_rdma = core::begins_with(type, "0207");
    const bool gpu = core::begins_with(function.part_id, "10de:") ||
                     core::begins_with(function.part_id, "1002:");
    for (const XmlNode& os : node.children) {
      if (os.at("type") != "OSDev") continue;
      const std::string& name = os.at("name");
      if (is_openfabrics(os)) {
        function.label = name;
        function.is_rdma = true;
      }
      for (const char* stem : {"nvml", "rsmi"})
        if (gpu && core::begins_with(name, stem))
          function.number = core::parse_number<unsigned>(std::string_view(name).substr(4));
      if (gpu && !info(os, "GPUModel").empty()) function.name = info(os, "GPUModel");
    }
    functions_.push_back(std::move(function));
  }

  [[nodiscard]] bool is_openfabrics(const XmlNode& os) const {
    const auto type = core::parse_number<unsigned>(os.at("osdev_type"));
    return type && (osdev_flags_ ? (*type & 32) != 0 : *type == 3);
  }

  [[nodiscard]] PciFunction function_of(const XmlNode& node, const std::string& bridge) const {
    PciFunction function;
    const auto bus = bus_id_of(node.at("pci_busid"));
    if (!bus)
      node.place.fail(fmt::format("pci_busid=\"{}\"", core::excerpt(node.at("pci_busid"))),
                      "an address of PCI, as \"0000:17:00.0\"");
    function.bus_id = *bus;
    function.parent = bridge;
    function.root = root_;
    function.place = node.place;
    const float gigabytes = std::strtof(node.at("pci_link_speed").c_str(), nullptr);
    function.port = port_of(gigabytes, node.place);
    return function;
  }

  static std::string info(const XmlNode& object, const std::string& name) {
    for (const XmlNode& child : object.children)
      if (child.name == "info" && child.at("name") == name) return child.at("value");
    return "";
  }

  /// Takes a matrix of latencies between NUMA nodes. In version 1 it has an element for each value,
  /// in the order of the nodes, and is that of all nodes if it has as many.
  void take_distances(const XmlNode& node, FoundDistances& distances) const {
    std::vector<unsigned> nodes;
    std::vector<double> values;
    for (const XmlNode& child : node.children) {
      for (const std::string_view word : core::split_words(child.text)) {
        const auto number = core::parse_number<unsigned>(word);
        if (number && child.name == "indexes") nodes.push_back(*number);
        if (number && child.name == "u64values") values.push_back(*number);
      }
      if (child.name == "latency")
        values.push_back(core::parse_number<double>(child.at("value")).value_or(0));
    }
    if (node.name == "distances")
      for (const XmlNode* memory : memories_)
        nodes.push_back(core::parse_number<unsigned>(memory->at("os_index")).value_or(0));
    else if (node.at("type") != "NUMANode" || node.at("name") != "NUMALatency")
      return;
    if (nodes.empty() || values.size() != nodes.size() * nodes.size()) return;
    distances.place = node.place;
    for (std::size_t a = 0; a < nodes.size(); ++a)
      for (std::size_t b = 0; b < nodes.size(); ++b)
        distances.of[{nodes[a], nodes[b]}] = values[a * nodes.size() + b];
  }

  /// Counts the memories of `nodes` that are of no subtype: GPUs and HBM have some of their own.
  [[nodiscard]] unsigned count_memories(const std::vector<unsigned>& nodes) const {
    const auto count = std::count_if(memories_.begin(), memories_.end(), [&](const XmlNode* node) {
      const auto index = core::parse_number<unsigned>(node->at("os_index"));
      return index && node->at("subtype").empty() &&
             std::find(nodes.begin(), nodes.end(), *index) != nodes.end();
    });
    return std::max(1u, static_cast<unsigned>(count));
  }

  /// Adds the CPU and the memory of a NUMA node.
  void describe(FoundDevice& root) const {
    for (const XmlNode* node : memories_) {
      const auto bytes = core::parse_number<std::uint64_t>(node->at("local_memory"));
      if (core::parse_number<unsigned>(node->at("os_index")) != root.numa || bytes.value_or(0) == 0)
        continue;
      constexpr double kGibibyte = 1 << 30;
      root.remark = fmt::format("NUMA node {} has {:.0f} GiB of memory", *root.numa,
                                static_cast<double>(*bytes) / kGibibyte);
    }
    for (unsigned number = 0; number < packages_.size(); ++number) {
      const XmlNode* const package = packages_[number];
      const std::vector<unsigned> nodes = bits_of(package->at("nodeset"));
      if (std::find(nodes.begin(), nodes.end(), *root.numa) == nodes.end()) continue;
      root.package = number;
      root.package_nodes = count_memories(nodes);
      root.package_place = package->place;
      root.part = info(*package, "CPUModel");
      root.part_id =
          fmt::format("{}:{}:{}", info(*package, "CPUVendor"), info(*package, "CPUFamilyNumber"),
                      info(*package, "CPUModelNumber"));
      return;
    }
  }

  const bool osdev_flags_;  ///< Types of OS devices are bits, as since version 3.
  std::vector<const XmlNode*> memories_, packages_;
  std::string root_;
  std::optional<unsigned> numa_;
  std::vector<PciFunction> functions_;
};

}  // namespace

FoundMachine read_hwloc(const XmlNode& root, ImportGuesses& guesses) {
  const std::string& version = root.at("version");
  const char major = version.empty() ? '1' : version.front();
  if (major < '1' || major > '3')
    root.place.fail("version '" + core::excerpt(version) + "' of hwloc's form",
                    "version 1, 2 or 3");
  return HwlocReader(major == '3').run(root, guesses);
}

}  // namespace gf::model
