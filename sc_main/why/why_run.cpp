// SPDX-License-Identifier: Apache-2.0
#include "sc_main/why/why_run.h"

#include <filesystem>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/run/plugins.h"
#include "core/run/run_dir.h"
#include "core/text/json.h"
#include "runs/result.h"

namespace gf::app {
namespace {

namespace fs = std::filesystem;
using core::ExitCode;
using core::UserError;

/// Returns the platform in a run's run.json, which must be there and must not be of a run that
/// ended early.
std::string platform_of(const std::string& run) {
  const std::string file = (fs::path(run) / "run.json").string();
  if (!fs::is_regular_file(file))
    throw UserError(ExitCode::kUsage,
                    fmt::format("why: {}: no run directory; name one that `run --outdir` wrote",
                                core::excerpt_of_path(run)));
  core::check_run_form(run, "why");
  std::string platform;
  core::read_json(file, core::kJsonOfRun, [&](const nlohmann::json& record) {
    const auto reason = record.at("exit_reason").get<std::string>();
    if (record.at("partial").get<bool>())
      throw UserError(
          ExitCode::kUsage,
          fmt::format("why: {}: this run ended early ({}), and only complete runs are explained; "
                      "repeat it without --stop-at and --max-wall",
                      core::excerpt_of_path(run), core::excerpt(reason)));
    platform = record.at("platform").get<std::string>();
  });
  return platform;
}

}  // namespace

ConfiguredPlatform recorded_machine(const CommandLine& line, const std::string& run) {
  PlatformChoice choice;
  choice.platform = platform_of(run);
  choice.configs = {(fs::path(run) / "config.resolved.ini").string()};
  return ConfiguredPlatform(line, choice);
}

platforms::RunOutcome simulate(ConfiguredPlatform& machine) {
  platforms::RunContext context;
  context.seed = machine.seed();
  return machine.platform().run(context);
}

void check_same(const std::string& run, const platforms::RunOutcome& outcome) {
  std::string differs;
  try {
    const runs::Result recorded(run);
    for (const platforms::Result& result : outcome.results)
      if (differs.empty() &&
          (!recorded.has(result.name) || recorded.value(result.name) != result.value))
        differs = result.name;
  } catch (const runs::RunError& error) {
    throw UserError(ExitCode::kBadInput, fmt::format("why: {}", error.what()));
  }
  if (differs.empty()) return;
  throw UserError(ExitCode::kCheckFailed,
                  fmt::format("why: {}: the repeated run gives a different {}: the program or an "
                              "input file has changed since; run it again",
                              core::excerpt_of_path(run), differs));
}

AloneRun::AloneRun(const std::string& run, const std::string& flow) {
  core::ChildSpec spec;
  spec.command = {core::this_program()};
  for (const std::string& word : core::plugin_words()) spec.command.push_back(word);
  for (const std::string& word :
       {std::string("why"), run, flow, std::string("--alone"), std::string("--json")})
    spec.command.push_back(word);
  spec.output_file = directory_ / "alone.json";
  child_.emplace(spec);
}

core::Ticks AloneRun::time() {
  child_->wait();
  const int code = child_->exit_code();
  if (code == static_cast<int>(ExitCode::kUsage)) return 0;
  answer_ = core::read_json_or_discard(directory_ / "alone.json");
  if (code != 0 || !answer_.is_object())
    throw UserError(
        ExitCode::kCheckFailed,
        fmt::format("why: the run of the flow alone failed (exit {}); --alone shows why", code));
  return answer_.at("alone_ticks").get<core::Ticks>();
}

}  // namespace gf::app
