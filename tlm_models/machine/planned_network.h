// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/topology/network/router_graph.h"
#include "tlm_models/topology/network/torus.h"

namespace gf::model {

inline constexpr std::string_view kNetworkKinds = "torus, dragonfly, fat_tree, hyperx or file";

/// Routers and channels of `network`. Throws UserError (exit 5) with the place of what is wrong: a
/// kind or a size that there is not, sizes that make no network.
RouterGraph network_graph(const PlannedNetwork& network);

/// The sizes of a network of the kind torus. Throws as network_graph() does.
TorusParams torus_of(const PlannedNetwork& network);

/// Checks that the network can be and that its nodes fit, and finds their number where the file
/// says none. Throws as network_graph() does.
void complete_network(PlannedNetwork& network);

}  // namespace gf::model
