// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tlm_models/import/readers/xml_tree.h"
#include "tlm_models/machine/machine_plan.h"
#include "workloads/collectives/channel_graph.h"

namespace gf::model {

/// Takes the graphs of a file as NCCL_GRAPH_DUMP_FILE writes and NCCL_GRAPH_FILE reads it, for the
/// GPUs and NICs of `plan`. Devices are decimal numbers, or hexadecimal ones after 0x as NCCL
/// writes them since 2.21; a `rank` is passed over. RCCL's XGMI is NVL.
/// Throws UserError (exit 5) with file:line for another version than 1, a missing or illegal
/// attribute, an unknown device, and an `nchannels` that is not the number of channels. The same
/// for a channel that does not have each GPU of the machine once, and for one NIC or more than two.
/// A channel of NVLS may have its head only.
/// Not modelled: devices of several hosts in one file.
std::vector<ChannelGraph> read_channel_graphs(const XmlNode& root, const MachinePlan& plan);

/// Writes a file that read_channel_graphs() and NCCL read, with the ids that NCCL has for a
/// pattern: ring 0, trees 1, NVLS 3, CollNet 4.
std::string channel_graphs_xml(const std::vector<ChannelGraph>& graphs, const MachinePlan& plan);

}  // namespace gf::model
