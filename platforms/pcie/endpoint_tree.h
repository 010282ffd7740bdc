// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/param/params.h"
#include "hw/pcie/device/endpoint.h"
#include "platforms/pcie/tree_hardware.h"

namespace gf::platforms::pcie {

/// Parameters of every component of a tree whose devices are endpoints, by node index. The kind of
/// a node decides which part of its entry is used: the bridge (switches) or the endpoint.
struct EndpointTreeParams {
  struct Node {
    hw::pcie::SwitchParams bridge;
    hw::pcie::EndpointParams endpoint;
  };
  std::vector<Node> nodes;
  bool acs_redirect = false;  ///< As in TreeParts.

  explicit EndpointTreeParams(const model::PcieTree& tree);
  /// Declares one path per component, named as in the tree: "plx_a.hop_latency",
  /// "plx_a.port_0.rate".
  void declare(const model::PcieTree& tree, const core::ParamScope& root) {
    declare_first(tree.device_count(), tree, root);
  }
  /// Like declare(), for a tree whose devices from number `endpoints` on are not endpoints:
  /// declares only the port of those.
  void declare_first(unsigned endpoints, const model::PcieTree& tree, const core::ParamScope& root);
  /// Throws UserError unless each endpoint is valid by itself and every receive buffer can hold the
  /// largest TLP of any endpoint. A TLP that does not fit would wait for credit for ever.
  [[nodiscard]] TreeParts parts(const model::PcieTree& tree) const;
  /// Returns the time of an empty copy between two devices of an idle tree, in seconds: set-up,
  /// links, hops, and the receiver's latency.
  [[nodiscard]] double latency(const model::PcieTree& tree, unsigned from, unsigned to) const;
};

/// A tree whose devices are endpoints. They represent GPUs and are named as in the tree.
class EndpointTree final : public TreeHardware {
 public:
  EndpointTree(const model::PcieTree& tree, const EndpointTreeParams& params, std::uint64_t seed);

  [[nodiscard]] unsigned gpu_count() const { return static_cast<unsigned>(gpus_.size()); }
  [[nodiscard]] hw::pcie::Endpoint& gpu(unsigned number) { return *gpus_[number]; }
  [[nodiscard]] std::vector<hw::pcie::Endpoint*> gpus() const;  ///< By device number.

 private:
  using Endpoints = std::vector<std::unique_ptr<hw::pcie::Endpoint>>;
  EndpointTree(const model::PcieTree& tree, const EndpointTreeParams& params, std::uint64_t seed,
               Endpoints made);

  const Endpoints gpus_;  ///< By device number.
};

}  // namespace gf::platforms::pcie
