// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <systemc>
#include <vector>

#include "workloads/schedule/collectives/channel_program.h"

namespace gf::model {

/// Ring programs of a library of collectives, over all ranks of the builder's collective: each
/// channel has a ring and a part of the vector, or of each rank's block.
struct RingPlan {
  std::vector<std::vector<unsigned>> rings;  ///< By channel: all ranks, each once.
  /// By channel, or empty: for the ranks that send to other nodes, ChannelProgram::leaves_by().
  std::vector<std::map<unsigned, unsigned>> relays{};
  ChannelProtocol protocol = kSimple;
  sc_core::sc_time launch{};  ///< From the start of the schedule to that of the blocks.
  /// Final elements are sent into the output of the next rank, and are not copied out of a buffer.
  /// This needs ranks that reach each other's memory, and no flags between the elements.
  bool direct = true;
  [[nodiscard]] bool sends_direct() const { return direct && protocol.wire == protocol.data; }
};

/// Each chunk goes around the ring twice: reduced, then final.
void all_reduce_on_rings(CollectiveBuilder& builder, const RingPlan& plan);
void all_gather_on_rings(CollectiveBuilder& builder, const RingPlan& plan);
void reduce_scatter_on_rings(CollectiveBuilder& builder, const RingPlan& plan);
void broadcast_on_rings(CollectiveBuilder& builder,
                        const RingPlan& plan);  ///< Along it from the root.
void reduce_on_rings(CollectiveBuilder& builder, const RingPlan& plan);  ///< Along it to the root.

}  // namespace gf::model
