// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "papers/report/report.h"

namespace gf::papers::report {

/// The table for a terminal: id | quantity | published | simulated | unit | error | tolerance |
/// kind | verdict, aligned; below it why measurements failed, and how many passed.
std::string result_table(const Report& report);

/// "12 pass, 1 fail, 3 info".
std::string counts_text(const Counts& counts);

}  // namespace gf::papers::report
