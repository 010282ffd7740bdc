// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "workloads/schedule/collectives/channel_program.h"

namespace gf::model {

/// Programs of a library of collectives that send and receive point to point: a transfer is cut
/// into parts, and each part has a channel (NCCL 2.30, src/enqueue.cc, src/device/sendrecv.h).
struct P2pPlan : ProgramPlan {
  P2pPlan() { direct = false; }  ///< Buffers must be registered for that.
  unsigned nodes = 1;
  unsigned channels = 2;  ///< A power of two.
  unsigned per_peer = 2;  ///< The most channels of a transfer: a power of two.
  unsigned parts = 0;     ///< Of each transfer; 0: by its size.
  ChannelProtocol ll = kLl;
  std::uint64_t chunk = 512 << 10;  ///< Bytes, of Simple.
  std::uint64_t ll_bytes = 16384;   ///< The most bytes of a channel that LL sends; in a node only.

  /// Returns how many channels a transfer between `ranks` ranks takes.
  [[nodiscard]] unsigned parts_of(std::uint64_t bytes, unsigned ranks) const;
  /// Returns the protocol of a transfer of `bytes` in so many parts.
  [[nodiscard]] ChannelProtocol protocol_of(std::uint64_t bytes, unsigned parts,
                                            bool same_node) const;
};

unsigned power_of_two(unsigned least);  ///< The next one.

/// Returns the rank that each rank sends to, by round and rank. In round 0 all send to themselves.
/// Within a node rank i sends to i + 1, i + 2, ... in turn. Several nodes form groups of up to 8
/// ranks, whose distances grow quadratically (src/init.cc, ncclP2pSchedule()).
std::vector<std::vector<unsigned>> p2p_rounds(unsigned ranks, unsigned nodes);

/// Moves all transfers of the builder's collective. A channel's block works on up to 8 rounds at
/// once: each has some of its warps, one half for what it sends, the other for what it receives.
/// The transfer of a rank to itself is a copy. Not modelled: the barrier between 8 rounds and the
/// next ones.
void transfer_all(CollectiveBuilder& builder, const P2pPlan& plan);

}  // namespace gf::model
