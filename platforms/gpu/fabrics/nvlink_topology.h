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

/// How NVLink joins the GPUs of a node. With `switch` and `mesh`, `nvlink.lanes` are those of a GPU
/// in all; with the others those of each link, by default what the generation has.
struct NvlinkTopologyParams : core::ParamGroup {
  core::Param<std::string> topology = param(
      "topology", "switch",
      "topology that joins the GPUs: a switch, a link between each pair, the hybrid cube mesh "
      "of 8 GPUs, planes of NVSwitches, or a graph from a file",
      "[NUMA17]: a switch", core::one_of({"switch", "mesh", "hybrid_cube_mesh", "planes", "file"}));
  core::Param<std::string> generation =
      param("generation", "nvlink2", "generation whose lanes and rate a link has by default",
            "assumed: that of a V100", core::one_of(model::nvlink_generation_names()));
  core::Param<std::string> relays =
      param("relays", "none",
            "GPUs that pass on packets of pairs without a way: none, or the nearest with links to "
            "both; a file may name others",
            "NVIDIA DGX-1 whitepaper: only GPUs with a link reach each other by NVLink",
            core::one_of({"none", "nearest"}));
  core::Param<unsigned> links =
      param("links", 6u, "links of each GPU in a hybrid cube mesh: 4 as a P100, or 6 as a V100",
            "NVIDIA DGX-1 whitepaper", core::multiple_of(2u, 4u, 6u),
            core::asked("the size of the machine"));
  core::Param<std::string> graph = param(
      "graph", "", "file with the GPUs, NVSwitches, links and relays (docs/nvlink_topologies.md)",
      "none", core::names_file(core::whole_text, model::files_of_machine));
  model::NvlinkPlanes planes;

  /// `topology`; then, as children of `nvlink`, what the chosen one has, and the lanes and rate of
  /// its generation for `link`.
  void declare_topology(const core::ParamScope& root, hw::nvlink::NvlinkParams& link);
  /// `port` without what serves only several ways, where there are none.
  void declare_port(const core::ParamScope& scope, hw::nvlink::PortParams& port) const;
  [[nodiscard]] bool shares_lanes() const { return topology == "switch" || topology == "mesh"; }
  /// The graph for `gpus` GPUs with links of these lanes, unless its file says otherwise. Its
  /// routes have been checked. Throws UserError.
  [[nodiscard]] model::NvlinkGraph make(unsigned gpus, const model::NvlinkLanes& link) const;
  /// "8 GPUs in a hybrid cube mesh, 6 links each".
  [[nodiscard]] std::string text(const model::NvlinkGraph& graph) const;

 private:
  [[nodiscard]] model::NvlinkGraph chosen(unsigned gpus, const model::NvlinkLanes& link) const;
};

}  // namespace gf::platforms::gpu
