// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/trace/hop_journal.h"
#include "platforms/platform.h"
#include "sc_main/why/why_copies.h"

namespace gf::app {

// Copies that GPUs read from a host, and copies that PROACT units push to other nodes: the machine
// reports their begins and ends, and not which packets on links belong to them.

inline constexpr const char* kLostNotKnown = "not known";

/// Returns such copies that have ended, the longest first. Call it after the run.
std::vector<platforms::CopySpan> copies_without_hops(const platforms::Platform& platform,
                                                     const WhyCopies& journalled,
                                                     const core::SlowFlows& flows,
                                                     const core::HopJournal& journal);

/// Returns a table of at most `top` of them, with a line that points to the flows of packets;
/// empty: none.
std::string untold_table(const std::vector<platforms::CopySpan>& copies, const std::string& run,
                         std::size_t top);

/// Describes one such copy. `alone` is the output of `why RUN COPY --alone --json`, or null.
/// `alone_ticks` is its time alone in the machine; 0: not known.
std::string untold_text(const platforms::CopySpan& copy, core::Ticks alone_ticks,
                        const nlohmann::json& alone, const std::string& run);
nlohmann::ordered_json untold_json(const platforms::CopySpan& copy,
                                   const nlohmann::json& alone = nullptr);

}  // namespace gf::app
