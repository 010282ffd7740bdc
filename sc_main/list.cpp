// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "core/json.h"
#include "core/text_table.h"
#include "platforms/platform.h"
#include "sc_main/command.h"
#include "sc_main/command_line.h"

namespace gf::app {
namespace {

void print_table() {
  core::TextTable table({"platform", "models", "what it is"});
  for (const platforms::PlatformEntry& entry : platforms::all_platforms())
    table.add_row({entry.name, entry.source, entry.summary});
  table.print(std::cout, core::output_columns());
}

void print_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const platforms::PlatformEntry& entry : platforms::all_platforms())
    list.push_back({{"name", entry.name}, {"source", entry.source}, {"summary", entry.summary}});
  std::cout << core::json_text(list, 2) << '\n';
}

}  // namespace

core::ExitCode run_list(const Arguments& arguments) {
  bool json = false;
  CommandLine line("list", "[--json]", "Shows the platforms: name, modelled system and summary.");
  line.options.add_options()("json", boost::program_options::bool_switch(&json),
                             "print a JSON list of {name, source, summary}");
  line.examples = "  gpufabric list\n";
  if (!line.parse(arguments)) return core::ExitCode::kDone;
  if (json) {
    print_json();
  } else {
    print_table();
  }
  return core::ExitCode::kDone;
}

}  // namespace gf::app
