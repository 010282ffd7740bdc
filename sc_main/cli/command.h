// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"

namespace gf::app {

using Arguments = std::vector<std::string>;  ///< The words after the subcommand's name.

/// A subcommand of `gpufabric`: one file of sc_main/, one row of `gpufabric --help`.
struct Command {
  std::string name;
  std::string summary;
  core::ExitCode (*run)(const Arguments& arguments);  ///< May throw UserError; main() prints it.
};

/// Thrown to leave a command that has printed its plan (--dry-run) and is done.
struct DryRunShown {};

/// Every subcommand, in the order in which `gpufabric --help` shows them.
const std::vector<Command>& all_commands();

core::ExitCode run_list(const Arguments& arguments);
core::ExitCode run_platform(const Arguments& arguments);  ///< `run`
core::ExitCode run_curve(const Arguments& arguments);
core::ExitCode run_params(const Arguments& arguments);
core::ExitCode run_topology(const Arguments& arguments);
core::ExitCode run_workloads(const Arguments& arguments);
core::ExitCode run_measured(const Arguments& arguments);
core::ExitCode run_check(const Arguments& arguments);
core::ExitCode run_import(const Arguments& arguments);
core::ExitCode run_predict(const Arguments& arguments);
core::ExitCode run_place(const Arguments& arguments);
core::ExitCode run_cite(const Arguments& arguments);
core::ExitCode run_calibrate(const Arguments& arguments);
core::ExitCode run_analytic(const Arguments& arguments);
core::ExitCode run_profile(const Arguments& arguments);
core::ExitCode run_reproduce(const Arguments& arguments);
core::ExitCode run_runs(const Arguments& arguments);
core::ExitCode run_sweep(const Arguments& arguments);
core::ExitCode run_page_command(const Arguments& arguments);
core::ExitCode run_why(const Arguments& arguments);
core::ExitCode run_doubt(const Arguments& arguments);
core::ExitCode run_diff(const Arguments& arguments);
core::ExitCode run_man(const Arguments& arguments);
core::ExitCode run_completion(const Arguments& arguments);

}  // namespace gf::app
