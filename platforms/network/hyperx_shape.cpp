// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/hyperx_shape.h"

#include <fmt/format.h>

namespace gf::platforms::network {

void HyperXShape::declare(const core::ParamScope& root) {
  shape_.declare(root);
  root.add("routing", routing_name_,
           "routing algorithm that chooses a packet's path at its source router: dimension order "
           "(dor), via a random router (val), or the better of the two judged by queues (ugal_l)",
           "assumed: dimension order", core::one_of({"dor", "val", "ugal_l"}));
  ugal_.declare(root);
}

void HyperXShape::build(NetworkParams& network, bool unsafe, std::uint64_t seed) {
  network_.emplace(shape_);
  const hw::router::HyperXPath way = hw::router::hyperx_way(routing_name_);
  // This may set the number of virtual channels, which the routing takes.
  check_vcs(name(), network.router, unsafe, hw::router::HyperXRouting::needs(way));
  ugal_.validate(name(), false);
  hw::router::UgalRule rule = ugal_;
  if (rule.queue == "auto") rule.queue = "waiting";
  routing_.emplace(*network_, way, network.router.vcs, seed, rule);
}

std::string HyperXShape::title() const {
  return fmt::format("HyperX l={} s={} t={}: {} nodes, {} routers of radix {}", shape_.l, shape_.s,
                     shape_.t, topology().nodes(), topology().routers(), topology().ports());
}

}  // namespace gf::platforms::network
