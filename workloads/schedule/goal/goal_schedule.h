// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/schedule/goal/goal_program.h"
#include "workloads/schedule/schedule.h"

namespace gf::model {

/// The tasks of `program`, called by rank and label: a calc is a kernel, a send and its receive are
/// one copy (on one rank: a kernel that reads and writes each byte). Sends and receives of the same
/// ranks and tag are matched in their order.
///
/// A send is eager: the copy starts when the send may, whether it is received yet or not. A receive
/// has ended when its copy and all that it requires have. `a irequires b`: a may start when b may.
/// A message of 0 B is sent as one of 1 B.
/// Not modelled: overheads of cores and NICs, and that there are several; a device computes one
/// kernel at a time.
///
/// Throws UserError(kBadInput) with file:line: a send or a receive without its other end, a receive
/// of fewer bytes than are sent, operations that wait for each other, which are named.
Schedule goal_schedule(const GoalProgram& program, const std::string& name,
                       const std::string& file);

/// Reads such a file: NAME.bin in the binary form, any other in the text form. Cores and NICs of
/// which it names more than one are counted in a warning.
Schedule read_goal_file(const std::string& file, std::optional<unsigned> devices = std::nullopt);

}  // namespace gf::model
