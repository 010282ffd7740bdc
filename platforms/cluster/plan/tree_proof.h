// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tlm_models/topology/pcie/pcie_tree.h"

namespace gf::platforms::cluster {

/// What is proven of the routes on a PCIe tree.
struct TreeProof {
  std::size_t routes = 0;  ///< Pairs of devices.
  unsigned channels = 0;   ///< Directions of links.
  std::string broken;      ///< What does not hold; empty: all does.
};

/// Follows the routing tables that enumeration makes: a request and a completion from each device
/// to each other one arrive, and the channels that they take one behind the other make no circle.
TreeProof prove_tree(const model::PcieTree& tree);

}  // namespace gf::platforms::cluster
