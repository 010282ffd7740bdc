// SPDX-License-Identifier: Apache-2.0
// gpufabric reproduce --recorded: the numbers of the last runs at the published sizes.
#include "sc_main/reproduce/reproduce_recorded.h"

#include <iostream>

#include "papers/report/record.h"
#include "sc_main/reproduce/reproduce_print.h"

namespace gf::app {

core::ExitCode recorded_numbers(const Selection& selection, const ReproduceSettings& options) {
  namespace report = papers::report;
  const report::Report recorded = report::recorded_report(selection, report::record());
  print_numbers(recorded, options);
  if (!options.json)
    std::cout << "recorded: " << report::revisions_text(recorded, report::record()) << '\n';
  return report::count(recorded).fail > 0 ? core::ExitCode::kCheckFailed : core::ExitCode::kDone;
}

}  // namespace gf::app
