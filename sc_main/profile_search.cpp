// SPDX-License-Identifier: Apache-2.0
#include "sc_main/profile_search.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/error.h"
#include "sc_main/child_pool.h"

namespace gf::app {
namespace {

Arguments run_words(const MachineOptions& machine, const ProfilePoint& point) {
  Arguments words = {"run", machine.platform, "--quiet", "--json"};
  for (const std::string& file : machine.configs) words.insert(words.end(), {"--config", file});
  for (const std::string& setting : machine.settings) words.insert(words.end(), {"-p", setting});
  if (!machine.seed.empty()) words.insert(words.end(), {"--seed", machine.seed});
  for (const std::string& setting : point.settings()) words.insert(words.end(), {"-p", setting});
  return words;
}

RunResults read(const ProfilePoint& point, const ChildEnd& end) {
  if (end.code != 0)
    throw core::UserError(
        end.code > 0 ? static_cast<core::ExitCode>(end.code) : core::ExitCode::kUsage,
        fmt::format("{}: {}", fmt::join(point.settings(), ", "), end.message));
  RunResults results;
  const nlohmann::json all = nlohmann::json::parse(end.out);
  for (const auto& [name, entry] : all.at("results").items()) results[name] = entry.at("value");
  return results;
}

}  // namespace

ProfileSearch search(const ProfileOptions& options, const std::function<bool()>& interrupted,
                     const std::function<void(std::size_t, std::size_t)>& progress) {
  const ProfileCache cache(options.cache, options.params);
  std::vector<std::optional<RunResults>> found;
  std::vector<Arguments> runs;
  std::vector<std::size_t> number_of;  // point by run
  for (const ProfilePoint& point : options.points) {
    found.push_back(cache.find(point));
    if (found.back()) continue;
    number_of.push_back(found.size() - 1);
    runs.push_back(run_words(options.machine, point));
  }
  std::size_t done = 0;
  ChildPool(options.jobs, interrupted).run(runs, [&](std::size_t run, const ChildEnd& end) {
    const std::size_t number = number_of[run];
    found[number] = read(options.points[number], end);
    cache.keep(options.points[number], *found[number]);
    progress(++done, runs.size());
  });
  ProfileSearch result;
  result.cached = options.points.size() - runs.size();
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i]) result.ranked.push_back({options.points[i], *found[i]});
  std::stable_sort(result.ranked.begin(), result.ranked.end(),
                   [](const auto& a, const auto& b) { return a.value("time") < b.value("time"); });
  return result;
}

}  // namespace gf::app
