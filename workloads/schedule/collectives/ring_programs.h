// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "workloads/schedule/collectives/channel_program.h"

namespace gf::model {

/// Ring programs of a library of collectives, over all ranks of the builder's collective: each
/// channel has a ring and a part of the vector, or of each rank's block.
struct RingPlan : ProgramPlan {
  std::vector<std::vector<unsigned>> rings;  ///< By channel: all ranks, each once.
};

/// Each chunk goes around the ring twice: reduced, then final.
void all_reduce_on_rings(CollectiveBuilder& builder, const RingPlan& plan);
void all_gather_on_rings(CollectiveBuilder& builder, const RingPlan& plan);
void reduce_scatter_on_rings(CollectiveBuilder& builder, const RingPlan& plan);
void broadcast_on_rings(CollectiveBuilder& builder,
                        const RingPlan& plan);  ///< Along it from the root.
void reduce_on_rings(CollectiveBuilder& builder, const RingPlan& plan);  ///< Along it to the root.

}  // namespace gf::model
