// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tlm_models/machine/machine_plan.h"
#include "workloads/collectives/channel_graph.h"

namespace gf::model {

/// Whether a text is output of NCCL_DEBUG=INFO that has rings: "Channel 00/24 : 0 1 2 3".
bool has_channel_lines(const std::string& text);

/// Takes the rings from such output, for the node of the first ranks: rank r of the log is rank r
/// of `plan`. In a ring over several nodes these ranks must follow each other; the part in the node
/// then begins where the ring enters it. NCCL makes two channels of each ring that it found: if the
/// second half of the rings repeats the first one, it is left out. Rate and types come from a line
/// "Pattern 4, ... bw 20.000000/20.000000, type NVL/PIX", if there is one; else they are 0 and DIS.
/// Throws UserError (exit 5) with file:line for a ring that lacks a rank of the node, has it twice
/// or has the node in several pieces. The same if rings are missing.
ChannelGraph read_channel_log(const std::string& text, const std::string& file,
                              const MachinePlan& plan);

}  // namespace gf::model
