// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "papers/report/report.h"

namespace gf::papers::report {

inline constexpr std::size_t kAnyWidth = static_cast<std::size_t>(-1);

/// What `reproduce` prints: a table of id | quantity | published | simulated | unit | error |
/// tolerance | kind | verdict, below it why measurements failed, then the headline of each paper
/// and how many passed. `all` false: only rows that deviate or fail. No line is longer than `width`
/// characters (at least 40): quantities are folded, and where even that does not fit, each row is
/// some lines of its own; only a single word may stand out.
std::string result_table(const Report& report, bool all = true, std::size_t width = kAnyWidth);

/// A result_table() whose verdicts have their tone (core/text/colour.h), as a terminal obeys it; as it
/// is unless `coloured`.
std::string with_toned_verdicts(const std::string& table, bool coloured);

/// "12 pass, 2 deviate, 1 fail, 3 info".
std::string counts_text(const Counts& counts);

}  // namespace gf::papers::report
