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
/// cycle. `acs_redirect`: switches send packets between their ports to the root complex.
TreeProof prove_tree(const model::PcieTree& tree, bool acs_redirect = false);

/// Throws UserError(kUsage) unless packets that switches redirect come back from a root complex.
void require_redirect(const model::PcieTree& tree);

}  // namespace gf::platforms::cluster
