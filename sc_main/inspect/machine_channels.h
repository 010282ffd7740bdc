// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>

#include "tlm_models/machine/machine_plan.h"

namespace gf::app {

/// Options of `topology MACHINE --channels`, which shows the channels that a collective gets.
struct ChannelsRequest {
  bool xml = false;            ///< As NCCL's graph file: rings and trees.
  bool between_nodes = false;  ///< They leave the node; else only if the machine has a network.
  std::string gpus;            ///< Names of those that take part; empty: all.
  std::optional<std::filesystem::path> compare;  ///< NCCL's graph file or log.
};

/// Writes the library's choice of algorithm and protocol by size, as a file of NCCL's example
/// tuner: for the machine's GPUs, or `gpus`, on all nodes of its network.
void write_tuner(std::ostream& out, const model::MachinePlan& machine, const std::string& gpus);

/// Writes the channels as a table, as NCCL's XML, or next to those of a file. Throws the errors of
/// the search and of the file's reader.
void write_channels(std::ostream& out, const model::MachinePlan& machine,
                    const ChannelsRequest& request);

}  // namespace gf::app
