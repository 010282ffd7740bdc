// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sc_main/why/why_part.h"
#include "tlm_models/host/message_journal.h"

namespace gf::app {

/// Where the time of a message went, from the PUT call until the program at the other end is told.
/// Throws UserError(kCheckFailed) if the rows should not add up.
PartAnswer answer_of(const model::MessageJournal& journal, const model::MessageHistory& message);

/// What of it was lost, and the row that most of its time went to, of what was lost or of the rest.
core::Ticks lost_of(const PartAnswer& answer);
std::string most_of(const PartAnswer& answer, bool lost);

/// The messages of a run that took longest, at most `top` of them.
std::string slowest_messages(const model::MessageJournal& journal, const std::string& run,
                             std::size_t top);
nlohmann::ordered_json slowest_messages_json(const model::MessageJournal& journal, std::size_t top);

}  // namespace gf::app
