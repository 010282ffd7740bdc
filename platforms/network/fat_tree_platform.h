// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/router/routing/fat_tree_routing.h"
#include "platforms/network/network_platform.h"

namespace gf::platforms::network {

/// A fat tree under synthetic traffic. Groups, for traffic = wc, are the subtrees below the top.
class FatTreePlatform final : public NetworkPlatform {
 public:
  FatTreePlatform();

 private:
  void declare_shape(const core::ParamScope& root) override;
  void build_shape(std::uint64_t seed) override;
  std::string title() const override;
  const model::RouterGraph& topology() const override { return tree_->graph(); }
  hw::router::RoutingIf& routing() override { return *routing_; }
  std::string routing_text() const override { return routing_name_; }
  unsigned nodes_per_group() const override { return tree_->per_level(); }
  /// Place within its level, level.
  std::vector<unsigned> place_of(unsigned router) const override {
    return {tree_->position(router), tree_->level(router)};
  }

  model::FatTreeParams shape_;
  std::string routing_name_ = "adaptive";
  std::optional<model::FatTree> tree_;
  std::optional<hw::router::FatTreeRouting> routing_;
};

}  // namespace gf::platforms::network
