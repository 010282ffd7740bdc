// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/schedule/elements/builder.h"

namespace gf::model {

// All-reduces over all ranks of the builder's collective. The comments state the bytes that each
// rank sends, for n ranks and a vector of S bytes.

/// A reduce-scatter and an all-gather around the ring: 2 (n-1)/n S in 2 (n-1) steps, the fewest
/// bytes that any algorithm can send.
void ring_all_reduce(CollectiveBuilder& builder);

/// Ranks exchange halves at distances n/2 ... 1 and back: 2 (n-1)/n S in 2 log n steps. If n is not
/// a power of two, each rank above the largest power first gives its vector to another rank and
/// finally receives the result (R. Rabenseifner, "Optimization of Collective Reduction Operations",
/// ICCS 2004).
void halving_doubling_all_reduce(CollectiveBuilder& builder);

/// Two binary trees over all ranks, each with half of the vector, which moves in `pieces`,
/// pipelined, up to the root and down again. An inner rank of one tree is a leaf of the other (P.
/// Sanders, J. Speck, J. L. Traeff, "Two-tree algorithms for full bandwidth broadcast, reduction
/// and scan", Parallel Computing 35, 2009): about 2 S.
void tree_all_reduce(CollectiveBuilder& builder, unsigned pieces);

/// Rings of `per_node` neighbouring ranks reduce-scatter, rings of the same member of every node
/// all-reduce their part, and the nodes' rings gather. The number of ranks must be a multiple of
/// `per_node`.
void two_level_all_reduce(CollectiveBuilder& builder, unsigned per_node);

}  // namespace gf::model
