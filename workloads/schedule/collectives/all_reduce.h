// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/schedule/collectives/builder.h"

namespace gf::model {

// All-reduces over all ranks of the builder's collective. Each sends, a rank, of n ranks and a
// vector of S bytes:

/// A reduce-scatter and an all-gather around the ring: 2 (n-1)/n S in 2 (n-1) steps, the least
/// bytes that any algorithm can do with.
void ring_all_reduce(CollectiveBuilder& builder);

/// Halves that are exchanged with ranks at distances n/2 ... 1 and back: 2 (n-1)/n S in 2 log n
/// steps. Of n that is no power of two, the ranks above one give their vector to another one first
/// and get the result last (R. Rabenseifner, "Optimization of Collective Reduction Operations",
/// ICCS 2004).
void halving_doubling_all_reduce(CollectiveBuilder& builder);

/// Two binary trees, each over all ranks and with half of the vector, which is cut in `pieces`
/// that follow each other up to the root and down again. Who is inside one tree is a leaf of the
/// other (P. Sanders, J. Speck, J. L. Traeff, "Two-tree algorithms for full bandwidth broadcast,
/// reduction and scan", Parallel Computing 35, 2009): some 2 S.
void tree_all_reduce(CollectiveBuilder& builder, unsigned pieces);

/// Rings of `per_node` neighbouring ranks reduce-scatter, rings of the same member of every node
/// all-reduce their part, and the nodes' rings gather. The number of ranks is a multiple.
void two_level_all_reduce(CollectiveBuilder& builder, unsigned per_node);

}  // namespace gf::model
