// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw/router/routing/fat_tree_routing.h"
#include "platforms/network/shape_if.h"

namespace gf::platforms::network {

/// A fat tree. The groups for traffic = wc are the subtrees below the top level.
class FatTreeShape final : public ShapeIf {
 public:
  /// `routing`: default of the parameter of that name.
  explicit FatTreeShape(std::string routing = "adaptive") : routing_name_(std::move(routing)) {}
  [[nodiscard]] std::string name() const override { return "fat_tree"; }
  void declare(const core::ParamScope& root) override;
  void build(NetworkParams& network, bool unsafe, std::uint64_t seed) override;
  [[nodiscard]] std::string title() const override;
  [[nodiscard]] const model::RouterGraph& topology() const override { return tree_->graph(); }
  [[nodiscard]] hw::router::RoutingIf& routing() override { return *routing_; }
  [[nodiscard]] std::string routing_text() const override { return routing_name_; }
  [[nodiscard]] unsigned nodes_per_group() const override { return tree_->per_level(); }
  /// A block is a subtree below the top level and as many routers of the top level.
  [[nodiscard]] unsigned block_of(unsigned router) const override {
    return tree_->position(router) / std::max(1u, tree_->per_level() / tree_->arity());
  }
  /// {position within its level, level}
  [[nodiscard]] std::vector<unsigned> place_of(unsigned router) const override {
    return {tree_->position(router), tree_->level(router)};
  }

 private:
  model::FatTreeParams shape_;
  std::string routing_name_;
  std::optional<model::FatTree> tree_;
  std::optional<hw::router::FatTreeRouting> routing_;
};

}  // namespace gf::platforms::network
