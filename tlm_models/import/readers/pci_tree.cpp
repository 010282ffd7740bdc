// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/readers/pci_tree.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "core/base/printable.h"
#include "tlm_models/import/found/known_parts.h"

namespace gf::model {
namespace {

constexpr std::size_t kMostPortDepth = 64;

class PciTree {
 public:
  PciTree(const std::vector<PciFunction>& functions, FoundMachine& machine, ImportGuesses& guesses)
      : functions_(functions), machine_(machine), guesses_(guesses) {
    for (const PciFunction& function : functions) {
      const auto [at, fresh] = by_bus_.emplace(function.bus_id, &function);
      if (!fresh)
        function.place.fail(fmt::format("a second device with the bus id {}, first on line {}",
                                        function.bus_id, at->second->place.line),
                            "each device once");
    }
  }

  void run() {
    for (const PciFunction& function : functions_)
      if (is_wanted(function)) add(function);
  }

 private:
  bool is_wanted(const PciFunction& function) {
    if (function.kind == PciClass::kGpu || function.kind == PciClass::kNvSwitch) return true;
    if (function.kind != PciClass::kNic) return false;
    const std::string what = function.name.empty()
                                 ? function.bus_id
                                 : function.bus_id + " " + core::excerpt(function.name, 60);
    const bool known = function.is_rdma || part_of_id("nic", function.part_id) != nullptr ||
                       part_of_name("nic", function.name) != nullptr;
    if (!known) {
      guesses_.add({GuessKind::kLeftOut, what, "left out", "not known as an RDMA card", ""});
      return false;
    }
    const std::string first = function.bus_id.substr(0, function.bus_id.size() - 1) + "0";
    const auto other = by_bus_.find(first);
    if (first == function.bus_id || other == by_bus_.end()) return true;
    if (other->second->kind != PciClass::kNic) return true;
    guesses_.add(
        {GuessKind::kLeftOut, what, "left out", "another function of the NIC " + first, ""});
    return false;
  }

  void add(const PciFunction& function) {
    const std::vector<const PciFunction*> above = bridges_above(function);
    unsigned parent = root_of(function, above);
    const PciFunction* port = nullptr;  // the nearest port above
    for (std::size_t depth = 1; depth <= above.size(); ++depth) {
      const PciFunction& bridge = *above[depth - 1];
      if (is_upstream(bridge, depth)) parent = switch_of(bridge, port, parent);
      port = &bridge;
    }
    FoundDevice device;
    device.kind = function.kind == PciClass::kGpu   ? DeviceKind::kGpu
                  : function.kind == PciClass::kNic ? DeviceKind::kNic
                                                    : DeviceKind::kNvSwitch;
    device.parent = device.kind == DeviceKind::kNvSwitch ? kNoFound : parent;
    device.bus_id = function.bus_id;
    device.label = function.label;
    device.part = function.name;
    device.part_id = function.part_id;
    device.number = function.number;
    device.port = slower(function, port);
    device.place = function.place;
    machine_.add(std::move(device));
  }

  /// From the root port down.
  [[nodiscard]] std::vector<const PciFunction*> bridges_above(const PciFunction& function) const {
    std::vector<const PciFunction*> above;
    for (std::string at = function.parent; !at.empty();) {
      const auto bridge = by_bus_.find(at);
      if (bridge == by_bus_.end()) break;
      if (above.size() == kMostPortDepth)
        function.place.fail("the bridges above " + function.bus_id + " lead back to it",
                            "a tree of at most 64 bridges");
      above.push_back(bridge->second);
      at = bridge->second->parent;
    }
    std::reverse(above.begin(), above.end());
    return above;
  }

  static bool is_upstream(const PciFunction& bridge, std::size_t depth) {
    if (bridge.port_type == PciFunction::PortType::kUnknown) return depth % 2 == 0;
    return bridge.port_type == PciFunction::PortType::kUpstream;
  }

  static FoundPort slower(const PciFunction& below, const PciFunction* above) {
    FoundPort port = below.port;
    if (port.generation == 0 || port.place.line == 0) port.place = below.place;
    if (above == nullptr) return port;
    const auto least = [](unsigned a, unsigned b) {
      return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);
    };
    port.generation = least(port.generation, above->port.generation);
    port.width = least(port.width, above->port.width);
    return port;
  }

  unsigned root_of(const PciFunction& function, const std::vector<const PciFunction*>& above) {
    const std::string& bus = above.empty() ? function.root : above.front()->root;
    const auto [at, fresh] = roots_.emplace(bus, kNoFound);
    if (fresh) {
      FoundDevice root;
      root.kind = DeviceKind::kRootComplex;
      root.numa = function.numa;
      root.place = above.empty() ? function.place : above.front()->place;
      at->second = machine_.add(std::move(root));
    }
    FoundDevice& root = machine_.devices[at->second];
    if (!root.numa) root.numa = function.numa;
    if (function.numa && root.numa != function.numa)
      function.place.fail(
          fmt::format("{} is on NUMA node {}, but others on its root bus {} are on {}",
                      function.bus_id, *function.numa, bus, *root.numa),
          "one NUMA node for a root bus");
    return at->second;
  }

  unsigned switch_of(const PciFunction& bridge, const PciFunction* port, unsigned parent) {
    if (const unsigned known = machine_.find_bus(bridge.bus_id); known != kNoFound) return known;
    FoundDevice made;
    made.kind = DeviceKind::kSwitch;
    made.parent = parent;
    made.bus_id = bridge.bus_id;
    made.port = slower(bridge, port);
    made.place = bridge.place;
    return machine_.add(std::move(made));
  }

  const std::vector<PciFunction>& functions_;
  FoundMachine& machine_;
  ImportGuesses& guesses_;
  std::map<std::string, const PciFunction*> by_bus_;
  std::map<std::string, unsigned> roots_;
};

}  // namespace

void add_pci_tree(const std::vector<PciFunction>& functions, FoundMachine& machine,
                  ImportGuesses& guesses) {
  PciTree(functions, machine, guesses).run();
}

}  // namespace gf::model
