// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/doubt_options.h"

#include <boost/program_options.hpp>
#include <fmt/format.h>

#include "core/base/error.h"

namespace gf::app {
namespace {

namespace po = boost::program_options;

constexpr unsigned kFewestRuns = 16;
constexpr unsigned kMostRuns = 100'000;

CommandLine command_line(DoubtOptions& o, std::string& outdir) {
  CommandLine line(
      "doubt", "PLATFORM [OPTIONS]",
      "Runs a platform with other values of its assumed parameters, the guesses. Prints\n"
      "the range of each result (5 % to 95 % of the runs) and the guesses that matter for\n"
      "it, alone and together with others. Values from -p and --config are known and stay\n"
      "fixed. Each guess is drawn from its plausible range, at equal ratios; all instances\n"
      "of a parameter have the same value. Finished runs are reused.");
  o.choice.add_to(line);
  o.pool.add_to(line);
  line.options.add_options()  //
      ("runs", po::value(&o.runs)->value_name("N"),
       "number of runs beside the one with the defaults; more of them begin with the same; powers "
       "of two fill the ranges best; default: 64")  //
      ("calibrated", po::bool_switch(&o.calibrated),
       "vary what was calibrated to a published number, too")  //
      ("of", po::value(&o.of)->value_name("GLOB"),
       "results that are shown; default: all of them")  //
      ("list", po::bool_switch(&o.list),
       "print the guesses with their ranges and the reasons, and run nothing")             //
      ("json", po::bool_switch(&o.json), "print what doubt.json holds instead of tables")  //
      ("outdir,o", po::value(&outdir)->value_name("DIR"),
       "directory for doubt.csv, doubt.json and doubt.html; those of an earlier call are replaced; "
       "default: doubt")  //
      ("quiet,q", po::bool_switch(&o.quiet), "show no progress");
  line.examples =
      "  gpufabric doubt store_goodput\n"
      "  gpufabric doubt pcie_t2 -p rc.hop_latency='200 ns' --runs 128 -j 4\n"
      "  gpufabric doubt dragonfly -p p=2 -p a=4 -p h=2 --of 'latency_*'\n"
      "  gpufabric doubt proact --list\n";
  line.exits = {core::ExitCode::kCheckFailed, core::ExitCode::kBadInput,
                core::ExitCode::kInterrupted, core::ExitCode::kTerminated};
  return line;
}

void check_runs(unsigned runs) {
  if (runs < kFewestRuns || runs > kMostRuns)
    core::fail_config("", "--runs", std::to_string(runs),
                      fmt::format("{} ... {}", kFewestRuns, kMostRuns),
                      "fewer runs tell no range; leave it out for 64");
}

}  // namespace

std::optional<DoubtOptions> parse_doubt(const Arguments& arguments) {
  DoubtOptions o;
  std::string outdir = "doubt";
  CommandLine line = command_line(o, outdir);
  if (!line.parse(arguments)) return std::nullopt;
  o.pool.validate();
  check_runs(o.runs);
  if (outdir.empty()) line.fail("--outdir: no name; give a directory");
  o.outdir = outdir;
  const ConfiguredPlatform configured(line, o.choice);
  o.seed = configured.seed();
  o.guesses = guesses_of(configured.params().rows(), o.calibrated);
  o.fit = GuessFit(varying(o.guesses), configured.params());
  if (!o.list && varying(o.guesses).empty())
    line.fail("nothing to vary: no parameter of " + configured.name() +
              " is assumed and has a range (--list shows why)");
  return o;
}

}  // namespace gf::app
