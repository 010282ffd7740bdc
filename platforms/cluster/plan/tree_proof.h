// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::platforms::cluster {

/// Result of checking the routes on a PCIe tree.
struct TreeProof {
  std::size_t routes = 0;  ///< Pairs of devices.
  unsigned channels = 0;   ///< Directions of links.
  std::string broken;      ///< The first fault; "" if there is none.
};

/// Follows the routing tables that enumeration makes. Checks that a request and a completion from
/// each device arrive at each other one, and that the channels they use in succession form no
/// cycle.
TreeProof prove_tree(const model::PcieTree& tree);

}  // namespace gf::platforms::cluster
