// SPDX-License-Identifier: Apache-2.0
#include "sc_main/many/sweep_design.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "core/ranks/ranks.h"
#include "sc_main/cli/executor_words.h"

namespace gf::app {
namespace {

constexpr std::string_view kList = "list:", kRandom = "random:";

/// Returns the words from which another process derives the same points.
Arguments words_of(const SweepOptions& o) {
  Arguments words = {o.choice.platform};
  for (const std::string& config : o.choice.configs)
    words.insert(words.end(), {"--config", config});
  for (const std::string& setting : o.choice.settings) words.insert(words.end(), {"-p", setting});
  if (!o.choice.seed.empty()) words.insert(words.end(), {"--seed", o.choice.seed});
  if (o.design != "grid") words.insert(words.end(), {"--design", o.design});
  if (o.repeat != 1) words.insert(words.end(), {"--repeat", std::to_string(o.repeat)});
  return words;
}

/// Takes the axes. They keep their positions; those of a file come after all settings.
void take_axes(const CommandLine& line, SweepOptions& o, const std::string& design) {
  for (std::size_t i = 0; i < o.choice.settings.size(); ++i) {
    if (!is_axis(o.choice.settings[i])) continue;
    o.axes.push_back(parse_axis(o.choice.settings[i]));
    o.places.push_back(i);
  }
  if (design.rfind(kList, 0) == 0) {
    if (!o.axes.empty()) line.fail("--design list:FILE has its own values; give each -p one value");
    o.axes = read_list(design.substr(kList.size()));
    for (const SweepAxis& axis : o.axes) {
      o.places.push_back(o.choice.settings.size());
      o.choice.settings.push_back(axis.name + "=");
    }
  }
  if (o.axes.empty()) line.fail("nothing to sweep; give -p NAME=A,B or --design list:FILE");
}

/// Refuses two columns with the same name, or a value that would apply to no point.
void refuse_doubles(const CommandLine& line, const SweepOptions& o) {
  for (const SweepAxis& axis : o.axes) {
    const auto same = [&](const std::string& setting) {
      return setting.substr(0, setting.find('=')) == axis.name;
    };
    if (std::count_if(o.choice.settings.begin(), o.choice.settings.end(), same) > 1)
      line.fail(fmt::format("{} has values twice; give it once", core::excerpt(axis.name)));
  }
}

/// Refuses an axis of seeds: the seeds of the points are counted up, so its values would be lost.
void refuse_seeds(const CommandLine& line, const SweepOptions& o) {
  for (const SweepAxis& axis : o.axes)
    if (core::glob_match(axis.name, "seed"))
      line.fail(fmt::format(
          "{} sets the seed, which cannot be swept; use --repeat N, which counts up from --seed",
          core::excerpt(axis.name)));
}

/// Refuses an executor with a temporary store: other machines could not reach it.
void check_executor(const CommandLine& line, const SweepOptions& o) {
  if (o.slurm && !o.hosts.empty()) line.fail("--hosts and --slurm exclude each other");
  if ((o.slurm || !o.hosts.empty()) && o.pool.directory().empty())
    line.fail("--hosts and --slurm need a store that the machines share: give --store DIR");
}

/// Refuses control characters in every text that would reach an executor.
void refuse_control_characters(const SweepOptions& o) {
  if (!o.slurm && o.hosts.empty()) return;
  const std::string executor = o.slurm ? "Slurm" : "GNU parallel";
  check_executor_words(executor, o.words);
  check_executor_text(executor, "--outdir", o.outdir.string());
  check_executor_text(executor, "--store", o.pool.directory().string());
  check_executor_text(executor, "--hosts", o.hosts);
}

/// Returns N of "random:N".
std::optional<unsigned> drawn_points(const std::string& design) {
  if (design.rfind(kRandom, 0) != 0) return std::nullopt;
  return core::parse_number<unsigned>(std::string_view(design).substr(kRandom.size()));
}

/// Limits concurrent runs to the cores available for their ranks, unless the user gives a number.
void take_ranks(const CommandLine& line, SweepOptions& o) {
  if (o.pool.ranks == 1) return;
  core::need_mpi();
  const std::vector<std::string>& given = line.given_options;
  if (std::find(given.begin(), given.end(), "jobs") == given.end())
    o.pool.jobs = std::max(1u, o.pool.jobs / o.pool.ranks);
}

void check_design(const std::string& design) {
  const bool other = design == "grid" || design.rfind(kList, 0) == 0;
  if (!other && drawn_points(design).value_or(0) == 0)
    core::fail_config("", "--design", design, "grid, random:N or list:FILE",
                      "N is a number of points above 0");
}

/// Returns the seed of the configured platform: --seed, -p and --config can all set it. Errors in
/// parameters are reported here once, not per point.
std::uint64_t first_seed(const CommandLine& line, const SweepOptions& o) {
  SweepPoint first;
  for (const SweepAxis& axis : o.axes) first.values.push_back(axis.values.front());
  const std::vector<std::string>& origins = o.axes.front().origins;
  if (!origins.empty()) first.origin = origins.front();
  return ConfiguredPlatform(line, choice_at(o, first)).seed();
}

std::vector<SweepPoint> points_of(const SweepOptions& o, std::uint64_t seed) {
  if (o.design.rfind(kList, 0) == 0) return rows(o.axes, seed, o.repeat);
  if (o.design == "grid") return grid(o.axes, seed, o.repeat);
  return draw(o.axes, *drawn_points(o.design), seed, o.repeat);
}

void check_only(const CommandLine& line, const SweepOptions& o) {
  if (!o.only) return;
  if (*o.only >= o.points.size())
    core::fail_config("", "--only", std::to_string(*o.only),
                      fmt::format("0 ... {}", o.points.size() - 1), "it is the number of a point");
  if (o.slurm || !o.hosts.empty()) line.fail("--only excludes --hosts and --slurm");
}

}  // namespace

PlatformChoice choice_at(const SweepOptions& options, const SweepPoint& point) {
  PlatformChoice choice = options.choice;
  for (std::size_t i = 0; i < point.values.size(); ++i) {
    choice.settings[options.places[i]] = options.axes[i].name + "=" + point.values[i];
    if (!point.origin.empty()) choice.origins[options.places[i]] = point.origin;
  }
  return choice;
}

void take_points(const CommandLine& line, SweepOptions& o) {
  take_ranks(line, o);
  check_executor(line, o);
  // Before take_axes(), which adds settings for the columns of a file: another process adds them
  // itself.
  o.words = words_of(o);
  refuse_control_characters(o);
  check_design(o.design);
  take_axes(line, o, o.design);
  refuse_doubles(line, o);
  refuse_seeds(line, o);
  o.points = points_of(o, first_seed(line, o));
  check_only(line, o);
  o.pool.trims = !o.only;  // trimming would remove results that the sweep's other points need
}

}  // namespace gf::app
