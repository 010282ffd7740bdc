// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/switch/enumeration.h"

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
  if (low.end() <= kLowLimit) return low.take();
  Walk high(tree, bars, kHighBase, acs_redirect);
  high.visit(0, 0);
  return high.take();
}

}  // namespace gf::hw::pcie
