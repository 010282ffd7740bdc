// SPDX-License-Identifier: Apache-2.0
#include "tests/support/platform_run.h"

#include <cstdio>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

#include "core/stats/stats.h"
#include "platforms/platform.h"

namespace gf::test {
namespace {

using core::ExitCode;

platforms::RunOutcome simulate(const std::string& platform, const Settings& settings,
                               const RunAs& as) {
  core::ParamRegistry params;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    params.add_override(setting.substr(0, equals), setting.substr(equals + 1), "test");
  }
  std::unique_ptr<platforms::Platform> machine;
  for (const platforms::PlatformEntry& entry : platforms::all_platforms())
    if (entry.name == platform) machine = entry.make();
  if (!machine) throw core::UserError(ExitCode::kUsage, "no platform " + platform);
  machine->declare(params.root());
  params.check_all_used();
  machine->build(as.seed);
  platforms::RunContext context;
  context.seed = as.seed;
  context.stop_at = as.stop_at;
  platforms::RunOutcome outcome = machine->run(context);
  for (const core::StatRow& row : core::StatRegistry::instance().rows())
    outcome.results.push_back({row.path + ',' + row.name, row.value, ""});
  // The process ends without taking the machine apart.
  [[maybe_unused]] const auto* const kept = machine.release();
  return outcome;
}

platforms::RunOutcome outcome_of(const std::string& platform, const Settings& settings,
                                 const RunAs& as) {
  platforms::RunOutcome refused;
  try {
    return simulate(platform, settings, as);
  } catch (const core::UserError& error) {
    refused.code = error.code();
    refused.reason = error.what();
  } catch (const std::exception& error) {
    refused.code = ExitCode::kCheckFailed;
    refused.reason = error.what();
  }
  return refused;
}

/// A line a value, which keeps all its bits; then the reason.
std::string text_of(const platforms::RunOutcome& outcome) {
  std::string text =
      fmt::format("{}\n{}\n", static_cast<int>(outcome.code), outcome.results.size());
  for (const platforms::Result& result : outcome.results)
    text += fmt::format("{:a} {}\n", result.value, result.name);
  return text + outcome.reason;
}

double value_of(const std::map<std::string, double>& values, const std::string& name,
                const std::string& reason) {
  const auto found = values.find(name);
  if (found != values.end()) return found->second;
  ADD_FAILURE() << "the run has no " << name << ": " << reason;
  return -1;
}

}  // namespace

double PlatformRun::operator[](const std::string& name) const {
  return value_of(results, name, reason);
}
double PlatformRun::stat(const std::string& path_and_name) const {
  return value_of(stats, path_and_name, reason);
}

PlatformRun run_platform(const std::string& platform, const Settings& settings, const RunAs& as) {
  PlatformRun run;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  if (!file) {
    ADD_FAILURE() << "no temporary file";
    return run;
  }
  const pid_t child = fork();
  if (child == 0) {
    const std::string text = text_of(outcome_of(platform, settings, as));
    const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
    std::fflush(nullptr);
    _exit(written ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) {
    ADD_FAILURE() << "the run's process failed";
    return run;
  }
  std::rewind(file.get());
  std::string text;
  for (int next = std::fgetc(file.get()); next != EOF; next = std::fgetc(file.get()))
    text.push_back(static_cast<char>(next));
  std::istringstream in(text);
  std::string line;
  std::getline(in, line);
  run.code = static_cast<ExitCode>(std::stoi(line));
  std::getline(in, line);
  for (int left = std::stoi(line); left > 0 && std::getline(in, line); --left) {
    const std::size_t space = line.find(' ');
    const std::string name = line.substr(space + 1);
    (name.find(',') == name.npos ? run.results : run.stats)[name] = std::stod(line);
  }
  std::getline(in, run.reason, '\0');
  return run;
}

}  // namespace gf::test
