// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/network_file_shape.h"

#include <fmt/format.h>
#include <sstream>

#include "core/system/text_file.h"
#include "tlm_models/topology/network/network_file.h"

namespace gf::platforms::network {
namespace {

/// BookSim2's example: three routers in a ring, with three nodes each.
constexpr const char* kExample =
    "router 0 node 0 node 1 node 2 router 1\n"
    "router 1 node 3 node 4 node 5\n"
    "router 2 node 6 node 7 node 8 router 1 router 0\n";

}  // namespace

void NetworkFileShape::declare(const core::ParamScope& root) {
  root.add("file", file_,
           "network file; lines like 'router 0 node 0 router 1 10' list a router's neighbours, and "
           "optionally a channel's latency in cycles; empty: three routers in a ring",
           "[B], its anynet: format and example", core::names_file(core::whole_text));
}

void NetworkFileShape::build(NetworkParams& network, bool unsafe, std::uint64_t) {
  std::istringstream example(kExample);
  graph_.emplace(file_.empty() ? model::read_network_file(example, "the example")
                               : model::read_network_file(file_));
  routing_.emplace(*graph_, network.local.latency);
  check_vcs(name(), network.router, unsafe, routing_->vcs());
}

std::string NetworkFileShape::title() const {
  return fmt::format("{}: {} nodes, {} routers of radix {}", file_.empty() ? "a ring" : file_,
                     topology().nodes(), topology().routers(), topology().ports());
}

}  // namespace gf::platforms::network
