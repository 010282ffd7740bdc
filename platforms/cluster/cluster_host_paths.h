// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platforms/cluster/device_map.h"
#include "platforms/cluster/hosts/host_paths_if.h"

namespace gf::platforms::cluster {

/// The host paths of all nodes of a cluster, whose GPUs and hosts are numbered node after node.
class ClusterHostPaths final : public HostPathsIf {
 public:
  using Nodes = std::vector<std::unique_ptr<HostPathsIf>>;
  /// `nodes`: by node; null: a node without hosts. `map` must outlive this object.
  ClusterHostPaths(const DeviceMap& map, Nodes nodes) : map_(map), nodes_(std::move(nodes)) {}

  [[nodiscard]] unsigned hosts() const override { return map_.hosts(); }
  [[nodiscard]] bool on_one_node(unsigned gpu, unsigned host) const override {
    return map_.on_one_node(gpu, model::kFirstHost + host);
  }
  [[nodiscard]] std::optional<unsigned> near_host(unsigned gpu) const override {
    const unsigned node = map_.node_of(gpu);
    if (nodes_[node] == nullptr) return {};
    const std::optional<unsigned> near = nodes_[node]->near_host(map_.local(gpu));
    return near ? std::optional(map_.first_host(node) + *near) : std::nullopt;
  }
  [[nodiscard]] const hw::pcie::Endpoint& host(unsigned host) const override {
    return at_host(host).host(local(host));
  }
  [[nodiscard]] std::uint64_t source_place(unsigned gpu, std::uint64_t bytes) override {
    return at(gpu).source_place(map_.local(gpu), bytes);
  }
  [[nodiscard]] std::uint64_t destination_place(unsigned gpu, std::uint64_t bytes) override {
    return at(gpu).destination_place(map_.local(gpu), bytes);
  }
  void submit(HostLeg leg) override {
    HostPathsIf& node = at(leg.gpu);
    leg.gpu = map_.local(leg.gpu);
    leg.host = local(leg.host);
    node.submit(std::move(leg));
  }

 private:
  [[nodiscard]] HostPathsIf& at(unsigned gpu) const { return *nodes_[map_.node_of(gpu)]; }
  [[nodiscard]] HostPathsIf& at_host(unsigned host) const { return at(model::kFirstHost + host); }
  [[nodiscard]] unsigned local(unsigned host) const {
    return map_.local(model::kFirstHost + host) - model::kFirstHost;
  }

  const DeviceMap& map_;
  const Nodes nodes_;
};

}  // namespace gf::platforms::cluster
