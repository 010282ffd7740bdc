// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "hw/router/routing/shortest_routing.h"
#include "platforms/network/network_platform.h"

namespace gf::platforms::network {

/// Routers and channels of a file (tlm_models/topology/network_file.h) under synthetic traffic.
class NetworkFilePlatform final : public NetworkPlatform {
 public:
  NetworkFilePlatform();

 private:
  void declare_shape(const core::ParamScope& root) override;
  void build_shape(std::uint64_t seed) override;
  std::string title() const override;
  const model::RouterGraph& topology() const override { return *graph_; }
  hw::router::RoutingIf& routing() override { return *routing_; }
  std::string routing_text() const override { return "shortest paths"; }
  unsigned nodes_per_group() const override { return topology().nodes(); }

  std::string file_;
  std::optional<model::RouterGraph> graph_;
  std::optional<hw::router::ShortestRouting> routing_;
};

}  // namespace gf::platforms::network
