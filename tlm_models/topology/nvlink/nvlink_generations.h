// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tlm_models/topology/nvlink/nvlink_graph.h"

namespace gf::model {

/// A generation of NVLink, with the capacity of one link. Rates are NVIDIA's, per link and
/// direction. Flits and packets are those of hw/nvlink; for generations after the second this is
/// assumed.
struct NvlinkGeneration {
  std::string name;  ///< "nvlink2".
  NvlinkLanes link;
  std::string source;
};

const std::vector<NvlinkGeneration>& nvlink_generations();
/// The generations of NVLink, oldest first, and behind them those of AMD's xGMI between GPUs
/// ("xgmi1" ... "xgmi3"). xGMI takes NVLink's packets, credits and latencies (assumed); only its
/// rate is its own.
const std::vector<NvlinkGeneration>& gpu_link_kinds();
std::vector<std::string> nvlink_generation_names();
/// Precondition: `name` is one of nvlink_generation_names().
const NvlinkGeneration& nvlink_generation(const std::string& name);

}  // namespace gf::model
