// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/param/params.h"
#include "hw/pcie/device/endpoint.h"
#include "platforms/pcie/tree_hardware.h"

namespace gf::platforms::pcie {

/// Parameters of every component of a tree whose devices are endpoints, by node index: the switch's
/// or the endpoint's part of an entry is used, as the node's kind says.
struct EndpointTreeParams {
  struct Node {
    hw::pcie::SwitchParams bridge;
    hw::pcie::EndpointParams endpoint;
  };
  std::vector<Node> nodes;

  explicit EndpointTreeParams(const model::PcieTree& tree);
  /// One path a component, named as in the tree: "plx_a.hop_latency", "plx_a.port_0.rate".
  void declare(const model::PcieTree& tree, const core::ParamScope& root) {
    declare_first(tree.device_count(), tree, root);
  }
  /// The same, but that devices from number `endpoints` on are no endpoints: of these only the
  /// port.
  void declare_first(unsigned endpoints, const model::PcieTree& tree, const core::ParamScope& root);
  /// Throws UserError unless each endpoint is right by itself and every receive buffer can hold
  /// what any of them sends: a TLP that cannot be held would wait for credit for ever.
  [[nodiscard]] TreeParts parts(const model::PcieTree& tree) const;
  /// Of a copy without bytes between two devices of an idle tree, in seconds: set-up, links and
  /// hops, and the receiver's.
  [[nodiscard]] double latency(const model::PcieTree& tree, unsigned from, unsigned to) const;
};

/// A tree whose devices are endpoints. They stand for GPUs and are named as in the tree.
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
