// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "hw/router/credit_delay.h"
#include "hw/router/routing/dragonfly_routing.h"
#include "platforms/network/shape_if.h"
#include "tlm_models/topology/network/dragonfly.h"

namespace gf::platforms::network {

/// A dragonfly ([DF08]).
class DragonflyShape final : public ShapeIf {
 public:
  [[nodiscard]] std::string name() const override { return "dragonfly"; }
  void declare(const core::ParamScope& root) override;
  void build(NetworkParams& network, bool unsafe, std::uint64_t seed) override;
  [[nodiscard]] std::string title() const override;
  [[nodiscard]] const model::RouterGraph& topology() const override { return dragonfly_->graph(); }
  [[nodiscard]] hw::router::RoutingIf& routing() override { return *routing_; }
  [[nodiscard]] std::string routing_text() const override { return routing_name_; }
  [[nodiscard]] unsigned block_of(unsigned router) const override {
    return dragonfly_->group_of(router);
  }
  [[nodiscard]] hw::router::Reach reach() const override { return routing_->reach(); }
  [[nodiscard]] unsigned nodes_per_group() const override { return shape_.a * shape_.p; }

 private:
  model::DragonflyParams shape_;
  std::string routing_name_ = "min";
  hw::router::UgalRule ugal_;
  hw::router::CreditDelayRule credit_delay_;
  std::optional<model::Dragonfly> dragonfly_;
  std::unique_ptr<hw::router::RoutingIf> routing_;
};

}  // namespace gf::platforms::network
