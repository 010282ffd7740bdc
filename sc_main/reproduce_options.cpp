// SPDX-License-Identifier: Apache-2.0
#include "sc_main/reproduce_options.h"

#include <boost/program_options.hpp>
#include <algorithm>
#include <sstream>
#include <thread>

#include "core/error.h"

namespace gf::app {
namespace {

namespace po = boost::program_options;

po::options_description visible_options(ReproduceOptions& o) {
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  po::options_description options("Options");
  options.add_options()  //
      ("jobs,j", po::value(&o.jobs)->default_value(cores)->value_name("N"),
       "experiments at a time; default: the number of cores")                                     //
      ("full", po::bool_switch(&o.full), "also the experiments that take minutes, at full size")  //
      ("outdir", po::value(&o.outdir)->default_value(o.outdir)->value_name("DIR"),
       "receives report.html, results.json and runs/; a report that is there is replaced")  //
      ("force", po::bool_switch(&o.force), "use an outdir that holds other files")          //
      ("seed", po::value(&o.seed)->default_value(o.seed)->value_name("N"),
       "of every random stream; the same seed gives the same numbers")                           //
      ("json", po::bool_switch(&o.json), "print the numbers as a JSON list instead of a table")  //
      ("list", po::bool_switch(&o.list), "show the experiments instead of running them")         //
      ("quiet", po::bool_switch(&o.quiet), "no progress, no notes; with --list only the ids")    //
      ("help,h", po::bool_switch(&o.help), "this text");
  return options;
}

po::options_description hidden_options(ReproduceOptions& o) {
  po::options_description options;
  options.add_options()                    //
      ("pattern", po::value(&o.patterns))  //
      ("worker", po::value(&o.worker));
  return options;
}

}  // namespace

ReproduceOptions parse_reproduce(const Arguments& arguments) {
  ReproduceOptions o;
  po::options_description all;
  all.add(visible_options(o)).add(hidden_options(o));
  po::positional_options_description positional;
  positional.add("pattern", -1);
  try {
    po::variables_map values;
    po::store(po::command_line_parser(arguments).options(all).positional(positional).run(), values);
    po::notify(values);
  } catch (const po::error& error) {
    throw core::UserError(core::ExitCode::kUsage, std::string("reproduce: ") + error.what() +
                                                      "; see gpufabric reproduce --help");
  }
  if (o.jobs == 0 || o.jobs > 4096)
    core::fail_config("", "--jobs", std::to_string(o.jobs), "1 ... 4096",
                      "leave it out to use every core");
  return o;
}

std::string reproduce_help() {
  ReproduceOptions o;
  std::ostringstream out;
  out << "Usage: gpufabric reproduce [GLOB...] [options]\n\n"
         "Runs published experiments, each in a process of its own, prints published beside\n"
         "simulated numbers and writes a report that opens in any browser. GLOB is an id\n"
         "(pcie.table2) or a pattern ('pcie.fig3.*'); without one the whole quick set runs.\n\n"
      << visible_options(o)
      << "\nExit: 0 all within tolerance, 1 a number is not, 2 usage, 130 interrupted (the report\n"
         "then holds what was finished and says so).\n";
  return out.str();
}

}  // namespace gf::app
