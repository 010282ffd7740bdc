// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/dragonfly_shape.h"

#include <fmt/format.h>

namespace gf::platforms::network {

void DragonflyShape::declare(const core::ParamScope& root) {
  shape_.declare(root);
  root.add("routing", routing_name_,
           "routing algorithm that chooses a packet's path at its source router", "[DF08], routing",
           core::one_of(hw::router::dragonfly_routing_registry().names()));
  ugal_.declare(root);
  credit_delay_.declare(root);
}

void DragonflyShape::build(NetworkParams& network, bool unsafe, std::uint64_t seed) {
  dragonfly_.emplace(shape_);
  routing_ = hw::router::make_dragonfly_routing(routing_name_, *dragonfly_, seed, ugal_);
  check_vcs(name(), network.router, unsafe, routing_->vcs());
  const bool delays =
      hw::router::dragonfly_routing_registry().get(routing_name_, name(), "routing").delays_credits;
  ugal_.validate(name(), delays);
  const unsigned most =
      credit_delay_.most != 0 ? credit_delay_.most.get() : network.router.vc_buffer.get();
  network.router.credit_delay = {delays, credit_delay_.per == "vc", credit_delay_.against == "idle",
                                 most};
}

std::string DragonflyShape::title() const {
  return fmt::format(
      "dragonfly p={} a={} h={} g={}: {} nodes, {} routers of radix {}, group radix {}", shape_.p,
      shape_.a, shape_.h, dragonfly_->groups(), topology().nodes(), topology().routers(),
      topology().ports(), shape_.a * (shape_.p + shape_.h));
}

}  // namespace gf::platforms::network
