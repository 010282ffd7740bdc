// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/trace/span_log.h"
#include "sc_main/why/why_part.h"

namespace gf::app {

/// Returns where the time of an owner went, from its begin to its end, in the order of time; time
/// that it lost to others is lost. Throws UserError(kCheckFailed) if the rows do not add up.
PartAnswer answer_of(const core::SpanLog& log, const core::SpanLog::Life& life);
/// Returns the life of `part` ("message 0->3 #2"), of `kind` ("message"). Throws UserError(kUsage)
/// if it has not ended, or if the run has none of that name: then it names the nearest of those
/// that have ended, or if there is none tells that there is `none`.
const core::SpanLog::Life& ended_life(const core::SpanLog& log, const std::string& kind,
                                      const std::string& part, const std::string& none);

/// lost_of() returns the lost time. most_of() returns the row with the most time, among the lost
/// rows if `lost`, otherwise among the rest.
core::Ticks lost_of(const PartAnswer& answer);
std::string most_of(const PartAnswer& answer, bool lost);

/// Returns the messages of a run that took longest, at most `top` of them.
std::string slowest_messages(const core::SpanLog& log, const std::string& run, std::size_t top);
nlohmann::ordered_json slowest_messages_json(const core::SpanLog& log, std::size_t top);

}  // namespace gf::app
