// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sc_main/cli/command_line.h"

namespace gf::app {

using core::ExitCode;

const char* meaning_of(ExitCode code) {
  switch (code) {
    case ExitCode::kDone:
      return "done";
    case ExitCode::kCheckFailed:
      return "a check within the run failed";
    case ExitCode::kUsage:
      return "invalid command line, parameter or output directory";
    case ExitCode::kNoSteadyState:
      return "no steady state; the results are written and flagged";
    case ExitCode::kDeadlock:
      return "deadlock; the report says who waits for whom";
    case ExitCode::kBadInput:
      return "invalid input file; the message names the line";
    case ExitCode::kInterrupted:
      return "interrupted (Ctrl-C, --max-wall); partial results are marked";
    case ExitCode::kTerminated:
      return "terminated (SIGTERM, SIGHUP); partial results are marked";
  }
  return "";
}

std::string exit_code_lines(const std::vector<ExitCode>& codes) {
  std::string lines;
  for (const ExitCode code : codes)
    lines += fmt::format("  {:<4} {}\n", static_cast<int>(code), meaning_of(code));
  return lines;
}

}  // namespace gf::app
