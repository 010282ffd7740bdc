// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <ostream>
#include <string>

#include "tlm_models/topology/nvlink/nvlink_graph.h"

namespace gf::model {

/// Reads an NvlinkGraph from a file with one statement per line:
///
///     gpus 4                                  # first: gpu_0 ... gpu_3
///     switch nvswitch_0 level 0               # level is optional
///     link gpu_0 gpu_1 x2 nvlink2             # two links; defaults: one link, kind `link`
///     link gpu_1 nvswitch_0
///     relay gpu_0 gpu_3 via gpu_1
///     relays nearest                          # one for each pair without a route: with_relays()
///
/// A kind is one of nvlink_generations(), or lanes and their rate, `16x8GB/s`. `#` begins a
/// comment. The node that a link names first controls lane allocation.
/// Throws UserError(kBadInput) with file and line, also for errors of the graph itself.
NvlinkGraph read_nvlink_graph(std::istream& in, const std::string& file, const NvlinkLanes& link);
NvlinkGraph read_nvlink_graph(const std::string& file, const NvlinkLanes& link);

/// Writes a file that read_nvlink_graph() reads as the same graph; parallel links become one line.
void write_nvlink_graph(std::ostream& out, const NvlinkGraph& graph);

}  // namespace gf::model
