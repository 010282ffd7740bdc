// SPDX-License-Identifier: Apache-2.0
#include "sc_main/reproduce_options.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <thread>

#include "core/error.h"
#include "sc_main/command_line.h"

namespace gf::app {
namespace {

namespace po = boost::program_options;

constexpr int kMostJobs = 4096;

CommandLine command_line(ReproduceOptions& o) {
  CommandLine line("reproduce", "[GLOB...] [OPTIONS]",
                   "Runs published experiments, each in a process of its own, prints published\n"
                   "beside simulated numbers and writes a report that opens in any browser. GLOB\n"
                   "is an id (pcie.table2) or a pattern ('pcie.fig3.*'); without one the whole\n"
                   "quick set runs. Exit 0: every gated number is within its tolerance.");
  line.operand("GLOB", o.patterns, -1);
  line.operands.add_options()("worker", po::value(&o.worker));  // Between our own processes.
  line.options.add_options()                                    //
      ("jobs,j", po::value(&o.jobs)->value_name("N"),
       "experiments at a time; default: the number of cores")                                  //
      ("full", po::bool_switch(&o.full), "also what takes minutes, at the size of the paper")  //
      ("outdir", po::value(&o.outdir)->value_name("DIR"),
       "receives report.html, results.json and runs/; a report that is there is replaced; "
       "default: report")                                                               //
      ("force", po::bool_switch(&o.force), "use an outdir that holds other files too")  //
      ("seed", po::value(&o.seed)->value_name("N"),
       "of every random stream; the same seed gives the same numbers; default 1")             //
      ("json", po::bool_switch(&o.json), "print the numbers as a JSON list, not as a table")  //
      ("list", po::bool_switch(&o.list), "show the experiments instead of running them")      //
      ("quiet", po::bool_switch(&o.quiet), "no progress, no notes; with --list only the ids");
  line.examples =
      "  gpufabric reproduce\n"
      "  gpufabric reproduce 'pcie.fig3.*' -j 4 --outdir fig3\n"
      "  gpufabric reproduce --full --json > numbers.json\n";
  line.exits = {core::ExitCode::kCheckFailed, core::ExitCode::kInterrupted,
                core::ExitCode::kTerminated};
  return line;
}

}  // namespace

std::optional<ReproduceOptions> parse_reproduce(const Arguments& arguments) {
  ReproduceOptions o;
  o.jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  CommandLine line = command_line(o);
  if (!line.parse(arguments)) return std::nullopt;
  if (o.jobs < 1 || o.jobs > kMostJobs)
    core::fail_config("", "--jobs", std::to_string(o.jobs), "1 ... " + std::to_string(kMostJobs),
                      "leave it out to use every core");
  return o;
}

}  // namespace gf::app
