// SPDX-License-Identifier: Apache-2.0
// gpufabric page: writes the page of a run again.
#include <filesystem>
#include <fmt/format.h>
#include <iostream>

#include "core/base/printable.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/cli/whole_file.h"
#include "sc_main/page/run_page.h"

namespace gf::app {

core::ExitCode run_page_command(const Arguments& arguments) {
  std::string run, to;
  CommandLine line("page", "RUN [--to FILE]",
                   "Makes the page of a run again from its record.json: after an update of the\n"
                   "program, or for another place. A page is one file that opens in any browser\n"
                   "and needs no network.");
  line.operand("RUN", run);
  line.add("to", to, "FILE", "file to write").default_text = "RUN/run.html";
  line.examples =
      "  gpufabric page out/first\n"
      "  gpufabric page out/first --to first.html\n";
  line.exits = {core::ExitCode::kBadInput};
  if (!line.parse(arguments)) return core::ExitCode::kDone;
  if (run.empty()) line.fail("expected a run directory");
  const std::string record = read_record(run);
  if (to.empty()) to = (std::filesystem::path(run) / kPageFile).string();
  WholeFile(to, "the page").write(run_page({record}));
  std::cout << core::printable(to) << '\n';
  return core::ExitCode::kDone;
}

}  // namespace gf::app
