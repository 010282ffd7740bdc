// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/fat_tree_shape.h"

#include <fmt/format.h>

namespace gf::platforms::network {

void FatTreeShape::declare(const core::ParamScope& root) {
  shape_.declare(root);
  root.add("routing", routing_name_,
           "choice of the channel up at each router: smallest backlog (adaptive), destination "
           "number (deterministic), or random; the path down is fixed",
           "assumed", core::one_of({"adaptive", "deterministic", "random"}));
}

void FatTreeShape::build(NetworkParams& network, bool unsafe, std::uint64_t seed) {
  tree_.emplace(shape_);
  // This may set the number of virtual channels, which the routing takes.
  check_vcs(name(), network.router, unsafe, hw::router::FatTreeRouting::kNeeds);
  routing_.emplace(*tree_, hw::router::up_choice(routing_name_), network.router.vcs, seed);
}

std::string FatTreeShape::title() const {
  return fmt::format("fat tree k={} n={}: {} nodes, {} routers of radix {} on {} levels", shape_.k,
                     shape_.n, topology().nodes(), topology().routers(), topology().ports(),
                     shape_.n);
}

}  // namespace gf::platforms::network
