// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/platform.h
// The graph of every platform: its links are those that the statistics know.
#include "platforms/graph.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/param/params.h"
#include "core/stats/stats.h"
#include "platforms/platform.h"
#include "tests/support/in_child.h"
#include "tests/support/matchers.h"

namespace gf::platforms::graph_test {
namespace {

struct Case {
  std::string name;
  std::string platform;
  std::map<std::string, std::string> settings;
  unsigned links;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

/// Firmware is looked for next to the program, not next to this test.
const std::map<std::string, std::string> kTable = {{"nios.model", "cost_table"}};

Graph build(const std::string& name, const std::map<std::string, std::string>& settings) {
  static std::unique_ptr<Platform> platform;  // what its graph names is still there
  for (const PlatformEntry& entry : all_platforms())
    if (entry.name == name) platform = entry.make();
  core::ParamRegistry params;
  for (const auto& [path, value] : settings) params.add_override(path, value, "test");
  platform->declare(params.root());
  params.check_all_used();
  platform->build(1);
  return platform->graph();
}

/// Paths of what sends on a link: it counts `busy` and `wire_bytes`.
std::vector<std::string> senders() {
  std::vector<std::string> paths;
  for (const core::StatGroup* group : core::StatRegistry::instance().groups()) {
    const auto has = [group](const char* name) {
      return std::any_of(group->stats().begin(), group->stats().end(),
                         [name](const core::Stat* stat) { return stat->name() == name; });
    };
    if (has("busy") && has("wire_bytes")) paths.push_back(group->path());
  }
  return paths;
}

void expect_sound(const Graph& graph) {
  std::set<std::string> names;
  for (const Graph::Node& node : graph.nodes) {
    EXPECT_TRUE(names.insert(node.name).second) << node.name << " is there twice";
    EXPECT_NE(node.kind, "") << node.name;
  }
  std::set<std::string> hang;
  for (const Graph::Link& link : graph.links) {
    EXPECT_EQ(names.count(link.from.node), 1u) << link.from.node;
    EXPECT_EQ(names.count(link.to.node), 1u) << link.to.node;
    EXPECT_NE(link.kind, "") << link.from.node << " to " << link.to.node;
    EXPECT_TRUE(!link.below || hang.insert(link.to.node).second) << link.to.node;
  }
}

/// Each direction of a link has statistics of its own, and nothing that has them is left out.
void expect_every_sender(const Graph& graph) {
  std::vector<std::string> paths;
  for (const Graph::Link& link : graph.links) {
    for (const Graph::Direction* way : {&link.forward, &link.backward}) {
      EXPECT_EQ(way->stats.empty(), way->rate == core::ByteRate()) << way->stats;
      if (!way->stats.empty()) paths.push_back(way->stats);
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> known = senders();
  std::sort(known.begin(), known.end());
  EXPECT_THAT(paths, ElementsAreArray(known));
}

class GraphOf : public testing::TestWithParam<Case> {};

TEST_P(GraphOf, HasEveryLinkOfTheMachine) {
  test::in_child([] {
    const Graph graph = build(GetParam().platform, GetParam().settings);
    EXPECT_EQ(graph.links.size(), GetParam().links);
    expect_sound(graph);
    expect_every_sender(graph);
    return std::vector<double>();
  });
}

INSTANTIATE_TEST_SUITE_P(
    All, GraphOf,
    testing::Values(
        Case{"pcie_t1", "pcie_t1", {}, 12}, Case{"pcie_t2", "pcie_t2", {}, 14},
        Case{"pcie_tree", "pcie_tree", {{"topology", "rc:3,2"}}, 9},
        Case{"cluster", "cluster", {{"nodes", "2"}}, 2 * 7 + 128 + 2},
        Case{"cluster_tree", "cluster", {{"machine", "two_socket"}}, 13},
        // 24 of NVLink, 16 of PCIe, a socket link, a host.
        Case{"cluster_nvlink", "cluster", {{"machine", "dgx1_v100"}}, 42},
        Case{"dragonfly", "dragonfly", {{"p", "2"}, {"a", "4"}, {"h", "2"}}, 72 + 54 + 36},
        Case{"torus", "torus", {}, 64 + 192}, Case{"fat_tree", "fat_tree", {}, 64 + 128},
        Case{"hyperx", "hyperx", {}, 64 + 48}, Case{"network_file", "network_file", {}, 9 + 3},
        Case{"nvlink_switch", "nvlink_node", {}, 4},
        Case{"nvlink_mesh", "nvlink_node", {{"topology", "mesh"}}, 6},
        Case{"nvlink_alone", "nvlink_node", {{"gpus", "1"}}, 0},
        Case{"gpu_node", "gpu_node", {}, 4},
        Case{"gpu_node_pcie", "gpu_node", {{"fabric", "pcie"}}, 4},
        Case{"gpu_node_tree", "gpu_node", {{"fabric", "pcie"}, {"pcie.tree", "rc:2,2"}}, 6},
        Case{"gpu_node_alone", "gpu_node", {{"fabric", "pcie"}, {"gpus", "1"}}, 0},
        Case{"proact", "proact", {}, 6},
        Case{"proact_pcie", "proact", {{"system", "4x_kepler"}}, 4},
        Case{"proact_switch", "proact", {{"system", "16x_volta"}}, 16},
        Case{"store_goodput", "store_goodput", {}, 1},
        Case{"store_goodput_pcie", "store_goodput", {{"fabric", "pcie"}}, 1},
        Case{"apenet_node", "apenet_node", kTable, 5},
        Case{"apenet_node_traced",
             "apenet_node",
             {{"trace", "bus"}, {"gpu_at", "root"}, *kTable.begin()},
             5},
        Case{"apenet_cluster", "apenet_cluster", {{"shape", "3x2"}, *kTable.begin()}, 6 * 4 + 12},
        Case{"apenet_hsg", "apenet_hsg", kTable, 48}, Case{"apenet_bfs", "apenet_bfs", kTable, 48},
        Case{"apenet_infiniband", "apenet_hsg", {{"over", "ib"}}, 8 * 4},
        Case{"apenet_cluster_ib", "apenet_cluster", {{"over", "ib"}}, 8 * 4}),
    [](const auto& each) { return each.param.name; });

/// A platform that is added has a case here.
TEST(Graph, OfEveryPlatformIsLookedAt) {
  const std::set<std::string> named = {
      "pcie_t1",     "pcie_t2",        "pcie_tree",   "dragonfly",  "torus",    "fat_tree",
      "hyperx",      "network_file",   "nvlink_node", "proact",     "gpu_node", "store_goodput",
      "apenet_node", "apenet_cluster", "apenet_hsg",  "apenet_bfs", "cluster"};
  for (const PlatformEntry& entry : all_platforms())
    EXPECT_EQ(named.count(entry.name), 1u) << entry.name;
}

}  // namespace
}  // namespace gf::platforms::graph_test
