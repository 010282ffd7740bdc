// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "platforms/graph_writers.h"
#include "sc_main/command.h"
#include "sc_main/command_line.h"
#include "sc_main/configured_platform.h"

namespace gf::app {

namespace po = boost::program_options;

core::ExitCode run_topology(const Arguments& arguments) {
  PlatformChoice options;
  bool dot = false;
  bool csv = false;
  bool json = false;
  CommandLine line("topology", "PLATFORM [OPTIONS]",
                   "Builds a platform and shows how its parts are connected.");
  options.add_to(line);
  line.options.add_options()                                               //
      ("dot", po::bool_switch(&dot), "print Graphviz DOT, for dot -Tsvg")  //
      ("csv", po::bool_switch(&csv), "print comma-separated values")       //
      ("json", po::bool_switch(&json), "print {title, nodes, links} as JSON; rates in bytes/s");
  line.examples =
      "  gpufabric topology pcie_t2\n"
      "  gpufabric topology pcie_t2 --dot | dot -Tsvg > pcie_t2.svg\n";
  line.exits = {core::ExitCode::kBadInput};
  if (!line.parse(arguments)) return core::ExitCode::kDone;
  if (dot + csv + json > 1) line.fail("--dot, --csv and --json exclude each other");
  ConfiguredPlatform configured(line, options);
  configured.build();
  const auto write = dot    ? platforms::write_graph_dot
                     : csv  ? platforms::write_graph_csv
                     : json ? platforms::write_graph_json
                            : platforms::write_graph_text;
  write(std::cout, configured.platform().graph());
  return core::ExitCode::kDone;
}

}  // namespace gf::app
