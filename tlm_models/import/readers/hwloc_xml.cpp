// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/readers/hwloc_xml.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <memory>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "tlm_models/import/readers/pci_tree.h"
#include "tlm_models/machine/pcie_generation.h"

#ifdef GF_HWLOC
#include <hwloc.h>
#endif

namespace gf::model {

bool is_hwloc(const XmlNode& root) { return root.name == "topology"; }

#ifndef GF_HWLOC
bool reads_hwloc() { return false; }

FoundMachine read_hwloc(const std::string& /*text*/, const XmlNode& root,
                        ImportGuesses& /*guesses*/) {
  throw core::UserError(core::ExitCode::kUsage,
                        root.place.file +
                            ": this gpufabric was built without hwloc, which its files need; "
                            "install libhwloc-dev (scripts/setup) and build it again");
}
#else
namespace {

struct Destroy {
  void operator()(hwloc_topology* topology) const { hwloc_topology_destroy(topology); }
};
using PciAttributes = hwloc_obj_attr_u::hwloc_pcidev_attr_s;
using Topology = std::unique_ptr<hwloc_topology, Destroy>;

constexpr unsigned kNvidia = 0x10de, kAmd = 0x1002;

/// Returns the topology, or null if hwloc refuses it.
Topology load(const std::string& text) {
  // Its own parser reads what lstopo writes, and no external entities; it prints no errors.
  setenv("HWLOC_LIBXML_IMPORT", "0", 1);
  setenv("HWLOC_HIDE_ERRORS", "2", 1);
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return nullptr;
  Topology topology(raw);
  hwloc_topology_set_io_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_ALL);
  hwloc_topology_set_icache_types_filter(raw, HWLOC_TYPE_FILTER_KEEP_NONE);
  const bool taken =
      hwloc_topology_set_xmlbuffer(raw, text.c_str(), static_cast<int>(text.size()) + 1) == 0 &&
      hwloc_topology_load(raw) == 0;
  return taken ? std::move(topology) : nullptr;
}

std::string bus_of(const PciAttributes& pci) {
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", pci.domain, unsigned{pci.bus}, unsigned{pci.dev},
                     unsigned{pci.func});
}

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

class HwlocReader {
 public:
  HwlocReader(const hwloc_topology_t topology, const XmlNode& root)
      : topology_(topology), top_(root.place) {
    for_each_node(root, [&](const XmlNode& node) {
      if (node.name != "object") return;
      if (!node.at("pci_busid").empty()) lines_[node.at("pci_busid")].push_back(node.place);
    });
  }

  FoundMachine run(ImportGuesses& guesses) {
    for (hwloc_obj_t host = hwloc_get_next_bridge(topology_, nullptr); host != nullptr;
         host = hwloc_get_next_bridge(topology_, host))
      if (host->attr->bridge.upstream_type == HWLOC_OBJ_BRIDGE_HOST) take_host(host);
    FoundMachine machine;
    add_pci_tree(functions_, machine, guesses);
    if (machine.of_kind(DeviceKind::kGpu).empty())
      top_.fail("the topology has no GPU",
                "a file that lstopo wrote with I/O devices (lstopo --of xml)");
    for (FoundDevice& device : machine.devices)
      if (device.kind == DeviceKind::kRootComplex) describe(device);
    return machine;
  }

 private:
  void take_host(hwloc_obj_t host) {
    const auto& down = host->attr->bridge.downstream.pci;
    root_ = fmt::format("{:04x}:{:02x}", down.domain, unsigned{down.secondary_bus});
    const hwloc_obj_t near = hwloc_get_non_io_ancestor_obj(topology_, host);
    numa_.reset();
    if (near != nullptr && near->nodeset != nullptr && hwloc_bitmap_weight(near->nodeset) == 1)
      numa_ = static_cast<unsigned>(hwloc_bitmap_first(near->nodeset));
    take_below(host, "");
  }

  void take_below(hwloc_obj_t parent, const std::string& bridge) {
    for (hwloc_obj_t child = parent->io_first_child; child != nullptr;
         child = child->next_sibling) {
      if (child->type == HWLOC_OBJ_BRIDGE) {
        PciFunction function = function_of(child->attr->bridge.upstream.pci, bridge);
        function.kind = PciClass::kBridge;
        functions_.push_back(function);
        take_below(child, function.bus_id);
      } else if (child->type == HWLOC_OBJ_PCI_DEVICE) {
        take_device(child, bridge);
      }
    }
  }

  void take_device(hwloc_obj_t object, const std::string& bridge) {
    const auto& pci = object->attr->pcidev;
    PciFunction function = function_of(pci, bridge);
    function.part_id = fmt::format("{:04x}:{:04x}", pci.vendor_id, pci.device_id);
    function.kind = pci_class(fmt::format("{:04x}", pci.class_id), function.part_id);
    function.numa = numa_;
    function.is_rdma = pci.class_id == 0x0207;
    const bool gpu = pci.vendor_id == kNvidia || pci.vendor_id == kAmd;
    for (hwloc_obj_t os = object->io_first_child; os != nullptr; os = os->next_sibling) {
      if (os->type != HWLOC_OBJ_OS_DEVICE || os->name == nullptr) continue;
      const std::string name = os->name;
      if (os->attr->osdev.type == HWLOC_OBJ_OSDEV_OPENFABRICS) {
        function.label = name;
        function.is_rdma = true;
      }
      for (const char* stem : {"nvml", "rsmi"})
        if (gpu && core::begins_with(name, stem))
          function.number = core::parse_number<unsigned>(std::string_view(name).substr(4));
      if (const char* const model = hwloc_obj_get_info_by_name(os, "GPUModel");
          model != nullptr && gpu)
        function.name = model;
    }
    functions_.push_back(std::move(function));
  }

  PciFunction function_of(const PciAttributes& pci, const std::string& bridge) {
    PciFunction function;
    function.bus_id = bus_of(pci);
    function.parent = bridge;
    function.root = root_;
    std::vector<FilePlace>& lines = lines_[function.bus_id];  // several if the file is damaged
    function.place = lines.empty() ? top_ : lines.front();
    if (lines.size() > 1) lines.erase(lines.begin());
    function.port = port_of(pci.linkspeed, function.place);
    return function;
  }

  /// Adds the CPU and the memory of a NUMA node.
  void describe(FoundDevice& root) const {
    if (!root.numa) return;
    const hwloc_obj_t node = hwloc_get_numanode_obj_by_os_index(topology_, *root.numa);
    if (node == nullptr) return;
    constexpr double kGibibyte = 1 << 30;
    if (node->attr->numanode.local_memory > 0)
      root.remark = fmt::format(
          "NUMA node {} has {:.0f} GiB of memory; memory of hosts is not modelled", *root.numa,
          static_cast<double>(node->attr->numanode.local_memory) / kGibibyte);
    hwloc_obj_t package = node;
    while (package != nullptr && package->type != HWLOC_OBJ_PACKAGE) package = package->parent;
    if (package == nullptr) return;
    const auto info = [&](const char* name) {
      const char* const text = hwloc_obj_get_info_by_name(package, name);
      return std::string(text == nullptr ? "" : text);
    };
    root.part = info("CPUModel");
    root.part_id =
        fmt::format("{}:{}:{}", info("CPUVendor"), info("CPUFamilyNumber"), info("CPUModelNumber"));
  }

  const hwloc_topology_t topology_;
  const FilePlace top_;
  std::map<std::string, std::vector<FilePlace> > lines_;  ///< By bus id, in the order of the file.
  std::string root_;
  std::optional<unsigned> numa_;
  std::vector<PciFunction> functions_;
};

}  // namespace

bool reads_hwloc() { return true; }

FoundMachine read_hwloc(const std::string& text, const XmlNode& root, ImportGuesses& guesses) {
  const std::string& version = root.at("version");
  if (core::begins_with(version, "3"))
    root.place.fail("version " + core::excerpt(version) + " of hwloc's form",
                    "version 1 or 2; hwloc 3 writes it by lstopo --export-xml-flags 2 FILE.xml");
  if (!version.empty() && !core::begins_with(version, "2") && !core::begins_with(version, "1"))
    root.place.fail("version '" + core::excerpt(version) + "' of hwloc's form", "version 1 or 2");
  const Topology topology = load(text);
  if (topology == nullptr) root.place.fail("hwloc refuses it", "a whole file that lstopo wrote");
  return HwlocReader(topology.get(), root).run(guesses);
}
#endif

}  // namespace gf::model
