// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/schedule/goal/goal_program.h"
#include "workloads/schedule/schedule.h"

namespace gf::model {

/// Returns the tasks of `program`, called by rank and label. A calc is a kernel. A send and its
/// receive are one copy; on one rank they are a kernel that reads and writes each byte. Sends and
/// receives with the same ranks and tag are matched in order.
///
/// A send is eager: the copy starts when the send may start, whether or not the receive has been
/// posted. A receive ends when its copy and everything that it requires have ended. `a irequires
/// b`: a may start when b may. A message of 0 B is sent as 1 B.
/// Not modelled: overheads of cores and NICs, and several cores or NICs; a device computes one
/// kernel at a time.
///
/// Throws UserError(kBadInput) with file:line for a send or a receive without its counterpart, a
/// receive of fewer bytes than are sent, and operations that wait for each other (with their
/// names).
Schedule goal_schedule(const GoalProgram& program, const std::string& name,
                       const std::string& file);

/// Reads a GOAL file: NAME.bin in the binary form, any other name in the text form. A warning
/// counts operations on cores and NICs other than 0.
Schedule read_goal_file(const std::string& file, std::optional<unsigned> devices = std::nullopt);

}  // namespace gf::model
