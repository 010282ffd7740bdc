// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/switch/enumeration.h"

#include <gtest/gtest.h>
#include <map>
#include <ostream>
#include <set>

#include "core/base/random.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::hw::pcie::enumeration_test {
namespace {

using model::PcieNode;
using model::PcieNodeKind;
using model::PcieTree;

struct Case {
  const char* tree;
  bool mixed_bars;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.tree << (c.mixed_bars ? ", mixed" : "");
}

class Enumeration : public testing::TestWithParam<Case> {
 protected:
  Enumeration() : tree_(model::make_pcie_tree(GetParam().tree)) {
    for (unsigned gpu = 0; gpu < tree_.device_count(); ++gpu) {
      bars_.emplace_back(GetParam().mixed_bars ? 1ull << (20 + 7 * gpu % 13) : 1ull << 28);
    }
    nodes_ = enumerate(tree_, bars_);
  }
  const AddressWindow& window(unsigned gpu) const { return nodes_[tree_.device_node(gpu)].window; }
  DeviceId id(unsigned gpu) const { return nodes_[tree_.device_node(gpu)].id; }

  PcieTree tree_;
  std::vector<core::Bytes> bars_;
  std::vector<NodeConfiguration> nodes_;
};

TEST_P(Enumeration, WindowsHaveTheirSizeAndAlignmentAndAreDisjoint) {
  std::map<std::uint64_t, std::uint64_t> seen;  // first, last
  for (unsigned gpu = 0; gpu < tree_.device_count(); ++gpu) {
    EXPECT_EQ(window(gpu).last - window(gpu).first + 1, bars_[gpu].count());
    EXPECT_EQ(window(gpu).first % bars_[gpu].count(), 0u) << "natural alignment";
    EXPECT_TRUE(seen.emplace(window(gpu).first, window(gpu).last).second);
  }
  std::uint64_t end = 0;
  for (const auto& [first, last] : seen) {
    EXPECT_GE(first, end);
    end = last + 1;
  }
}

TEST_P(Enumeration, BridgeWindowsHoldWhatIsBelowThem) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const PcieNode& node = tree_.nodes()[i];
    ASSERT_EQ(nodes_[i].bridges.size(), node.children.size());
    for (std::size_t port = 0; port < node.children.size(); ++port) {
      const AddressWindow& memory = nodes_[i].bridges[port].memory;
      const AddressWindow& below = nodes_[node.children[port]].window;
      EXPECT_EQ(memory.first % (1 << 20), 0u) << "base and limit count in MiB";
      EXPECT_EQ((memory.last + 1) % (1 << 20), 0u);
      EXPECT_LE(memory.first, below.first);
      EXPECT_GE(memory.last, below.last);
      EXPECT_LE(nodes_[i].window.first, memory.first);
      EXPECT_GE(nodes_[i].window.last, memory.last);
    }
  }
}

TEST_P(Enumeration, BusRangesAreNestedAndSiblingsDisjoint) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    unsigned next = 0;
    for (std::size_t port = 0; port < nodes_[i].bridges.size(); ++port) {
      const BridgeHeader& bridge = nodes_[i].bridges[port];
      EXPECT_LT(bridge.primary_bus, bridge.secondary_bus);
      EXPECT_LE(bridge.secondary_bus, bridge.subordinate_bus);
      EXPECT_GE(bridge.secondary_bus, next) << "behind the buses of the port before";
      next = bridge.subordinate_bus + 1;
      const unsigned child = tree_.nodes()[i].children[port];
      for (const BridgeHeader& inner : nodes_[child].bridges) {
        EXPECT_GE(inner.secondary_bus, bridge.secondary_bus);
        EXPECT_LE(inner.subordinate_bus, bridge.subordinate_bus);
      }
      if (tree_.node(child).kind == PcieNodeKind::kDevice) {
        EXPECT_EQ(bus_of(nodes_[child].id), bridge.secondary_bus);
      }
    }
  }
}

TEST_P(Enumeration, IdsAreUnique) {
  std::set<DeviceId> ids;
  for (unsigned gpu = 0; gpu < tree_.device_count(); ++gpu) EXPECT_TRUE(ids.insert(id(gpu)).second);
}

TEST_P(Enumeration, RoutingTablesLeadAlongTheTree) {
  core::RandomStream random(1, GetParam().tree);
  for (int round = 0; round < 500; ++round) {
    const auto src = static_cast<unsigned>(random.below(tree_.device_count()));
    const auto dst = static_cast<unsigned>(random.below(tree_.device_count()));
    if (src == dst) continue;
    Tlp write;
    write.address = window(dst).first + random.below(bars_[dst].count());
    Tlp completion;
    completion.type = TlpType::kCompletionData;
    completion.requester = id(dst);
    for (const model::PcieHop& hop : tree_.path(src, dst)) {
      const RoutingTable& routing = nodes_[hop.node].routing;
      ASSERT_EQ(routing.port_for(write, hop.in_port), static_cast<int>(hop.out_port));
      ASSERT_EQ(routing.port_for(completion, hop.in_port), static_cast<int>(hop.out_port));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Trees, Enumeration,
                         testing::Values(Case{"t1", false}, Case{"t2", false}, Case{"t2", true},
                                         Case{"chain:6", true}, Case{"rc:4,4,4", false},
                                         Case{"switch:4,4,4", true}, Case{"rc:8,8,8", false},
                                         Case{"rc:8,8,8", true},
                                         Case{"rc:2,2,2,2,2,2,2,2,2", false}));

TEST(EnumerationLimits, EightGpusFitBelowFourGibibytes) {
  const PcieTree tree = model::pcie_tree_t2();
  const auto nodes = enumerate(tree, std::vector<core::Bytes>(8, core::Bytes(1ull << 28)));
  for (unsigned gpu = 0; gpu < 8; ++gpu) {
    EXPECT_EQ(overhead_bytes(nodes[tree.device_node(gpu)].window.last), 20u);
    EXPECT_GE(nodes[tree.device_node(gpu)].window.first, 1ull << 31);
  }
}

TEST(EnumerationLimits, LargerWindowsNeedFourWordHeaders) {
  const PcieTree tree = model::pcie_tree_t2();
  const auto nodes = enumerate(tree, std::vector<core::Bytes>(8, core::Bytes(1ull << 29)));
  for (unsigned gpu = 0; gpu < 8; ++gpu) {
    EXPECT_EQ(overhead_bytes(nodes[tree.device_node(gpu)].window.first), 24u);
  }
}

TEST(EnumerationLimits, LargeTreesNeedMoreThanOneSegment) {
  const PcieTree tree = model::make_pcie_tree("rc:8,8,8");
  const auto nodes = enumerate(tree, std::vector<core::Bytes>(512, core::Bytes(1ull << 28)));
  EXPECT_GT(bus_of(nodes[tree.device_node(511)].id), 255u);
}

/// Three root complexes in a row, two GPUs on each.
PcieTree three_roots() {
  std::vector<model::PcieNodeSpec> specs;
  for (unsigned root = 0; root < 3; ++root) {
    const std::string name = "rc" + std::to_string(root);
    specs.push_back(
        {name, PcieNodeKind::kRootComplex, root == 0 ? "" : "rc" + std::to_string(root - 1)});
    for (unsigned gpu = 2 * root; gpu < 2 * root + 2; ++gpu)
      specs.push_back({"gpu" + std::to_string(gpu), PcieNodeKind::kDevice, name});
  }
  return PcieTree("three_roots", specs, "test");
}

TEST(EnumerationRoots, WhatARootDoesNotClaimGoesOverItsSockets) {
  const PcieTree tree = three_roots();
  const auto nodes = enumerate(tree, std::vector<core::Bytes>(6, core::Bytes(1ull << 28)));
  for (unsigned src = 0; src < 6; ++src) {
    for (unsigned dst = 0; dst < 6; ++dst) {
      if (src == dst) continue;
      Tlp write, completion;
      write.address = nodes[tree.device_node(dst)].window.first;
      completion.type = TlpType::kCompletionData;
      completion.requester = nodes[tree.device_node(dst)].id;
      const auto path = tree.path(src, dst);
      EXPECT_EQ(path.size(), 1u + tree.sockets_crossed(src, dst));
      EXPECT_EQ(tree.sockets_crossed(src, dst),
                src / 2 > dst / 2 ? src / 2 - dst / 2 : dst / 2 - src / 2);
      for (const model::PcieHop& hop : path) {
        const RoutingTable& routing = nodes[hop.node].routing;
        EXPECT_EQ(routing.port_for(write, hop.in_port), static_cast<int>(hop.out_port));
        EXPECT_EQ(routing.port_for(completion, hop.in_port), static_cast<int>(hop.out_port));
      }
    }
  }
}

TEST(EnumerationRoots, EachHasAWindowOfItsOwnDevicesAlone) {
  const PcieTree tree = three_roots();
  const auto nodes = enumerate(tree, std::vector<core::Bytes>(6, core::Bytes(1ull << 28)));
  const NodeConfiguration& last = nodes[tree.find("rc2")];
  EXPECT_EQ(last.window.first, nodes[tree.device_node(4)].window.first);
  EXPECT_EQ(last.window.last, nodes[tree.device_node(5)].window.last);
  for (unsigned gpu = 0; gpu < 4; ++gpu)
    EXPECT_TRUE(nodes[tree.device_node(gpu)].window.last < last.window.first ||
                nodes[tree.device_node(gpu)].window.first > last.window.last);
  EXPECT_EQ(last.routing.port_for_address(0x1000, 0),
            static_cast<int>(tree.node(tree.find("rc2")).up_port()))
      << "an address of nobody goes on to where it is refused";
  EXPECT_EQ(nodes[0].routing.port_for_address(0x1000, 0), RoutingTable::kUnsupported);
}

}  // namespace
}  // namespace gf::hw::pcie::enumeration_test
