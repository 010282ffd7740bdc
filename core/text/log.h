// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <systemc>

namespace gf::core {

/// The messages shown on stderr. Errors are thrown at every level.
enum class LogLevel {
  kQuiet,    ///< Warnings.
  kNormal,   ///< Warnings and the notes of the models.
  kVerbose,  ///< All notes, including SystemC's and those above SC_MEDIUM.
};

/// Sets up the log: from now on a report of SystemC (SC_REPORT_INFO, SC_REPORT_WARNING) is one line
/// on `out`:
///   [12.5 us] dgx.gpu_0: text
///   [12.5 us] warning: dgx.gpu_0: text
/// The message type, a component's path, precedes the text; the time is missing until the
/// simulation runs. A report of severity error is thrown as an sc_report, as SystemC does by
/// default. Actions that a caller sets for a message type still apply, but it is displayed on
/// `out`. `out` must outlive all reports.
void install_log(LogLevel level, std::ostream& out);

/// Returns "dgx.gpu_0: text": the text to print when a thrown report is caught.
std::string one_line(const sc_core::sc_report& report);

}  // namespace gf::core
