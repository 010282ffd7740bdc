// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/schedule/collectives/builder.h"

namespace gf::model {

// Collectives but all-reduce, over all ranks of the builder's collective; what each works out:
// Collective::Kind.

void ring_all_gather(CollectiveBuilder& builder);      ///< n - 1 steps around the ring.
void ring_reduce_scatter(CollectiveBuilder& builder);  ///< n - 1 steps around the ring.
/// Rank i sends to i + 1, i + 2, ...; all at once, as far as the machine takes them.
void rotated_all_to_all(CollectiveBuilder& builder);
/// From rank to rank around the ring, in `pieces` that follow each other.
void chain_broadcast(CollectiveBuilder& builder, unsigned pieces);
/// Who has the vector gives it to one that has not: log n steps.
void binomial_broadcast(CollectiveBuilder& builder);
/// The vector goes around the ring towards the root, in `pieces` that follow each other; each rank
/// adds its own.
void chain_reduce(CollectiveBuilder& builder, unsigned pieces);
void direct_gather(CollectiveBuilder& builder);   ///< All send to the root at once, as NCCL does.
void direct_scatter(CollectiveBuilder& builder);  ///< The root sends to all at once.
/// Dissemination: in step k rank i tells rank i + 2^k what it knows; log n steps (D. Hensgen,
/// R. Finkel, U. Manber, "Two algorithms for barrier synchronization", 1988).
void barrier(CollectiveBuilder& builder);
void send_receive(CollectiveBuilder& builder);

}  // namespace gf::model
