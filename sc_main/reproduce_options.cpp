// SPDX-License-Identifier: Apache-2.0
#include "sc_main/reproduce_options.h"

#include <boost/program_options.hpp>

#include "core/error.h"
#include "sc_main/command_line.h"

namespace gf::app {
namespace {

namespace po = boost::program_options;

CommandLine command_line(ReproduceOptions& o) {
  CommandLine line(
      "reproduce", "[GLOB...] [OPTIONS]",
      "Runs published experiments, prints published beside simulated numbers and\n"
      "writes a report that opens in any browser. GLOB is an id (pcie.table2) or a\n"
      "pattern ('pcie.fig3.*'); without one the whole quick set runs. Runs that were\n"
      "made before are not made again (gpufabric runs list). Exit 0: no number fails.");
  line.operand("GLOB", o.patterns, -1);
  o.pool.add_to(line);
  line.options.add_options()                                                                   //
      ("full", po::bool_switch(&o.full), "also what takes minutes, at the size of the paper")  //
      ("outdir", po::value(&o.outdir)->value_name("DIR"),
       "receives report.html, results.json and runs/; a report that is there is replaced; "
       "default: report")                                                               //
      ("force", po::bool_switch(&o.force), "use an outdir that holds other files too")  //
      ("seed", po::value(&o.seed)->value_name("N"),
       "of every random stream; the same seed gives the same numbers; default 1")               //
      ("all", po::bool_switch(&o.all), "print every row, not only those that deviate or fail")  //
      ("json", po::bool_switch(&o.json), "print the numbers as a JSON list, not as a table")    //
      ("list", po::bool_switch(&o.list), "show the experiments instead of running them")        //
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
  CommandLine line = command_line(o);
  if (!line.parse(arguments)) return std::nullopt;
  o.pool.validate();
  return o;
}

}  // namespace gf::app
