// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "hw/router/routing/torus_routing.h"
#include "platforms/network/shape_if.h"

namespace gf::platforms::network {

/// A torus or mesh with dimension-order routing.
class TorusShape final : public ShapeIf {
 public:
  [[nodiscard]] std::string name() const override { return "torus"; }
  [[nodiscard]] bool has_groups() const override { return false; }
  void declare(const core::ParamScope& root) override { shape_.declare(root); }
  void build(NetworkParams& network, bool unsafe, std::uint64_t seed) override;
  [[nodiscard]] std::string title() const override;
  [[nodiscard]] const model::RouterGraph& topology() const override { return *graph_; }
  [[nodiscard]] hw::router::RoutingIf& routing() override { return *routing_; }
  [[nodiscard]] std::string routing_text() const override { return "dimension order"; }
  [[nodiscard]] unsigned nodes_per_group() const override { return topology().nodes(); }
  [[nodiscard]] std::vector<unsigned> place_of(unsigned router) const override {
    return shape_.shape().coordinates(router);
  }

 private:
  model::TorusParams shape_;
  std::optional<model::RouterGraph> graph_;
  std::optional<hw::router::DimensionOrderRouting> routing_;
};

}  // namespace gf::platforms::network
