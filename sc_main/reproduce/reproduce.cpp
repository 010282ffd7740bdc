// SPDX-License-Identifier: Apache-2.0
#include "sc_main/reproduce/reproduce.h"

#include <cctype>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "papers/experiment_registry.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/reproduce/reproduce_doubt.h"
#include "sc_main/reproduce/reproduce_list.h"
#include "sc_main/reproduce/reproduce_plan.h"
#include "sc_main/reproduce/reproduce_recorded.h"
#include "sc_main/reproduce/reproduce_report.h"
#include "sc_main/run/run_facts.h"

namespace gf::app {
namespace {

constexpr std::size_t kLongestName = 100;

/// Turns "pcie.fig3.*", "nvlink.table1" into "pcie.fig3.all+nvlink.table1", suitable for a
/// directory.
std::string name_of(const std::vector<std::string>& patterns) {
  std::string name;
  for (const char c : fmt::format("{}", fmt::join(patterns, "+"))) {
    const bool stays = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                       std::string_view("+-._").find(c) != std::string_view::npos;
    name += stays ? std::string(1, c) : c == '*' ? "all" : "_";
  }
  return name.substr(0, kLongestName);
}

/// Returns the default directory. Parts of the set and the full set have their own directories, so
/// they do not replace a report that took an hour to make.
std::string default_outdir(const ReproduceSettings& o) {
  const std::string whole = o.doubt ? "doubt" : "report";
  if (!o.patterns.empty()) return whole + "-" + name_of(o.patterns);
  return o.full ? whole + "-full" : whole;
}

CommandLine command_line(ReproduceSettings& o) {
  CommandLine line("reproduce", "[GLOB...] [OPTIONS]",
                   "Runs published experiments, prints published next to simulated numbers and\n"
                   "writes a report that opens in any browser. GLOB is an id (pcie.table2) or a\n"
                   "pattern ('pcie.fig3.*'); without one the whole quick set runs. Finished runs\n"
                   "are reused (gpufabric runs list). Exit code 0 means that\n"
                   "no number fails.");
  line.operand("GLOB", o.patterns);
  o.pool.add_to(line);
  line.add("full", o.full, "also run the experiments that take minutes, at the size of the paper");
  line.add("outdir,o", o.outdir, "DIR",
           "directory for report.html, results.json and runs/; an earlier report there is replaced")
      .default_text = "report for the quick set, report-full for --full, report-GLOB for a part";
  line.add("force", o.force, "use an output directory that also holds other files");
  line.add("seed", o.seed, "N", "seed of all random streams; the same seed gives the same numbers");
  line.add("all", o.all, "print every row, not only those that deviate or fail");
  line.add("json", o.json,
           "print the numbers, or with --list the experiments, as a JSON list instead of a table");
  line.add(
      "pages", o.pages,
      "also make the pages of the experiments' runs and link them from the report; finished runs "
      "without a page are repeated");
  line.add("most-pages", o.most_pages, "N",
           "--pages: for the first N runs of each experiment; each adds about 2 MB to the report",
           core::between(1u, 10'000u));
  line.add(
      "doubt", o.doubt,
      "judge samples with other values of the assumed parameters, and print in how many of them "
      "each gate holds; writes claims.csv, claims.json and claims.md to --outdir "
      "(default: doubt, doubt-full, doubt-GLOB) instead of a report");
  line.add("runs", o.runs, "N",
           "--doubt: number of samples in addition to the one with the defaults",
           core::between(1u, 10'000u));
  line.add("calibrated", o.calibrated,
           "--doubt: also vary parameters that were calibrated to a published number");
  line.add(
      "recorded", o.recorded,
      "print the numbers of the last runs at the published sizes (papers/record.csv), with the "
      "revisions that made them, and run nothing");
  line.add("list", o.list, "list the experiments instead of running them");
  line.add("quiet,q", o.quiet, "show no progress or notes; with --list only the ids");
  line.examples =
      "  gpufabric reproduce\n"
      "  gpufabric reproduce 'pcie.fig3.*' -j 4 --outdir fig3\n"
      "  gpufabric reproduce pcie.table2 --pages\n"
      "  gpufabric reproduce --recorded\n"
      "  gpufabric reproduce proact.fig2 --doubt --runs 64\n"
      "  gpufabric reproduce --full --json > numbers.json\n";
  line.exits = {core::ExitCode::kCheckFailed, core::ExitCode::kInterrupted,
                core::ExitCode::kTerminated};
  return line;
}

}  // namespace

core::ExitCode reproduce(const Arguments& arguments,
                         const std::vector<papers::Experiment>& experiments,
                         runs::PoolOptions pool) {
  ReproduceSettings options;
  CommandLine line = command_line(options);
  if (!line.parse(arguments)) return core::ExitCode::kDone;
  if (options.outdir.empty()) options.outdir = default_outdir(options);
  if (options.doubt && options.pages)
    line.fail("--pages: --doubt writes no report; leave out one of them");
  const bool list_everything = options.list && options.patterns.empty();
  if (list_everything && experiments.empty() && !options.json) return core::ExitCode::kDone;
  const Selection selection = papers::select(experiments, options.patterns,
                                             options.full || options.list || options.recorded);
  if (options.recorded) return recorded_numbers(selection, options);
  if (options.list) return list_experiments(selection, options);
  if (options.pool.dry_run) return plan_report(selection, options, std::move(pool));
  if (options.doubt) return doubt_claims(selection, options, std::move(pool));
  return run_and_report(selection, options, std::move(pool));
}

core::ExitCode run_reproduce(const Arguments& arguments) {
  return reproduce(arguments, papers::all_experiments(), pool_options(1, {}));
}

}  // namespace gf::app
