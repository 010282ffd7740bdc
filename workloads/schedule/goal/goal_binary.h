// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "workloads/schedule/goal/goal_program.h"

namespace gf::model {

/// Reads the binary form of GOAL as written by the txt2bin of LogGOPSim (github.com/spcl/LogGOPSim,
/// src/LogGOPSim/Parser.hpp and Goal.hpp). All numbers have the byte order of the machine that
/// wrote the file, which the first number reveals. There is no padding:
///
///     u64 4223; u32 ranks; u8 highest cpu; u8 highest nic
///     u64 begin, u64 end of each rank's part, counted from the end of the first number
///     a part: u32 nodes; u32 roots; u32 of each root: its node
///             each node, 39 bytes: u32 number of nodes that it waits for; u8 1 send, 2 receive,
///               3 calc; u32 peer; u64 bytes or ns; u32 tag; u8 cpu; u8 nic;
///               u32 number, u32 list position of the nodes that wait for its end;
///               u32 number, u32 list position of the nodes that wait for its start
///             lists: u32 of each: a node of the part
///
/// Operations are called by rank and node, "0.n3". Throws UserError(kBadInput), "<file>: ... at
/// byte n", for another first number (2342 marks a file that the simulator has already consumed),
/// and for a file that ends too early. It also rejects invalid nodes, ranks, positions and kinds, a
/// root that waits, numbers of waits that differ from the lists, and a rank's -1. Sizes and ranks
/// are checked as by read_goal().
GoalProgram read_goal_binary(std::string_view bytes, const std::string& file,
                             std::optional<unsigned> devices = std::nullopt);

}  // namespace gf::model
