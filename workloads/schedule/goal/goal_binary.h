// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "workloads/schedule/goal/goal_program.h"

namespace gf::model {

/// Reads the binary form of GOAL as the txt2bin of LogGOPSim writes it (github.com/spcl/LogGOPSim,
/// src/LogGOPSim/Parser.hpp and Goal.hpp). All numbers in the order of bytes of the machine that
/// wrote it, which the first one tells; nothing is padded:
///
///     u64 4223; u32 ranks; u8 highest cpu; u8 highest nic
///     u64 begin, u64 end of each rank's part, counted from behind the first number
///     a part: u32 nodes; u32 roots; u32 of each root: its node
///             each node, 39 bytes: u32 number of nodes that it waits for; u8 1 send, 2 receive,
///               3 calc; u32 peer; u64 bytes or ns; u32 tag; u8 cpu; u8 nic;
///               u32 number, u32 place among the lists of those that wait for its end;
///               u32 number, u32 place of those that wait for its start
///             lists: u32 of each: a node of the part
///
/// Operations are called by rank and node, "0.n3". Throws UserError(kBadInput), "<file>: ... at
/// byte n": another first number (2342 is a file that the simulator itself has used up), what ends
/// before it should, nodes, ranks, places and kinds that are not there, a root that waits, numbers
/// of waits that the lists do not give, a rank's `-1`, and what read_goal() says of sizes and ranks.
GoalProgram read_goal_binary(std::string_view bytes, const std::string& file,
                             std::optional<unsigned> devices = std::nullopt);

}  // namespace gf::model
