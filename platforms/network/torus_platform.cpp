// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/torus_platform.h"

#include <algorithm>

#include "core/print.h"

namespace gf::platforms::network {
namespace {

/// A torus has no groups, so none of them has a next one.
std::vector<std::string> patterns() {
  std::vector<std::string> names = model::traffic_names();
  names.erase(std::remove(names.begin(), names.end(), "wc"), names.end());
  return names;
}

}  // namespace

TorusPlatform::TorusPlatform() : NetworkPlatform("torus", patterns()) {}

void TorusPlatform::build_shape(std::uint64_t) {
  graph_.emplace(model::router_graph(shape_));
  check_vcs(hw::router::DimensionOrderRouting::needs(shape_.shape()));
  routing_.emplace(shape_.shape(), *graph_, router().vcs);
}

void TorusPlatform::print_topology(std::ostream& out, const std::string& format) const {
  if (model::print_router_graph(out, graph(), format)) return;
  core::print(out, "{} {}: {} nodes, {} routers of radix {}, {} channels between routers\n",
              shape_.wrap ? "torus" : "mesh", to_text(shape_.shape()), graph().nodes(),
              graph().routers(), graph().ports(), graph().channels(model::ChannelType::kLocal));
}

}  // namespace gf::platforms::network
