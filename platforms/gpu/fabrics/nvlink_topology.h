// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/param/param.h"
#include "hw/nvlink/end/nvlink_port_params.h"
#include "hw/nvlink/lanes/nvlink_params.h"
#include "tlm_models/machine/machine_entries.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"
#include "tlm_models/topology/nvlink/nvlink_shapes.h"

namespace gf::platforms::gpu {

/// How NVLink joins the GPUs of a node. With `switch` and `mesh`, `nvlink.lanes` is the total of a
/// GPU; with the others it is the number per link, by default that of the generation.
struct NvlinkTopologyParams : core::ParamGroup {
  core::Param<std::string> topology = param(
      "topology", "switch",
      "topology that joins the GPUs: a switch, a link between each pair, the hybrid cube mesh "
      "of 8 GPUs, planes of NVSwitches, or a graph from a file",
      "[NUMA17]: a switch", core::one_of({"switch", "mesh", "hybrid_cube_mesh", "planes", "file"}));
  core::Param<std::string> generation =
      param("generation", "nvlink2", "NVLink generation; sets the default lanes and rate of a link",
            "assumed: that of a V100", core::one_of(model::nvlink_generation_names()));
  core::Param<std::string> relays =
      param("relays", "none",
            "GPUs that forward packets between GPUs without a path: none, or the nearest with "
            "links to both; a file may name others",
            "NVIDIA DGX-1 whitepaper: only GPUs with a link reach each other by NVLink",
            core::one_of({"none", "nearest"}));
  core::Param<unsigned> links =
      param("links", 6u, "links per GPU in a hybrid cube mesh: 4 (P100) or 6 (V100)",
            "NVIDIA DGX-1 whitepaper", core::multiple_of(2u, 4u, 6u),
            core::experiment_choice("the size of the machine"));
  core::Param<std::string> graph = param(
      "graph", "", "file with the GPUs, NVSwitches, links and relays (docs/nvlink_topologies.md)",
      "none", core::names_file(core::whole_text, model::files_of_machine));
  model::NvlinkPlanes planes;

  /// Declares `topology`, then the parameters of the chosen topology, as children of `nvlink`. Sets
  /// the default lanes and rate of `link` to those of its generation.
  void declare_topology(const core::ParamScope& root, hw::nvlink::NvlinkParams& link);
  /// Declares `port`; if each pair has only one route, without the parameters for several.
  void declare_port(const core::ParamScope& scope, hw::nvlink::NvlinkPortParams& port) const;
  [[nodiscard]] bool shares_lanes() const { return topology == "switch" || topology == "mesh"; }
  /// Returns the graph for `gpus` GPUs with links of these lanes, unless its file specifies others.
  /// Its routes have been checked. Throws UserError.
  [[nodiscard]] model::NvlinkGraph make(unsigned gpus, const model::NvlinkLanes& link) const;
  /// Returns "8 GPUs in a hybrid cube mesh, 6 links of ... lanes each".
  [[nodiscard]] std::string text(const model::NvlinkGraph& graph) const;

 private:
  [[nodiscard]] model::NvlinkGraph chosen(unsigned gpus, const model::NvlinkLanes& link) const;
};

}  // namespace gf::platforms::gpu
