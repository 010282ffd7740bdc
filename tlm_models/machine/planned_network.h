// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/topology/network/router_graph.h"
#include "tlm_models/topology/network/torus.h"

namespace gf::model {

inline constexpr std::string_view kNetworkKinds = "torus, dragonfly, fat_tree, hyperx or file";

/// Builds routers and channels of `network`. Throws UserError (exit 5) with the place of the error:
/// an unknown kind or size, or sizes that make no network.
RouterGraph network_graph(const PlannedNetwork& network);

/// Returns the sizes of a torus network. Throws as network_graph() does.
TorusParams torus_of(const PlannedNetwork& network);

/// Checks that the network is valid and that its nodes fit. Sets their number if the file gives
/// none. Removes a list of machines that are all this one. Throws as network_graph() does.
void complete_network(PlannedNetwork& network);

}  // namespace gf::model
