// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "platforms/graph.h"

namespace gf::platforms {

/// To read: title, how many nodes and links of each kind, then the nodes. What hangs below another
/// is indented under it, with the rate of its link; of other links the neighbours are named.
/// Terminals are named at their router. At most kMostShownTrees nodes that hang below no other.
void write_graph_text(std::ostream& out, const Graph& graph);
inline constexpr unsigned kMostShownTrees = 40;

/// Graphviz: `dot -Tsvg`. Shapes go by kind, groups are clusters, equal links between the same two
/// nodes are one edge with their number; terminals are named in the label of their router.
/// That of a PCIe tree is a tree file (tlm_models/topology/pcie/pcie_tree_io.h).
void write_graph_dot(std::ostream& out, const Graph& graph);

/// One header for all machines, a row a link. Rates in bytes/s; empty: there is none.
void write_graph_csv(std::ostream& out, const Graph& graph);

/// {"title", "nodes": [{"name", "kind", "number", "group"}], "links": [{"kind", "lanes", "below",
/// "from": {"node", "port"}, "to", "there": {"rate", "stats"}, "back"}]}: all that the graph knows,
/// as platforms/graph.h has it. Rates in bytes/s; what there is not is null.
void write_graph_json(std::ostream& out, const Graph& graph);

}  // namespace gf::platforms
