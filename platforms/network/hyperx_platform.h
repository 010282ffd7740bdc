// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/router/routing/hyperx_routing.h"
#include "platforms/network/network_platform.h"

namespace gf::platforms::network {

/// A HyperX under synthetic traffic. With traffic = wc the nodes of a router send to those of the
/// next one: dimension order has one channel for all of them.
class HyperXPlatform final : public NetworkPlatform {
 public:
  HyperXPlatform();

 private:
  void declare_shape(const core::ParamScope& root) override;
  void build_shape(std::uint64_t seed) override;
  std::string title() const override;
  const model::RouterGraph& topology() const override { return network_->graph(); }
  hw::router::RoutingIf& routing() override { return *routing_; }
  std::string routing_text() const override { return routing_name_; }
  unsigned nodes_per_group() const override { return shape_.t; }
  unsigned nodes_drawn_together() const override { return topology().nodes(); }
  std::vector<unsigned> place_of(unsigned router) const override {
    return network_->grid().coordinates(router);
  }

  model::HyperXParams shape_;
  std::string routing_name_ = "dor";
  hw::router::UgalRule ugal_;
  std::optional<model::HyperX> network_;
  std::optional<hw::router::HyperXRouting> routing_;
};

}  // namespace gf::platforms::network
