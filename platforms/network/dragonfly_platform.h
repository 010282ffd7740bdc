// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "hw/router/routing/dragonfly_routing.h"
#include "platforms/network/network_platform.h"
#include "tlm_models/topology/dragonfly.h"

namespace gf::platforms::network {

/// A dragonfly under synthetic traffic ([DF08]): one point of a latency-load curve.
class DragonflyPlatform final : public NetworkPlatform {
 public:
  DragonflyPlatform();

 private:
  void declare_shape(const core::ParamScope& root) override;
  void build_shape(std::uint64_t seed) override;
  std::string title() const override;
  const model::RouterGraph& topology() const override { return dragonfly_->graph(); }
  hw::router::RoutingIf& routing() override { return *routing_; }
  std::string routing_text() const override { return routing_name_; }
  unsigned nodes_per_group() const override { return shape_.a * shape_.p; }

  model::DragonflyParams shape_;
  std::string routing_name_ = "min";
  hw::router::UgalRule ugal_;
  std::optional<model::Dragonfly> dragonfly_;
  std::unique_ptr<hw::router::RoutingIf> routing_;
};

}  // namespace gf::platforms::network
