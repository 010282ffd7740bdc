// SPDX-License-Identifier: Apache-2.0
// The program `gpufabric`: finds the subcommand, turns every error into one line and an exit code.
#include <cstdlib>
#include <iostream>
#include <systemc>

#include "core/text_match.h"
#include "core/units.h"
#include "core/version.h"
#include "sc_main/command.h"

namespace {

using gf::core::ExitCode;

void print_usage(std::ostream& out) {
  out << "Usage: gpufabric COMMAND [ARGUMENTS]\n\nCommands:\n";
  for (const gf::app::Command& command : gf::app::all_commands())
    out << "  " << command.name << std::string(12 - command.name.size(), ' ') << command.summary
        << '\n';
}

ExitCode dispatch(const gf::app::Arguments& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "help") {
    print_usage(std::cout);
    return ExitCode::kDone;
  }
  for (const gf::app::Command& command : gf::app::all_commands())
    if (command.name == words[0]) return command.run({words.begin() + 1, words.end()});
  throw gf::core::UserError(ExitCode::kUsage, "unknown command \"" + words[0] + "\"");
}

int fail(const std::string& message, ExitCode code) {
  std::cerr << "gpufabric: " << message << '\n';
  return static_cast<int>(code);
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  gf::core::set_time_resolution();
  try {
    return static_cast<int>(dispatch({argv + 1, argv + argc}));
  } catch (const gf::core::UserError& error) {
    return fail(error.what(), error.code());
  } catch (const sc_core::sc_report& report) {
    return fail(report.what(), ExitCode::kUsage);
  } catch (const std::exception& error) {
    return fail(error.what(), ExitCode::kCheckFailed);
  }
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
