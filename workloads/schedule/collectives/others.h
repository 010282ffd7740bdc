// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/schedule/elements/builder.h"

namespace gf::model {

// Collectives other than all-reduce, over all ranks of the builder's collective. Their results are
// described at Collective::Kind.

void ring_all_gather(CollectiveBuilder& builder);      ///< n - 1 steps around the ring.
void ring_reduce_scatter(CollectiveBuilder& builder);  ///< n - 1 steps around the ring.
/// Rank i sends to i + 1, i + 2, ...; all transfers may run at once.
void rotated_all_to_all(CollectiveBuilder& builder);
/// The vector moves from rank to rank around the ring, pipelined in `pieces`.
void chain_broadcast(CollectiveBuilder& builder, unsigned pieces);
/// Each rank that has the vector gives it to one that does not: log n steps.
void binomial_broadcast(CollectiveBuilder& builder);
/// The vector moves around the ring towards the root, pipelined in `pieces`; each rank adds its
/// own.
void chain_reduce(CollectiveBuilder& builder, unsigned pieces);
void direct_gather(CollectiveBuilder& builder);   ///< All send to the root at once, as NCCL does.
void direct_scatter(CollectiveBuilder& builder);  ///< The root sends to all at once.
/// Dissemination: in step k rank i sends its state to rank i + 2^k; log n steps (D. Hensgen, R.
/// Finkel, U. Manber, "Two algorithms for barrier synchronization", 1988).
void barrier(CollectiveBuilder& builder);
void send_receive(CollectiveBuilder& builder);

}  // namespace gf::model
