// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

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

  using NodeHardware::add_to;
  void add_to(Graph& graph) const {  ///< Adds its hardware, drawn together.
    add_to(graph, std::string(name()) + '.', name());
  }
};

}  // namespace gf::platforms::cluster
