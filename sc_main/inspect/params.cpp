// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <iostream>

#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/param/param_listing.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/cli/configured_platform.h"

namespace gf::app {
namespace {

struct ParamsOptions {
  PlatformChoice choice;
  std::string filter = "*";
  bool json = false;
  bool markdown = false;
};

CommandLine command_line(ParamsOptions& o) {
  CommandLine line(
      "params", "PLATFORM [GLOB] [OPTIONS]",
      "Shows every parameter of a platform: default, value in force, legal values,\n"
      "meaning and source. Identical instances share a row, whose glob sets them all.\n"
      "Some parameters decide which instances exist; set them with -p here too.");
  o.choice.add_to(line);
  line.operand("GLOB", o.filter);
  line.add("json", o.json, "print a JSON list with one element per parameter and instance");
  line.add("markdown", o.markdown, "print a Markdown page");
  line.examples =
      "  gpufabric params pcie_t2\n"
      "  gpufabric params pcie_t2 '*latency*'\n"
      "  gpufabric params pcie_tree --tree my.dot --markdown > my_params.md\n";
  line.exits = {core::ExitCode::kBadInput};
  return line;
}

std::vector<core::ParamRow> selected(const ConfiguredPlatform& configured,
                                     const std::string& filter) {
  std::vector<core::ParamRow> rows;
  for (const core::ParamRow& row : configured.params().rows())
    if (core::glob_match(filter, row.path)) rows.push_back(row);
  return rows;
}

/// Returns the part of an error about `filter` that suggests "*" before and after it.
std::string with_more_around(const ConfiguredPlatform& configured, const std::string& filter) {
  const std::string wider = '*' + filter + '*';
  const std::size_t count = selected(configured, wider).size();
  if (count != 0) return fmt::format("; '{}' matches {} of them", core::excerpt(wider), count);
  std::vector<std::string> paths;
  for (const core::ParamRow& row : configured.params().rows()) paths.push_back(row.path);
  return core::nearest_hint(filter, paths);
}

}  // namespace

core::ExitCode run_params(const Arguments& arguments) {
  ParamsOptions o;
  CommandLine line = command_line(o);
  if (!line.parse(arguments)) return core::ExitCode::kDone;
  if (o.json && o.markdown) line.fail("--json and --markdown exclude each other");
  const ConfiguredPlatform configured(line, o.choice);
  const std::vector<core::ParamRow> rows = selected(configured, o.filter);
  if (rows.empty())
    line.fail(fmt::format("no parameter of {} matches {}{}", configured.name(),
                          core::excerpt(o.filter), with_more_around(configured, o.filter)));
  if (o.json)
    core::print_params_json(std::cout, rows);
  else if (o.markdown)
    core::print_params_markdown(std::cout, "Parameters of " + configured.name(), rows);
  else
    core::print_params(std::cout, rows, core::output_columns());
  return core::ExitCode::kDone;
}

}  // namespace gf::app
