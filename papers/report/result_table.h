// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "papers/report/report.h"

namespace gf::papers::report {

inline constexpr std::size_t kAnyWidth = static_cast<std::size_t>(-1);

/// Returns the output of `reproduce`: a table of id | quantity | published | simulated | unit |
/// error | tolerance | kind | verdict, then the reasons of failed measurements, the headline of
/// each paper and the counts. `all` false: only rows that deviate or fail. No line is longer than
/// `width` characters (at least 40), except for a single long word. Quantities are folded; if that
/// is not enough, each row becomes a record of several lines.
std::string result_table(const Report& report, bool all = true, std::size_t width = kAnyWidth);

/// Returns a result_table() with its verdicts toned for a terminal (core/text/colour.h); unchanged
/// unless `coloured`.
std::string with_toned_verdicts(const std::string& table, bool coloured);

/// "12 pass, 2 deviate, 1 fail, 3 info".
std::string counts_text(const Counts& counts);

}  // namespace gf::papers::report
