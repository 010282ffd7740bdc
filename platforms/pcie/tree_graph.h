// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "platforms/graph.h"
#include "tlm_models/topology/pcie_tree.h"

namespace gf::platforms::pcie {

/// Adds a PCIe tree to a graph, parents first, children in the order of their ports: `node(i)` is
/// what stands at node i of the tree, `tx(i, port)` sends from its port.
void add_tree(Graph& graph, const model::PcieTree& tree,
              const std::function<Graph::Node(unsigned)>& node,
              const std::function<const hw::link::Transmitter&(unsigned, unsigned)>& tx);

}  // namespace gf::platforms::pcie
