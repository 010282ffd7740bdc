// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// The word in `machines` for the machine of the file that has the network.
inline constexpr std::string_view kThisMachine = "this";

/// Reads the key `machines` of a [network]: "this x2, storage.ini, a.ini x4", the nodes in order.
/// Names are presets, or files relative to the directory of `place`. Throws UserError (exit 5) at
/// `place` for a wrong count, more than kMostNodes nodes, a list without "this", and two machines
/// of one name. The same for a machine that is no file or preset, has a [network] of its own, no
/// NIC, or neither a GPU nor a host. Errors of the machine's own reader have their own places.
std::vector<PlannedNodes> read_node_machines(const std::string& value, const FilePlace& place);

/// Returns the files that such a list names, whether they exist or not.
std::vector<std::string> files_in_machines(const std::string& value, const std::string& from);

}  // namespace gf::model
