// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tlm_models/topology/nvlink/nvlink_graph.h"

namespace gf::model {

/// A generation of NVLink: what one link of it carries. Rates are those that NVIDIA gives for a
/// link and direction; flits and packets are those of hw/nvlink, which for the generations behind
/// the second is assumed.
struct NvlinkGeneration {
  std::string name;  ///< "nvlink2".
  NvlinkLanes link;
  std::string source;
};

const std::vector<NvlinkGeneration>& nvlink_generations();
std::vector<std::string> nvlink_generation_names();
/// Precondition: `name` is one of them.
const NvlinkGeneration& nvlink_generation(const std::string& name);

}  // namespace gf::model
