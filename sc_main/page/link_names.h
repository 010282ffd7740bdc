// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "platforms/graph.h"

namespace gf::app {

/// Tells links between the same two nodes apart, whatever their kinds: an entry for each link, 1,
/// 2,
/// ... in the graph's order, or 0 for the only link between its ends.
std::vector<unsigned> numbers_of_parallels(const platforms::Graph& graph);

/// A direction of a link.
struct NamedLink {
  std::string name;  ///< "plx_b -> k80_2"
  std::string from;  ///< Its node.
  core::ByteRate rate;
};
/// Returns the links by the path that core::LinkSender and hop journals use: "plx_b.egress_0".
std::map<std::string, NamedLink> named_links(const platforms::Graph& graph);
/// "plx_b -> k80_2" of each direction of a link, by the path that core::LinkSender and journals of
/// hops call it: "plx_b.egress_0". Of several links between the same two nodes each name ends with
/// a number, "gpu_0 -> gpu_1 #2", the same for both directions of a link.
std::map<std::string, std::string> link_names(const platforms::Graph& graph);

}  // namespace gf::app
