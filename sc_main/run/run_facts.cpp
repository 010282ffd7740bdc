// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/run_facts.h"

#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <memory>
#include <set>

#include "core/base/printable.h"
#include "core/run/plugins.h"
#include "core/system/child_process.h"
#include "core/system/file_hash.h"
#include "core/system/file_series.h"
#include "core/text/progress.h"
#include "runs/key.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/cli/configured_platform.h"

namespace gf::app {
namespace {

/// Returns the text of a parameter; for a file its content counts, not its name.
std::string fact_of(const core::ParamRow& row) {
  std::string value = row.value;
  std::error_code none;
  if (const std::string file = row.file();
      !file.empty() && std::filesystem::is_regular_file(file, none)) {
    std::string content = "sha1";
    for (const std::string& each : core::file_series(file))
      content += " " + core::sha1_hex_of_file(each);
    for (const std::string& each : row.further_files())
      content += " " + core::sha1_hex_of_file(each);
    value.replace(row.file_at, row.file_size, content);
  }
  return fmt::format("{} = {}", row.path, value);
}

}  // namespace

std::string run_facts(const runs::Request& request,
                      const std::map<std::string, std::string>& inputs) {
  static const std::string program = runs::program_fact(core::this_program());
  PlatformChoice options;
  options.platform = request.platform;
  options.configs = request.configs;
  options.settings = request.settings;
  options.origins = request.origins;
  // In the order of runs::words_of(), so that the facts have the values that the run gets.
  for (const auto& [parameter, path] : inputs) options.settings.push_back(parameter + "=" + path);
  options.seed = std::to_string(request.seed);
  const ConfiguredPlatform configured(CommandLine("run", "", ""), options);
  std::string facts = fmt::format("{}\nplatform {}\n", program, request.platform);
  for (const core::Plugin& plugin : core::loaded_plugins()) facts += "plugin " + plugin.sha1 + "\n";
  for (const core::ParamRow& row : configured.params().rows()) facts += fact_of(row) + "\n";
  for (const std::string& option : request.options) facts += "option " + option + "\n";
  return facts;
}

runs::PoolOptions pool_options(unsigned jobs, std::function<bool()> interrupted) {
  runs::PoolOptions options;
  options.program = core::this_program();
  options.jobs = jobs;
  options.facts = run_facts;
  options.interrupted = std::move(interrupted);
  return options;
}

void show_commands(runs::PoolOptions& options) {
  // The facts of a run are requested before and after it; equal requests have equal facts.
  auto shown = std::make_shared<std::set<std::string>>();
  options.facts = [shown, facts = options.facts](const auto& request, const auto& inputs) {
    std::string text = facts(request, inputs);
    if (shown->insert(text).second) {
      core::Progress::clear_line(std::cerr);
      std::cerr << core::printable(runs::command_of(request)) << '\n';
    }
    return text;
  };
}

void only_plan(runs::PoolOptions& options, const std::filesystem::path& directory,
               std::vector<PlannedRun>& runs) {
  auto seen = std::make_shared<std::set<std::string>>();
  options.facts = [seen, directory, &runs, facts = options.facts](const auto& request,
                                                                  const auto& inputs) {
    std::string text = facts(request, inputs);
    if (seen->insert(text).second)
      runs.push_back({request.platform, runs::command_of(request), text, request.page});
    if (!is_kept(directory, text, request.page))
      throw core::UserError(core::ExitCode::kUsage, "not made: this is a dry run");
    return text;
  };
}

}  // namespace gf::app
