// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "platforms/cluster/cluster.h"

namespace gf::platforms::cluster {

/// The shape of a cluster's network, selected by name.
class ChosenShape {
 public:
  /// Call when the parameter `network` is known, because it decides which further parameters exist.
  void declare(const std::string& network, const core::ParamScope& net) {
    shape_ = network::make_shape(network, true);
    shape_->declare(net);
    net.add("unsafe", unsafe_, "whether to accept fewer virtual channels than the routing needs",
            "assumed");
  }
  /// Completes `net`, like ShapeIf::build().
  network::ShapeIf& build(network::NetworkParams& net, std::uint64_t seed) {
    shape_->build(net, unsafe_, seed);
    return *shape_;
  }

 private:
  bool unsafe_ = false;
  std::unique_ptr<network::ShapeIf> shape_;
};

}  // namespace gf::platforms::cluster
