// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sc_main/why/why_part.h"
#include "tlm_models/host/message_journal.h"

namespace gf::app {

/// Returns where the time of a message went, from the PUT call until the program at the other end
/// is notified. Throws UserError(kCheckFailed) if the rows do not add up.
PartAnswer answer_of(const model::MessageJournal& journal, const model::MessageHistory& message);

/// lost_of() returns the lost time. most_of() returns the row with the most time, among the lost
/// rows if `lost`, otherwise among the rest.
core::Ticks lost_of(const PartAnswer& answer);
std::string most_of(const PartAnswer& answer, bool lost);

/// Returns the messages of a run that took longest, at most `top` of them.
std::string slowest_messages(const model::MessageJournal& journal, const std::string& run,
                             std::size_t top);
nlohmann::ordered_json slowest_messages_json(const model::MessageJournal& journal, std::size_t top);

}  // namespace gf::app
