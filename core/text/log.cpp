// SPDX-License-Identifier: Apache-2.0
#include "core/text/log.h"

#include <algorithm>
#include <ostream>
#include <string_view>

#include "core/base/printable.h"
#include "core/base/units.h"
#include "core/text/colour.h"
#include "core/text/progress.h"

namespace gf::core {
namespace {

/// SystemC takes a plain function as its handler, so the settings are global to the process.
struct Log {
  LogLevel level = LogLevel::kNormal;
  std::ostream* out = nullptr;
};
Log& log_settings() {
  static Log log;
  return log;
}

bool is_kernel_note(const sc_core::sc_report& report) {
  return report.get_severity() == sc_core::SC_INFO &&
         std::string_view(report.get_msg_type()).substr(0, 6) == "/OSCI/";
}

bool wanted(const sc_core::sc_report& report) {
  switch (log_settings().level) {
    case LogLevel::kQuiet:
      return report.get_severity() != sc_core::SC_INFO;
    case LogLevel::kNormal:
      return !is_kernel_note(report);
    case LogLevel::kVerbose:
      return true;
  }
  return true;
}

void show(const sc_core::sc_report& report) {
  std::ostream& out = *log_settings().out;
  std::string line;
  // Until the simulation runs, the time is 0 and says nothing.
  if (sc_core::sc_get_status() >= sc_core::SC_RUNNING)
    line += "[" + to_text(report.get_time()) + "] ";
  if (report.get_severity() == sc_core::SC_WARNING)
    line += toned("warning: ", Tone::kOdd, is_coloured(out));
  if (report.get_severity() >= sc_core::SC_ERROR)
    line += toned("error: ", Tone::kBad, is_coloured(out));
  // Otherwise the note would follow the progress bar on the same line.
  Progress::clear_line(out);
  out << line << one_line(report) << std::endl;
}

void handle(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
  if ((actions & sc_core::SC_DISPLAY) != 0 && wanted(report)) show(report);
  sc_core::sc_report_handler::default_handler(report, actions & ~sc_core::SC_DISPLAY);
}

}  // namespace

void install_log(LogLevel level, std::ostream& out) {
  log_settings() = {level, &out};
  sc_core::sc_report_handler::set_verbosity_level(level == LogLevel::kVerbose ? sc_core::SC_DEBUG
                                                                              : sc_core::SC_MEDIUM);
  sc_core::sc_report_handler::set_handler(handle);
}

std::string one_line(const sc_core::sc_report& report) {
  std::string text = report.get_msg_type();
  const std::string_view message = report.get_msg();
  if (!message.empty()) text.append(": ").append(message);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return printable(text);
}

}  // namespace gf::core
