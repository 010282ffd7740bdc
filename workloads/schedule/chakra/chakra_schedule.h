// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "workloads/schedule/chakra/trace.h"
#include "workloads/schedule/schedule.h"

namespace gf::model {

/// What the ranks of `traces`, of which trace i is that of rank i and device i, do together:
/// - a kCompute node is a kernel of its duration, or else of its bytes and of the time of its
///   operations, `compute_rate` of them a second, whichever is longer; a kMemory node one of its
///   bytes; a device does one at a time, in the order in which they may start. Called "0.17", by
///   rank and node;
/// - a kSend and its kReceive are one copy (on one rank: a kernel that reads and writes each byte;
///   of 0 B one of 1 B); of the same ranks and tag they are matched in the order of their files.
///   Sends are eager, as in goal_schedule();
/// - the k-th kCollective of a group on each of its ranks are one collective, by the algorithm that
///   `--workload` has without being asked for one, in place. A rank's part of it starts when the
///   rank has come to it, and has ended when all tasks that the rank has a part in have. Its
///   `bytes` are what a rank gives: of an all-gather or a gather of n ranks the result is n times
///   as large.
///   Called "c0.5", by collective and task.
/// Classes: "compute", memory nodes included, "point to point", and collectives by their name.
/// Ranks of a group: those that its traces declare, otherwise all whose traces name it; of the
/// group without a name, or called "0", all.
///
/// Throws UserError(kBadInput), "<file>: node <id>: ...": an id that is there twice, a data_deps
/// that is not there, nodes that wait for each other, which are named, more than kMostCommunications tasks, a
/// send or a receive without its other end, a receive of fewer bytes than are sent, a rank that is
/// not there, that lacks a collective of its group, or that has another one in its place.
Schedule chakra_schedule(const std::vector<ChakraTrace>& traces, const std::string& name,
                         double compute_rate, ChakraLeftOut& left_out);

}  // namespace gf::model
