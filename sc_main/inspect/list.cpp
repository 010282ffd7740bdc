// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "core/text/json.h"
#include "core/text/text_table.h"
#include "platforms/platform.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/command_line.h"
#include "tlm_models/machine/machine_presets.h"

namespace gf::app {
namespace {

void print_table() {
  core::TextTable table({"platform", "models", "description"});
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

/// Returns name and description of each built-in machine.
std::vector<std::pair<std::string, std::string>> machines() {
  std::vector<std::pair<std::string, std::string>> all;
  for (const std::string& name : model::machine_preset_names())
    all.emplace_back(name, model::make_machine(name).about);
  return all;
}

void print_machines(bool json) {
  core::TextTable table({"machine", "description"});
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& [name, about] : machines()) {
    table.add_row({name, about});
    list.push_back({{"name", name}, {"summary", about}});
  }
  if (json)
    std::cout << core::json_text(list, 2) << '\n';
  else
    table.print(std::cout, core::output_columns());
}

}  // namespace

core::ExitCode run_list(const Arguments& arguments) {
  bool json = false;
  bool of_machines = false;
  CommandLine line("list", "[--machines] [--json]",
                   "Shows the platforms: name, modelled system and summary.");
  line.add("machines", of_machines,
           "show the machines instead that run cluster --machine NAME takes");
  line.add("json", json, "print a JSON list of {name, source, summary}");
  line.examples = "  gpufabric list\n  gpufabric list --machines\n";
  if (!line.parse(arguments)) return core::ExitCode::kDone;
  if (of_machines) {
    print_machines(json);
  } else if (json) {
    print_json();
  } else {
    print_table();
  }
  return core::ExitCode::kDone;
}

}  // namespace gf::app
