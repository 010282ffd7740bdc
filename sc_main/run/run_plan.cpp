// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/run_plan.h"

#include <fmt/format.h>
#include <iostream>
#include <sstream>

#include "core/base/printable.h"
#include "core/base/version.h"
#include "core/param/param_listing.h"
#include "core/run/run_dir.h"
#include "core/text/json.h"
#include "sc_main/run/numbered_directory.h"

namespace gf::app {
namespace {

std::string directory_of(const ConfiguredPlatform& configured, const RunSettings& options) {
  if (!options.wants_files()) return "";
  if (options.numbers_directory()) return NumberedDirectory::next(configured.name()).string();
  const core::RunDirectory tried(options.outdir, options.force);
  return options.outdir;
}

/// Returns the files of every run, those requested, and those that the platform adds.
std::vector<std::string> files_of(const ConfiguredPlatform& configured,
                                  const RunSettings& options) {
  std::vector<std::string> files = {"run.json", "config.resolved.ini", "stats.json", "stats.csv",
                                    "summary.txt"};
  if (options.page()) files.insert(files.end(), {"run.html", "record.json"});
  if (!options.vcd.empty())
    files.insert(files.end(), {options.fst() ? "waves.fst" : "waves.vcd", "waves.gtkw"});
  if (options.timeline) files.emplace_back("timeline.json");
  if (options.series) files.emplace_back("series.csv");
  for (const core::OutputNote& file : configured.platform().outputs().files)
    files.emplace_back(file.name);
  return files;
}

}  // namespace

void print_run_plan(const ConfiguredPlatform& configured, const RunSettings& options) {
  const std::string directory = directory_of(configured, options);
  const std::vector<std::string> files =
      directory.empty() ? std::vector<std::string>() : files_of(configured, options);
  const std::vector<core::ParamRow>& rows = configured.params().rows();
  if (options.json) {
    std::ostringstream parameters;
    core::print_params_json(parameters, rows);
    const nlohmann::ordered_json all{{"platform", configured.name()},
                                     {"seed", configured.seed()},
                                     {"directory", directory},
                                     {"files", files},
                                     {"parameters", core::parse_json(parameters.str())}};
    std::cout << core::json_text(all, 2) << '\n';
    return;
  }
  const std::string where =
      directory.empty()
          ? "would write no files"
          : fmt::format("would write {}: {}", core::printable(directory), fmt::join(files, ", "));
  core::write_resolved_ini(
      std::cout,
      fmt::format("dry run of {} by gpufabric {}; {}", configured.name(), core::version(), where),
      rows);
}

}  // namespace gf::app
