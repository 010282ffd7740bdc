// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/report/report.h"
#include "sc_main/reproduce/reproduce_settings.h"

namespace gf::app {

/// Prints the rows of a report, as a table or with --json as a list, to standard output.
void print_numbers(const papers::report::Report& report, const ReproduceSettings& options);

}  // namespace gf::app
