// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "workloads/collectives/channel_graph.h"

namespace gf::model {

struct MachinePlan;

/// Returns the graphs with channels of a file of NCCL, for the GPUs and NICs of `plan`: those of a
/// graph file (channel_graph_xml.h) or the rings of a log (channel_log.h).
/// Throws UserError (exit 5) with the file for other forms, and as those two readers do.
std::vector<ChannelGraph> read_channel_file(const std::string& file, const MachinePlan& plan);

}  // namespace gf::model
