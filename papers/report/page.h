// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "papers/report/report.h"

namespace gf::papers::report {

/// The sections of report.html, in order.
std::string numbers_section(const Report& report);      ///< Filters and the table of all numbers.
std::string experiments_section(const Report& report);  ///< Notes, figures, links to runs.
std::string meaning_section();                          ///< Verdicts, kinds, tolerances.
std::string environment_section(const Report& report);  ///< How it was made; wall time.

/// A small picture of where the simulated value lies in its tolerance; empty for one-sided and
/// ungated tolerances.
std::string gauge(const Measurement& measurement);

}  // namespace gf::papers::report
