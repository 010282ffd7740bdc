// SPDX-License-Identifier: Apache-2.0
#include "sc_main/many/command_runs.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>

#include "core/base/error.h"
#include "sc_main/run/run_facts.h"

namespace gf::app {
namespace {

/// Returns the run's result, or nothing if it failed. Sets `error` to that of the first failing
/// run.
std::optional<runs::Result> take(const runs::Run& run, const std::string& name,
                                 std::optional<core::UserError>& error) {
  try {
    return run.result();
  } catch (const runs::RunError& failed) {
    if (!error) error.emplace(failed.code(), fmt::format("{}: {}", name, failed.complaint()));
  } catch (const runs::Interrupted&) {
  }
  return std::nullopt;
}

runs::PoolOptions options_of(const PoolCommandOptions& options, std::function<bool()> interrupted) {
  runs::PoolOptions pool = pool_options(options.jobs, std::move(interrupted));
  pool.ranks = options.ranks;
  if (options.verbose) show_commands(pool);
  return pool;
}

}  // namespace

runs::Request request_of(const PlatformChoice& choice, std::uint64_t seed,
                         const std::vector<std::string>& settings) {
  runs::Request request;
  request.platform = choice.platform;
  request.configs = choice.configs;
  request.settings = choice.settings;
  request.origins = choice.origins;
  request.settings.insert(request.settings.end(), settings.begin(), settings.end());
  request.seed = seed;
  return request;
}

CommandRuns::CommandRuns(const std::string& title, const PoolCommandOptions& options, bool quiet,
                         Plan plan)
    : dry_run_(options.dry_run),
      plan_(std::move(plan)),
      store_(without_new_store(options)),
      pool_(options_of(options, [this] { return interrupted(); }), *store_),
      progress_(title, quiet) {
  plan_.command = title;
  plan_.store = options.directory();
  plan_.jobs = options.jobs;
}

void CommandRuns::show_plan(const std::vector<runs::Request>& requests,
                            const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < requests.size(); ++i)
    plan_.runs.push_back({names[i], runs::command_of(requests[i]), run_facts(requests[i], {})});
  print_plan(plan_);
  throw DryRunShown();
}

std::vector<runs::Run> CommandRuns::serve(const std::vector<runs::Request>& requests,
                                          const std::vector<std::string>& names, bool all) {
  if (dry_run_) show_plan(requests, names);
  std::vector<runs::Run> asked;
  for (std::size_t i = 0; i < requests.size(); ++i)
    asked.push_back(pool_.ask(requests[i], 0, names[i]));
  const auto ended = [](const runs::Run& run) { return run.ended(); };
  // The first failing run in the order of requests counts, so all before it have to end.
  std::size_t first = 0;  // All before it are done: this is checked hundreds of times a second.
  pool_.serve(
      [&] {
        while (first < asked.size() && asked[first].ended()) {
          if (!all && asked[first].failed()) return true;
          ++first;
        }
        return first == asked.size();
      },
      [&](const runs::PoolStatus&) {
        const auto done = std::count_if(asked.begin(), asked.end(), ended);
        progress_.update(static_cast<std::uint64_t>(done), asked.size());
      });
  core::Progress::clear_line(std::cerr);
  return asked;
}

CommandRuns::Results CommandRuns::make(const std::vector<runs::Request>& requests,
                                       const std::vector<std::string>& names) {
  const std::vector<runs::Run> asked = serve(requests, names, false);
  Results results;
  std::optional<core::UserError> error;
  for (std::size_t i = 0; i < asked.size(); ++i)
    results.push_back(asked[i].ended() ? take(asked[i], names[i], error) : std::nullopt);
  if (error) throw core::UserError(*error);
  return results;
}

std::vector<CommandRuns::Made> CommandRuns::make_all(const std::vector<runs::Request>& requests,
                                                     const std::vector<std::string>& names) {
  std::vector<Made> all;
  for (const runs::Run& run : serve(requests, names, true)) {
    Made made;
    try {
      if (run.ended()) made.result = run.result();
    } catch (const runs::RunError& failed) {
      made.failure = failed.complaint();
    }
    all.push_back(std::move(made));
  }
  return all;
}

}  // namespace gf::app
