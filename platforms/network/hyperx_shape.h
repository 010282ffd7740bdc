// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/router/routing/hyperx_routing.h"
#include "platforms/network/shape_if.h"

namespace gf::platforms::network {

/// A HyperX. With traffic = wc, the nodes of each router send to the nodes of the next one, and
/// with dimension order all of them share one channel.
class HyperXShape final : public ShapeIf {
 public:
  [[nodiscard]] std::string name() const override { return "hyperx"; }
  void declare(const core::ParamScope& root) override;
  void build(NetworkParams& network, bool unsafe, std::uint64_t seed) override;
  [[nodiscard]] std::string title() const override;
  [[nodiscard]] const model::RouterGraph& topology() const override { return network_->graph(); }
  [[nodiscard]] hw::router::RoutingIf& routing() override { return *routing_; }
  [[nodiscard]] std::string routing_text() const override { return routing_name_; }
  [[nodiscard]] unsigned nodes_per_group() const override { return shape_.t; }
  [[nodiscard]] unsigned nodes_drawn_together() const override { return topology().nodes(); }
  [[nodiscard]] std::vector<unsigned> place_of(unsigned router) const override {
    return network_->grid().coordinates(router);
  }

 private:
  model::HyperXParams shape_;
  std::string routing_name_ = "dor";
  hw::router::UgalRule ugal_;
  std::optional<model::HyperX> network_;
  std::optional<hw::router::HyperXRouting> routing_;
};

}  // namespace gf::platforms::network
