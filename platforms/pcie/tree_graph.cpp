// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/tree_graph.h"

#include <string>
#include <vector>

namespace gf::platforms::pcie {

void add_tree(Graph& graph, const model::PcieTree& tree,
              const std::function<Graph::Node(unsigned)>& node,
              const std::function<const hw::link::Transmitter&(unsigned, unsigned)>& tx) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < tree.nodes().size(); ++i) {
    graph.nodes.push_back(node(i));
    names.push_back(graph.nodes.back().name);
    const model::PcieNode& at = tree.node(i);
    if (at.parent == model::kNoPcieNode) continue;
    graph.links.push_back({"pcie",
                           {names[at.parent], at.parent_port},
                           {names[i], at.up_port()},
                           direction(tx(at.parent, at.parent_port)),
                           direction(tx(i, at.up_port())),
                           0,
                           true});
  }
}

}  // namespace gf::platforms::pcie
