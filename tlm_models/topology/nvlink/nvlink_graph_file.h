// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <ostream>
#include <string>

#include "tlm_models/topology/nvlink/nvlink_graph.h"

namespace gf::model {

/// An NvlinkGraph from a file, a line a statement:
///
///     gpus 4                                  # first: gpu_0 ... gpu_3
///     switch nvswitch_0 level 0               # level may be left out
///     link gpu_0 gpu_1 x2 nvlink2             # two links; without xN one, without a kind `link`'s
///     link gpu_1 nvswitch_0
///     relay gpu_0 gpu_3 via gpu_1
///     relays nearest                          # one for each pair without a way: with_relays()
///
/// A kind is one of nvlink_generations(), or its lanes and their rate, `16x8GB/s`. `#` begins a
/// comment. The node that a link names first is the end that decides about lanes.
/// Throws UserError(kBadInput) with file and line; what the graph itself refuses comes so too.
NvlinkGraph read_nvlink_graph(std::istream& in, const std::string& file, const NvlinkLanes& link);
NvlinkGraph read_nvlink_graph(const std::string& file, const NvlinkLanes& link);

/// Writes what read_nvlink_graph() reads as the same graph; links side by side become one line.
void write_nvlink_graph(std::ostream& out, const NvlinkGraph& graph);

}  // namespace gf::model
