// SPDX-License-Identifier: Apache-2.0
#include "sc_main/reproduce/reproduce_options.h"

#include <boost/program_options.hpp>
#include <cctype>
#include <fmt/format.h>
#include <string_view>

#include "core/base/error.h"
#include "sc_main/cli/command_line.h"

namespace gf::app {
namespace {

namespace po = boost::program_options;

constexpr unsigned kMostSamples = 10'000;
constexpr unsigned kMostPages = 10'000;
constexpr std::size_t kLongestName = 100;
constexpr const char* kNameIt = "leave it out for the default one";

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
std::string default_outdir(const ReproduceOptions& o) {
  const std::string whole = o.doubt ? "doubt" : "report";
  if (!o.patterns.empty()) return whole + "-" + name_of(o.patterns);
  return o.full ? whole + "-full" : whole;
}

CommandLine command_line(ReproduceOptions& o) {
  CommandLine line(
      "reproduce", "[GLOB...] [OPTIONS]",
      "Runs published experiments, prints published beside simulated numbers and\n"
      "writes a report that opens in any browser. GLOB is an id (pcie.table2) or a\n"
      "pattern ('pcie.fig3.*'); without one the whole quick set runs. Runs that have\n"
      "already been made are not repeated (gpufabric runs list). Exit code 0 means that\n"
      "no number fails.");
  line.operand("GLOB", o.patterns, -1);
  o.pool.add_to(line);
  line.options.add_options()  //
      ("full", po::bool_switch(&o.full),
       "run the experiments that take minutes too, at the size of the paper")  //
      ("outdir,o",
       po::value<std::string>()->value_name("DIR")->notifier([&o](const std::string& directory) {
         if (directory.empty()) core::fail_config("", "--outdir", "''", "a name", kNameIt);
         o.outdir = directory;
       }),
       "directory for report.html, results.json and runs/; an earlier report there is replaced; "
       "default: report for the quick set, report-full for --full, report-GLOB for a part")  //
      ("force", po::bool_switch(&o.force),
       "use an output directory that also holds other files")  //
      ("seed", po::value(&o.seed)->value_name("N"),
       "seed of all random streams; the same seed gives the same numbers; default: 1")          //
      ("all", po::bool_switch(&o.all), "print every row, not only those that deviate or fail")  //
      ("json", po::bool_switch(&o.json),
       "print the numbers, or with --list the experiments, as a JSON list instead of a table")  //
      ("pages", po::bool_switch(&o.pages),
       "make the pages of the experiments' runs too, and link them from the report; runs that were "
       "kept without a page are made again")  //
      ("most-pages", po::value(&o.most_pages)->value_name("N"),
       "--pages: of the first N runs of each experiment; some 2 MB of report each; default: 8")  //
      ("doubt", po::bool_switch(&o.doubt),
       "judge again and again with other values of what is only assumed, and print in how many "
       "samples each gate holds; writes claims.csv, claims.json and claims.md to --outdir "
       "(default: doubt, doubt-full, doubt-GLOB) instead of a report")  //
      ("runs", po::value(&o.runs)->value_name("N"),
       "--doubt: number of samples beside the one with the defaults; default: 32")  //
      ("calibrated", po::bool_switch(&o.calibrated),
       "--doubt: vary what was calibrated to a published number, too")                    //
      ("list", po::bool_switch(&o.list), "list the experiments instead of running them")  //
      ("quiet,q", po::bool_switch(&o.quiet), "show no progress or notes; with --list only the ids");
  line.examples =
      "  gpufabric reproduce\n"
      "  gpufabric reproduce 'pcie.fig3.*' -j 4 --outdir fig3\n"
      "  gpufabric reproduce pcie.table2 --pages\n"
      "  gpufabric reproduce proact.fig2 --doubt --runs 64\n"
      "  gpufabric reproduce --full --json > numbers.json\n";
  line.exits = {core::ExitCode::kCheckFailed, core::ExitCode::kInterrupted,
                core::ExitCode::kTerminated};
  return line;
}

}  // namespace

std::optional<ReproduceOptions> parse_reproduce(const Arguments& arguments) {
  ReproduceOptions o;
  CommandLine line = command_line(o);
  if (!line.parse(arguments)) return std::nullopt;
  if (o.outdir.empty()) o.outdir = default_outdir(o);
  o.pool.validate();
  if (o.most_pages < 1 || o.most_pages > kMostPages)
    core::fail_config("", "--most-pages", std::to_string(o.most_pages),
                      fmt::format("1 ... {}", kMostPages), "leave --pages out for none");
  if (!o.doubt) return o;
  if (o.pages) line.fail("--pages: --doubt writes no report; leave out one of them");
  if (o.runs < 1 || o.runs > kMostSamples)
    core::fail_config("", "--runs", std::to_string(o.runs), fmt::format("1 ... {}", kMostSamples),
                      "leave it out for 32");
  return o;
}

}  // namespace gf::app
