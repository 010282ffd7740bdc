// SPDX-License-Identifier: Apache-2.0
// gpufabric doubt: varies the assumptions of a platform and shows which ones matter.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <optional>

#include "core/base/printable.h"
#include "core/text/fold.h"
#include "core/text/shell_word.h"
#include "core/text/terminal.h"
#include "core/text/text_table.h"
#include "sc_main/cli/configured_platform.h"
#include "sc_main/cli/store_option.h"
#include "sc_main/cli/whole_file.h"
#include "sc_main/doubt/doubt_results.h"
#include "sc_main/doubt/guess_fit.h"
#include "sc_main/doubt/guesses.h"
#include "sc_main/many/command_runs.h"
#include "sc_main/run/output_directory.h"

namespace gf::app {
namespace {

using core::ExitCode;

constexpr double kTrusted = 0.5;  ///< Explained share above which the guesses' shares are reliable.
constexpr std::size_t kShownResults = 20, kShownEffects = 3, kShownFailures = 5;

/// The command line of `gpufabric doubt`, and the guesses that it varies.
struct DoubtOptions {
  PlatformChoice choice;
  PoolCommandOptions pool;
  unsigned runs = 64;
  bool calibrated = false;
  std::string of = "*";  ///< Glob of results to show.
  std::filesystem::path outdir = "doubt";
  bool list = false;
  bool json = false;
  bool quiet = false;
  std::uint64_t seed = 1;      ///< In force: --seed, -p and --config can all set it.
  std::vector<Guess> guesses;  ///< All of them; varying() selects the varied ones.
  GuessFit fit;                ///< For varying(guesses).
};

CommandLine command_line(DoubtOptions& o) {
  CommandLine line(
      "doubt", "PLATFORM [OPTIONS]",
      "Runs a platform with other values of its assumed parameters, the guesses. Prints\n"
      "the range of each result (5 % to 95 % of the runs) and the guesses that matter for\n"
      "it, alone and together with others. Values from -p and --config are known and stay\n"
      "fixed. Each guess is drawn from its plausible range, at equal ratios; all instances\n"
      "of a parameter have the same value. Finished runs are reused.");
  o.choice.add_to(line);
  o.pool.add_to(line);
  line.add("runs", o.runs, "N",
           "number of runs in addition to the one with the defaults; a larger number includes the "
           "runs of a smaller one; powers of two cover the ranges best",
           core::between(16u, 100'000u));
  line.add("calibrated", o.calibrated,
           "also vary parameters that were calibrated to a published number");
  line.add("of", o.of, "GLOB", "results that are shown").default_text = "all of them";
  line.add("list", o.list, "print the guesses with their ranges and reasons instead of running");
  line.add("json", o.json, "print JSON, as in doubt.json, instead of tables");
  line.add(
      "outdir,o", o.outdir, "DIR",
      "directory for doubt.csv and doubt.json; those of an earlier call are replaced. python3 -m "
      "gpufabric doubt DIR draws tornado charts");
  line.add("quiet,q", o.quiet, "show no progress");
  line.examples =
      "  gpufabric doubt store_goodput\n"
      "  gpufabric doubt pcie_t2 -p rc.hop_latency='200 ns' --runs 128 -j 4\n"
      "  gpufabric doubt dragonfly -p p=2 -p a=4 -p h=2 --of 'latency_*'\n"
      "  gpufabric doubt proact --list\n";
  line.exits = {ExitCode::kCheckFailed, ExitCode::kBadInput, ExitCode::kInterrupted,
                ExitCode::kTerminated};
  return line;
}

/// Finds the guesses of the chosen platform. Throws UserError; no run is made then.
void take_guesses(const CommandLine& line, DoubtOptions& o) {
  const ConfiguredPlatform configured(line, o.choice);
  o.seed = configured.seed();
  o.guesses = guesses_of(configured.params().rows(), o.calibrated);
  o.fit = GuessFit(varying(o.guesses), configured.params());
  if (!o.list && varying(o.guesses).empty())
    line.fail("nothing to vary: no parameter of " + configured.name() +
              " is assumed and has a range (--list shows why)");
}

void print_guesses(const std::vector<Guess>& guesses) {
  core::TextTable table({"guess", ">parameters", "default", "low", "high", "why"});
  for (const Guess& guess : guesses)
    table.add_row({guess.name, std::to_string(guess.paths.size()), guess.default_value,
                   guess.varies() ? guess.range.low : "fixed",
                   guess.varies() ? guess.range.high : "", guess.range.why});
  table.print(std::cout, core::output_columns());
  std::cout << fmt::format("\n{} guesses, {} varied\n", guesses.size(), varying(guesses).size());
}

/// Makes the runs; the one with the defaults is the first.
DoubtTable run(const DoubtOptions& options, CommandRuns& runs) {
  DoubtTable table =
      doubt_design(varying(options.guesses), options.fit, options.runs, options.seed);
  std::vector<runs::Request> requests = {request_of(options.choice, options.seed, {})};
  std::vector<std::string> names = {"defaults"};
  for (const SweepPoint& point : table.runs.points) {
    std::vector<std::string> settings;
    for (std::size_t i = 0; i < table.guesses.size(); ++i)
      for (std::string& setting : settings_of(table.guesses[i], point.values[i]))
        settings.push_back(std::move(setting));
    requests.push_back(request_of(options.choice, point.seed, settings));
    names.push_back(fmt::format("run {}", names.size()));
  }
  for (CommandRuns::Made& made : runs.make_all(requests, names))
    table.runs.outcomes.push_back({std::move(made.result), std::move(made.failure)});
  table.baseline = std::move(table.runs.outcomes.front());
  table.runs.outcomes.erase(table.runs.outcomes.begin());
  return table;
}

/// Output files of a call; the places are tested before anything is run.
class DoubtFiles {
 public:
  DoubtFiles(const DoubtOptions& options, const Arguments& arguments)
      : options_(options),
        command_("gpufabric doubt"),
        directory_(options.outdir),
        csv_(options.outdir / "doubt.csv", "the runs"),
        json_(options.outdir / "doubt.json", "the results") {
    for (const std::string& word : arguments) command_ += " " + core::shell_word(word);
  }
  /// Returns the text of doubt.json.
  std::string write(const DoubtTable& table, const std::vector<DoubtedResult>& results) {
    const std::string json = doubt_json(table, results, options_.guesses, options_.choice.platform,
                                        command_, options_.seed);
    csv_.write(sweep_csv(table.runs));
    json_.write(json);
    return json;
  }

 private:
  const DoubtOptions& options_;
  std::string command_;
  OutputDirectory directory_;  ///< Before the files, so that it outlives their part files.
  WholeFile csv_;
  WholeFile json_;
};

void print_results(const std::vector<DoubtedResult>& results, const std::vector<Guess>& guesses) {
  core::TextTable table({"result", ">default (5 % ... 95 %)", ">explained"});
  for (std::size_t i = 0; i < std::min(results.size(), kShownResults); ++i)
    table.add_row(
        {results[i].name, with_range(results[i]),
         results[i].moves() ? fmt::format("{:.0f} %", 100 * results[i].effects.explained) : ""});
  table.print(std::cout, core::output_columns());
  if (results.size() > kShownResults)
    std::cout << fmt::format("... and {} results that change less\n",
                             results.size() - kShownResults);
  if (const std::string why = outside_text(results, guesses); !why.empty())
    std::cout << core::folded(why, std::min<std::size_t>(core::output_columns(), 120), "") << '\n';
}

std::string share_text(const core::Estimate& share) {
  return fmt::format("{:.2f} ({:.2f} ... {:.2f})", share.value, share.low, share.high);
}

void print_effects(const DoubtTable& table, const std::vector<DoubtedResult>& results) {
  core::TextTable shown({"result", "guess", ">low end", ">high end", ">alone", ">with others"});
  std::size_t count = 0;
  std::string doubtful;
  for (const DoubtedResult& result : results) {
    if (result.carriers().empty() || ++count > kShownEffects) continue;
    for (const std::size_t i : result.carriers()) {
      const core::Effect& effect = result.effects.inputs[i];
      shown.add_row({result.name, table.guesses[i].name, with_unit(result, effect.at_low),
                     with_unit(result, effect.at_high), share_text(effect.alone),
                     share_text(effect.total)});
    }
    if (result.effects.explained < kTrusted)
      doubtful += fmt::format("{}: little is explained: do not trust the shares; try more --runs\n",
                              result.name);
  }
  if (count == 0) return;
  std::cout << "\nWhich guesses matter: mean result at both ends of a guess, and its share of the "
               "variance\n(5 % ... 95 %), alone and with others\n\n";
  shown.print(std::cout, core::output_columns());
  std::cout << doubtful;
}

/// Returns the error of a range's ends for this number of runs (90 % confidence): binomial, by its
/// normal approximation.
double end_error(std::size_t runs) {
  return 1.64 * std::sqrt(0.05 * 0.95 / static_cast<double>(std::max<std::size_t>(1, runs)));
}

void print_sum(const DoubtOptions& options, const DoubtTable& table) {
  const std::size_t good = table.runs.points.size() - table.runs.failed();
  std::cout << fmt::format(
      "\n{} guesses varied, {} fixed; {} runs, {} failed: {}\n"
      "With this number of runs, the 5 % end is uncertain: {:.0f} to {:.0f} % of all combinations "
      "may lie below it (90 % confidence).\n",
      table.guesses.size(), options.guesses.size() - table.guesses.size(), table.runs.points.size(),
      table.runs.failed(), core::printable((options.outdir / "doubt.json").string()),
      100 * std::max(0.0, 0.05 - end_error(good)), 100 * (0.05 + end_error(good)));
  if (const std::string moved = moved_text(table.moved, table.guesses, "runs"); !moved.empty())
    std::cout << fmt::format("Moved to the nearest value that satisfies the constraints, in {}\n",
                             moved);
  const auto failures = failures_of(table);
  for (std::size_t i = 0; i < std::min(failures.size(), kShownFailures); ++i)
    std::cerr << fmt::format("gpufabric: {} runs failed: {}\n", failures[i].second,
                             core::printable(failures[i].first));
  if (failures.size() > kShownFailures)
    std::cerr << fmt::format("gpufabric: and for {} other reasons (see doubt.csv)\n",
                             failures.size() - kShownFailures);
}

ExitCode run_and_report(const DoubtOptions& options, const Arguments& arguments) {
  DoubtFiles files(options, arguments);
  CommandRuns runs("doubt", options.pool, options.quiet);
  const DoubtTable table = run(options, runs);
  if (runs.interrupted()) {
    std::cerr << fmt::format(
        "gpufabric: interrupted after {} of {} runs; repeat the command to continue\n",
        table.runs.finished(), table.runs.points.size());
    return runs.exit_code();
  }
  if (!table.baseline.result)
    throw core::UserError(ExitCode::kCheckFailed,
                          "the run with the defaults failed: " + table.baseline.failure);
  const std::vector<DoubtedResult> results = doubted_results(table, options.of);
  if (results.empty())
    core::fail_config("", "--of", options.of, "a glob that matches a result",
                      "gpufabric run prints their names");
  const std::string json = files.write(table, results);
  if (options.json) {
    std::cout << json;
  } else {
    print_results(results, table.guesses);
    print_effects(table, results);
    print_sum(options, table);
  }
  return table.runs.failed() == table.runs.points.size() ? ExitCode::kCheckFailed : ExitCode::kDone;
}

}  // namespace

ExitCode run_doubt(const Arguments& arguments) {
  DoubtOptions options;
  CommandLine line = command_line(options);
  if (!line.parse(arguments)) return ExitCode::kDone;
  take_guesses(line, options);
  if (options.list) {
    print_guesses(options.guesses);
    return ExitCode::kDone;
  }
  return run_and_report(options, arguments);
}

}  // namespace gf::app
