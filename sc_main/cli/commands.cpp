// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/command.h"

namespace gf::app {

const std::vector<Command>& all_commands() {
  static const std::vector<Command> commands{
      {"list", "show the platforms", run_list},
      {"params", "show the parameters of a platform", run_params},
      {"topology", "show how a platform is connected", run_topology},
      {"workloads", "show what GPUs can run and how much it moves between them", run_workloads},
      {"run", "run a platform and print its results", run_platform},
      {"predict", "simulate what benchmark tools would print for a machine", run_predict},
      {"place", "find which of a machine's GPUs a collective should take", run_place},
      {"curve", "run a network at several loads and find its saturation", run_curve},
      {"profile", "find the fastest way for GPUs to share what they write", run_profile},
      {"sweep", "run a platform over values of its parameters, tabulate the results", run_sweep},
      {"doubt", "show how far results depend on what is only assumed", run_doubt},
      {"why", "show what a copy of a run waited for, back to the cause", run_why},
      {"page", "make the page of a run again, which shows it in a browser", run_page_command},
      {"diff", "show the parameters and results in which two runs differ", run_diff},
      {"runs", "show or clean the store of finished runs", run_runs},
      {"reproduce", "run published experiments and compare their numbers", run_reproduce},
      {"analytic", "evaluate a closed-form model", run_analytic},
      {"calibrate", "measure a cost table from the program that it stands for", run_calibrate},
      {"measured", "show the values in outputs of benchmark tools", run_measured},
      {"check", "read input files and say what is wrong with them", run_check},
      {"import", "make a machine file from files that describe a server", run_import},
      {"cite", "show the papers that keys such as [SC16] stand for", run_cite},
      {"man", "show a manual page, or write all of them", run_man},
      {"completion", "show a script with which a shell completes command lines", run_completion},
  };
  return commands;
}

}  // namespace gf::app
