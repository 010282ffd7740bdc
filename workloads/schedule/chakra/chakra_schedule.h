// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "workloads/schedule/chakra/trace.h"
#include "workloads/schedule/schedule.h"

namespace gf::model {

/// Builds one schedule from the traces of all ranks; trace i belongs to rank i and device i:
/// - A kCompute node is a kernel with its duration. Without a duration it takes as long as its
///   bytes or its operations need, whichever is longer, at `compute_rate` operations per second. A
///   kMemory node is a kernel with its bytes. A device runs one kernel at a time, in the order in
///   which they may start. Kernels are called "0.17", by rank and node.
/// - A kSend and its kReceive are one copy. On one rank they are a kernel that reads and writes
///   each byte. 0 B count as 1 B. Sends and receives with the same ranks and tag are matched in the
///   order of their files. Sends are eager, as in goal_schedule().
/// - The k-th kCollective of a group on each of its ranks form one collective, in place, by the
///   default algorithm of `--workload`. A rank's part of it starts when the rank reaches it, and
///   ends when all tasks that involve the rank have ended. `bytes` is what a rank contributes: the
///   result of an all-gather or a gather over n ranks is n times as large. Tasks are called "c0.5",
///   by collective and task.
/// The classes are "compute" (including memory nodes), "point to point", and one per kind of
/// collective. The ranks of a group are those that a rank's trace declares, otherwise all ranks
/// whose traces name the group. A group without a name, or called "0", has all ranks.
///
/// Throws UserError(kBadInput), "<file>: node <id>: ...", for:
/// - repeated ids, data_deps on missing nodes, nodes that wait for each other (with their names),
///   and more than kMostCommunications tasks;
/// - a send or a receive without its counterpart, and a receive of fewer bytes than are sent;
/// - a missing rank, and a rank that lacks a collective of its group or has another one in its
///   place.
Schedule chakra_schedule(const std::vector<ChakraTrace>& traces, const std::string& name,
                         double compute_rate, ChakraLeftOut& left_out);

}  // namespace gf::model
