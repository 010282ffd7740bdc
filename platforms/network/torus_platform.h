// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "hw/router/routing/torus_routing.h"
#include "platforms/network/network_platform.h"

namespace gf::platforms::network {

/// A torus or mesh with dimension-order routing under synthetic traffic.
class TorusPlatform final : public NetworkPlatform {
 public:
  TorusPlatform();

 private:
  void declare_shape(const core::ParamScope& root) override { shape_.declare(root); }
  void build_shape(std::uint64_t seed) override;
  std::string title() const override;
  const model::RouterGraph& topology() const override { return *graph_; }
  hw::router::RoutingIf& routing() override { return *routing_; }
  std::string routing_text() const override { return "dimension order"; }
  unsigned nodes_per_group() const override { return topology().nodes(); }
  std::vector<unsigned> place_of(unsigned router) const override {
    return shape_.shape().coordinates(router);
  }

  model::TorusParams shape_;
  std::optional<model::RouterGraph> graph_;
  std::optional<hw::router::DimensionOrderRouting> routing_;
};

}  // namespace gf::platforms::network
