// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "platforms/graph.h"

namespace gf::app {

/// Numbers parallel links, which join the same two nodes, whatever their kinds. Returns one entry
/// per link, in the graph's order: 1, 2, ..., or 0 for the only link between its ends.
std::vector<unsigned> numbers_of_parallels(const platforms::Graph& graph);

/// One direction of a link.
struct NamedLink {
  std::string name;  ///< "plx_b -> k80_2"
  std::string from;  ///< Sending node.
  core::ByteRate rate;
};
/// Returns the links by the path that core::LinkSender and hop journals use: "plx_b.egress_0".
std::map<std::string, NamedLink> named_links(const platforms::Graph& graph);
/// Returns names such as "plx_b -> k80_2" for each direction of a link, by the path that
/// core::LinkSender and hop journals use: "plx_b.egress_0". Names of parallel links end with a
/// number, "gpu_0 -> gpu_1 #2", equal for both directions of a link.
std::map<std::string, std::string> link_names(const platforms::Graph& graph);

}  // namespace gf::app
