// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <systemc>

namespace gf::core {

/// What a user wants to read on stderr. Errors are thrown whatever the level.
enum class LogLevel {
  kQuiet,    ///< Warnings.
  kNormal,   ///< Warnings and the notes of the models.
  kVerbose,  ///< All notes: SystemC's too, and those above SC_MEDIUM.
};

/// From now on a report of SystemC's (SC_REPORT_INFO, SC_REPORT_WARNING) is one line on `out`:
///   [12.5 us] dgx.gpu_0: text
///   [12.5 us] warning: dgx.gpu_0: text
/// with the message type, a component's path, before the text; without the time until the
/// simulation runs. A report of severity error is thrown as an sc_report, as SystemC does by
/// default. Actions that a caller sets for a message type hold, but for the place it is shown at.
/// `out` must outlive all reports.
void install_log(LogLevel level, std::ostream& out);

/// "dgx.gpu_0: text": what a catcher of a thrown report prints.
std::string one_line(const sc_core::sc_report& report);

}  // namespace gf::core
