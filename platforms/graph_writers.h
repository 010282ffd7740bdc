// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "platforms/graph.h"

namespace gf::platforms {

/// Writes a text for people: the title, the number of nodes and links of each kind, then the nodes.
/// Children of a tree are indented under their parent, with the rate of their link. For other
/// links, the neighbours are listed. Terminals are listed with their router. At most
/// kMostShownTrees nodes without a parent are shown.
void write_graph_text(std::ostream& out, const Graph& graph);
inline constexpr unsigned kMostShownTrees = 40;

/// Writes Graphviz (`dot -Tsvg`). The shape shows the kind of a node, and groups become clusters.
/// Parallel links between two nodes become one edge labelled with their number. Terminals appear in
/// the label of their router. For PCIe trees the output is also a tree file
/// (tlm_models/topology/pcie/pcie_tree_io.h).
void write_graph_dot(std::ostream& out, const Graph& graph);

/// Writes one row per link; all machines have the same header. Rates are in bytes/s; an empty field
/// means no value.
void write_graph_csv(std::ostream& out, const Graph& graph);

/// Writes {"title", "nodes": [{"name", "kind", "number", "group"}], "links": [{"kind", "lanes",
/// "below", "from": {"node", "port"}, "to", "there": {"rate", "stats"}, "back"}]}. The fields are
/// those of platforms/graph.h. Rates are in bytes/s; a missing value is null.
void write_graph_json(std::ostream& out, const Graph& graph);

}  // namespace gf::platforms
