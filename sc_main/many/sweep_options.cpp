// SPDX-License-Identifier: Apache-2.0
#include "sc_main/many/sweep_options.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <fmt/format.h>
#include <string_view>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "core/ranks/ranks.h"
#include "sc_main/cli/executor_words.h"
#include "sc_main/cli/start_ranks.h"

namespace gf::app {
namespace {

namespace po = boost::program_options;

constexpr unsigned kMostRepeats = 100'000;
constexpr std::string_view kList = "list:", kRandom = "random:";

struct SweepTexts {
  std::string design = "grid";
  std::string outdir = "sweep";
  unsigned repeat = 1;
  std::string only;
};

CommandLine command_line(SweepOptions& o, SweepTexts& texts) {
  CommandLine line(
      "sweep", "PLATFORM -p NAME=VALUES... [OPTIONS]",
      "Runs a platform over values of its parameters, each point in a process of its own, and\n"
      "writes sweep.csv, a table with one column per parameter and result, and sweep.html, with\n"
      "plots and the sensitivity of each result. VALUES is a list, 1,2,4, or a range,\n"
      "'10 ns..100 ns/log:5' or 1..9/lin:5; put a value that contains a comma in double quotes; "
      "-p\n"
      "with one value applies to all points. Points that have already been run are not run again:\n"
      "after a crash or kill -9, start the sweep again.");
  o.choice.add_to(line);
  o.pool.add_to(line);
  line.options.add_options()  //
      ("design", po::value(&texts.design)->value_name("DESIGN"),
       "grid: all combinations; random:N: N points with values drawn from the lists; list:FILE: a "
       "CSV file with one column per parameter and one line per point; default: grid")  //
      ("repeat", po::value(&texts.repeat)->value_name("N"),
       "run each point with N seeds, starting from --seed; default: 1")  //
      ("outdir,o", po::value(&texts.outdir)->value_name("DIR"),
       "directory for sweep.csv and sweep.html; an earlier sweep there is replaced; default: "
       "sweep")  //
      ("hosts", po::value(&o.hosts)->value_name("LIST"),
       "run the points with GNU parallel on these hosts, 'a,b,4/c' (\":\" is this one). The "
       "program, the store and the input files must have the same paths there")  //
      ("slurm", po::bool_switch(&o.slurm),
       "write DIR/sweep.sbatch, a job array of the points, submit it and wait for it")  //
      ("ranks", po::value(&o.pool.ranks)->value_name("N"),
       "processes of MPI that simulate each point, on the machine that makes it; a job of Slurm "
       "asks for as many cores; results do not depend on it; default: 1")  //
      ("only", po::value(&texts.only)->value_name("K"),
       "run only point K (from 0) and put it into the store; this is what hosts and Slurm jobs "
       "run")  //
      ("json", po::bool_switch(&o.json),
       "print {platform, points, failed, files, sensitivities} as JSON instead of a table")  //
      ("quiet,q", po::bool_switch(&o.quiet), "show no progress");
  line.examples =
      "  gpufabric sweep pcie_t2 -p '*.hop_latency=50 ns..500 ns/log:5' -p rc.split_payload='64 "
      "B,128 B'\n"
      "  gpufabric sweep dragonfly -p load=0.1,0.2,0.3 -p routing=min,val --repeat 3 -j 8\n"
      "  gpufabric sweep dragonfly -p p=8 -p a=16 -p h=8 -p load=0.1,0.2 --ranks 16 --slurm\n"
      "  gpufabric sweep apenet_cluster -p 'card.tx_fifo.size=8 KiB,32 KiB' --hosts :,node7\n";
  line.exits = {core::ExitCode::kCheckFailed, core::ExitCode::kBadInput,
                core::ExitCode::kInterrupted, core::ExitCode::kTerminated};
  return line;
}

/// Returns the words from which another process derives the same points.
Arguments words_of(const SweepOptions& o, const SweepTexts& texts) {
  Arguments words = {o.choice.platform};
  for (const std::string& config : o.choice.configs)
    words.insert(words.end(), {"--config", config});
  for (const std::string& setting : o.choice.settings) words.insert(words.end(), {"-p", setting});
  if (!o.choice.seed.empty()) words.insert(words.end(), {"--seed", o.choice.seed});
  if (texts.design != "grid") words.insert(words.end(), {"--design", texts.design});
  if (texts.repeat != 1) words.insert(words.end(), {"--repeat", std::to_string(texts.repeat)});
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
  if (o.pool.ranks < 1 || o.pool.ranks > kMostRanks)
    core::fail_config("", "--ranks", std::to_string(o.pool.ranks),
                      fmt::format("1 ... {}", kMostRanks), "leave it out for one process");
  if (o.pool.ranks == 1) return;
  core::need_mpi();
  const std::vector<std::string>& given = line.given_options;
  if (std::find(given.begin(), given.end(), "jobs") == given.end())
    o.pool.jobs = std::max(1, o.pool.jobs / o.pool.ranks);
}

void check_design(const std::string& design) {
  const bool other = design == "grid" || design.rfind(kList, 0) == 0;
  if (!other && drawn_points(design).value_or(0) == 0)
    core::fail_config("", "--design", design, "grid, random:N or list:FILE",
                      "N is a number of points above 0");
}

void check_repeat(unsigned repeat) {
  if (repeat < 1 || repeat > kMostRepeats)
    core::fail_config("", "--repeat", std::to_string(repeat), fmt::format("1 ... {}", kMostRepeats),
                      "leave it out for one seed");
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

std::vector<SweepPoint> points_of(const SweepOptions& o, const SweepTexts& texts, std::uint64_t seed) {
  if (texts.design.rfind(kList, 0) == 0) return rows(o.axes, seed, texts.repeat);
  if (texts.design == "grid") return grid(o.axes, seed, texts.repeat);
  return draw(o.axes, *drawn_points(texts.design), seed, texts.repeat);
}

void take_only(const CommandLine& line, SweepOptions& o, const std::string& text) {
  if (text.empty()) return;
  const auto number = core::parse_number<std::size_t>(text);
  if (!number || *number >= o.points.size())
    core::fail_config("", "--only", text, fmt::format("0 ... {}", o.points.size() - 1),
                      "it is the number of a point");
  if (o.slurm || !o.hosts.empty()) line.fail("--only excludes --hosts and --slurm");
  o.only = number;
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

std::optional<SweepOptions> parse_sweep(const Arguments& arguments) {
  SweepOptions o;
  SweepTexts texts;
  CommandLine line = command_line(o, texts);
  if (!line.parse(arguments)) return std::nullopt;
  o.pool.validate();
  take_ranks(line, o);
  if (texts.outdir.empty()) line.fail("--outdir: no name; give a directory");
  check_executor(line, o);
  o.outdir = texts.outdir;
  // Before take_axes(), which adds settings for the columns of a file: another process adds them
  // itself.
  o.words = words_of(o, texts);
  refuse_control_characters(o);
  check_design(texts.design);
  check_repeat(texts.repeat);
  take_axes(line, o, texts.design);
  refuse_doubles(line, o);
  refuse_seeds(line, o);
  o.points = points_of(o, texts, first_seed(line, o));
  take_only(line, o, texts.only);
  o.pool.trims = !o.only;  // trimming would remove results that the sweep's other points need
  return o;
}

}  // namespace gf::app
