// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "platforms/graph.h"

namespace gf::app {

/// "plx_b -> k80_2" of each direction of a link, by the path that core::LinkSender and journals of
/// hops call it: "plx_b.egress_0".
std::map<std::string, std::string> link_names(const platforms::Graph& graph);

}  // namespace gf::app
