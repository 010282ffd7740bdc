// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "hw/router/routing/shortest_routing.h"
#include "platforms/network/shape_if.h"

namespace gf::platforms::network {

/// Routers and channels from a file (tlm_models/topology/network/network_file.h).
class NetworkFileShape final : public ShapeIf {
 public:
  [[nodiscard]] std::string name() const override { return "network_file"; }
  [[nodiscard]] bool has_groups() const override { return false; }
  void declare(const core::ParamScope& root) override;
  void build(NetworkParams& network, bool unsafe, std::uint64_t seed) override;
  [[nodiscard]] std::string title() const override;
  [[nodiscard]] const model::RouterGraph& topology() const override { return *graph_; }
  [[nodiscard]] hw::router::RoutingIf& routing() override { return *routing_; }
  [[nodiscard]] std::string routing_text() const override { return "shortest paths"; }
  [[nodiscard]] unsigned nodes_per_group() const override { return topology().nodes(); }

 private:
  std::string file_;
  std::optional<model::RouterGraph> graph_;
  std::optional<hw::router::ShortestRouting> routing_;
};

}  // namespace gf::platforms::network
