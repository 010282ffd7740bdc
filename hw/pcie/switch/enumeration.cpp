// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/switch/enumeration.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::hw::pcie {
namespace {

constexpr std::uint64_t kLowBase = 1ull << 31;
constexpr std::uint64_t kLowLimit = 1ull << 32;
constexpr std::uint64_t kHighBase = 1ull << 40;

std::uint64_t align(std::uint64_t address, std::uint64_t size) {
  return (address + size - 1) / size * size;
}

/// The walk that assigns buses and addresses.
class Walk {
 public:
  Walk(const model::PcieTree& tree, const std::vector<core::Bytes>& bars, std::uint64_t base,
       bool acs_redirect)
      // Allocated at once: visit() holds references to nodes while it descends.
      : tree_(tree),
        bars_(bars),
        acs_redirect_(acs_redirect),
        address_(base),
        nodes_(tree.nodes().size()) {}

  void visit(unsigned index, unsigned bus) {
    const model::PcieNode& node = tree_.node(index);
    NodeConfiguration& made = nodes_[index];
    if (node.kind == model::PcieNodeKind::kDevice) {
      made.id = bus << 8;
      const std::uint64_t size = bars_[node.device].count();
      address_ = align(address_, size);
      made.window = {address_, address_ + size - 1};
      address_ += size;
      return;
    }
    // A switch's downstream bridges sit on a bus inside it; root ports sit on the root's own bus.
    const bool is_root = node.kind == model::PcieNodeKind::kRootComplex;
    const unsigned inner = is_root ? bus : next_bus_++;
    for (unsigned child : node.children) visit_below(made, inner, child);
    // The gaps that alignment leaves between two windows also belong to this window. Addresses
    // there come down to this node and end here, because none of its bridges claims them.
    made.window = {made.bridges.front().memory.first, made.bridges.back().memory.last};
    for (unsigned port = 0; port < made.bridges.size(); ++port) {
      const BridgeHeader& bridge = made.bridges[port];
      made.routing.add_downstream(port, bridge.memory, bridge.secondary_bus,
                                  bridge.subordinate_bus);
    }
    if (node.parent != model::kNoPcieNode) made.routing.set_upstream(node.up_port());
    if (!acs_redirect_) return;
    if (is_root)
      made.routing.reflect();
    else
      made.routing.redirect_up();
  }

  /// Replaces the routing of root complexes, if cross links join some: windows and buses below each
  /// other one leave by its way, and no port is upstream.
  void route_over_roots() {
    if (!tree_.root_routes()) return;
    const std::vector<unsigned>& roots = tree_.roots();
    for (unsigned from = 0; from < roots.size(); ++from) {
      RoutingTable routing;
      for (unsigned to = 0; to < roots.size(); ++to) {
        const std::vector<unsigned>& children = tree_.node(roots[to]).children;
        const std::vector<BridgeHeader>& bridges = nodes_[roots[to]].bridges;
        // Children that are root complexes come last.
        const auto own = static_cast<std::size_t>(
            std::count_if(children.begin(), children.end(), [&](unsigned child) {
              return tree_.node(child).kind != model::PcieNodeKind::kRootComplex;
            }));
        if (own == 0) continue;
        if (from == to) {
          for (unsigned port = 0; port < own; ++port)
            routing.add_downstream(port, bridges[port].memory, bridges[port].secondary_bus,
                                   bridges[port].subordinate_bus);
          continue;
        }
        routing.add_downstream(tree_.root_routes()->port(from, to),
                               {bridges[0].memory.first, bridges[own - 1].memory.last},
                               bridges[0].secondary_bus, bridges[own - 1].subordinate_bus);
      }
      nodes_[roots[from]].routing = routing;
    }
  }

  [[nodiscard]] std::uint64_t end() const { return address_; }
  std::vector<NodeConfiguration> take() { return std::move(nodes_); }

 private:
  void visit_below(NodeConfiguration& parent, unsigned inner, unsigned child) {
    BridgeHeader bridge;
    bridge.primary_bus = inner;
    bridge.secondary_bus = next_bus_++;
    visit(child, bridge.secondary_bus);
    bridge.subordinate_bus = next_bus_ - 1;  // depth first: the last assigned bus lies below it
    bridge.memory = nodes_[child].window;
    parent.bridges.push_back(bridge);
  }

  const model::PcieTree& tree_;
  const std::vector<core::Bytes>& bars_;
  const bool acs_redirect_;
  std::uint64_t address_;
  unsigned next_bus_ = 1;  ///< Bus 0 is the root's own.
  std::vector<NodeConfiguration> nodes_;
};

}  // namespace

std::vector<NodeConfiguration> enumerate(const model::PcieTree& tree,
                                         const std::vector<core::Bytes>& bars, bool acs_redirect) {
  GF_CHECK(bars.size() == tree.device_count(), "one window per device");
  // All windows share one range: if they do not fit below 4 GiB, every TLP has the long header.
  Walk low(tree, bars, kLowBase, acs_redirect);
  low.visit(0, 0);
  low.route_over_roots();
  if (low.end() <= kLowLimit) return low.take();
  Walk high(tree, bars, kHighBase, acs_redirect);
  high.visit(0, 0);
  high.route_over_roots();
  return high.take();
}

}  // namespace gf::hw::pcie
