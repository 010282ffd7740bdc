// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <utility>

#include "platforms/cluster/hosts/endpoint_host_paths.h"
#include "platforms/cluster/node_hardware.h"
#include "platforms/cluster/node_params.h"

namespace gf::platforms::cluster {

/// A node of a cluster: a PCIe tree with a host, GPUs and cards.
///     host -- root -+- plx_0 -+- gpu_0, gpu_1, ...
///                   |         +- nic_0, ...
///                   +- plx_1 ...
/// GPU i is on switch i * switches / gpus, and cards are distributed likewise. If the node comes
/// from a machine file, it has the devices of that file.
class ClusterNode final : public sc_core::sc_module, public NodeHardware {
 public:
  ClusterNode(const sc_core::sc_module_name& name, const ClusterNodeParams& params,
              unsigned first_card, std::uint64_t seed, hw::nic::SegmentPool& segments)
      : sc_module(name), NodeHardware(params, first_card, seed, segments) {}

  std::unique_ptr<HostPathsIf> make_host_paths(EndpointHostPaths::OtherCopies others) {
    const Below below(*this);
    return NodeHardware::make_host_paths(std::move(others));
  }
  void add_hosts(pcie::ByteCheck& check) {
    const Below below(*this);
    NodeHardware::add_hosts(check);
  }

  using NodeHardware::add_to;
  void add_to(Graph& graph) const {  ///< Adds its hardware, drawn together.
    add_to(graph, std::string(name()) + '.', name());
  }

 private:
  /// While it exists, new modules are below this node.
  struct Below {
    explicit Below(ClusterNode& node) { sc_core::sc_get_curr_simcontext()->hierarchy_push(&node); }
    ~Below() { sc_core::sc_get_curr_simcontext()->hierarchy_pop(); }
    Below(const Below&) = delete;
    Below& operator=(const Below&) = delete;
  };
};

}  // namespace gf::platforms::cluster
