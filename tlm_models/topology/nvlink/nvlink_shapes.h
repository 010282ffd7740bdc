// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/param/param.h"
#include "tlm_models/topology/nvlink/nvlink_graph.h"

namespace gf::model {

/// All GPUs on one switch "nvswitch"; GPU n is on its port n, with one link each.
NvlinkGraph nvlink_switch(unsigned gpus, const NvlinkLanes& link);

/// A link between every two GPUs; GPU g has its link to p at port p, or p - 1 if p > g.
NvlinkGraph nvlink_mesh(unsigned gpus, const NvlinkLanes& link);

/// Eight GPUs on the corners of a cube, with the diagonals of two faces. GPUs 0 to 3 are one face,
/// all linked with each other, and 4 to 7 the other; GPU n has a link to n + 4. `links` per GPU is
/// 4 or 6. 4 is the P100's shape. With 6, as with the V100, some pairs have two links: 0-3, 1-2,
/// 2-3 on the first face, 0-4, 1-5 between the faces, and 4-7, 5-6, 6-7 on the second.
/// Sources: NVIDIA DGX-1 With Tesla V100 System Architecture, WP-08437-002, has the picture. The
/// pairs with two links are as NCCL reports them for a DGX-1V: github.com/NVIDIA/nccl, issue 671.
NvlinkGraph nvlink_hybrid_cube_mesh(unsigned links, const NvlinkLanes& link);

/// Planes of NVSwitches. Each GPU has a link to each plane. Within a plane each board has a switch
/// for its GPUs, and two boards are connected by `trunk` links; GPUs 0 to n/2 - 1 are on board 0.
/// Switches are nvswitch_<plane> on board 0 and nvswitch_<planes + plane> on board 1.
struct NvlinkPlanes : core::ParamGroup {
  core::Param<unsigned> planes =
      param("planes", 6u, "planes of NVSwitches; each GPU has a link to each plane",
            "DGX-2: 6 NVSwitches a baseboard (Ishii and Foley, Hot Chips 30, 2018)",
            core::between(1u, 32u), core::experiment_choice("the size of the machine"));
  core::Param<unsigned> boards =
      param("boards", 1u, "boards that share the GPUs; each has a switch of each plane",
            "DGX-2: 2; one level: 1", core::between(1u, 2u),
            core::experiment_choice("the size of the machine"));
  core::Param<unsigned> trunk =
      param("trunk", 8u, "links between the switches of a plane on two boards",
            "DGX-2: 8 (Li et al., TPDS 2020, arXiv:1903.04611)", core::between(1u, 64u),
            core::experiment_choice("the size of the machine"));
};
/// Throws UserError if the GPUs cannot be divided evenly among the boards.
NvlinkGraph nvlink_planes(unsigned gpus, const NvlinkPlanes& shape, const NvlinkLanes& link);

/// Sets the places for a drawing of a graph with several switches: one row per level of switches,
/// the highest at the top, and the GPUs below, in rows of at most kGpusInRow.
void place_by_level(NvlinkGraph& graph);
inline constexpr unsigned kGpusInRow = 18;

}  // namespace gf::model
