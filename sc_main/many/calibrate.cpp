// SPDX-License-Identifier: Apache-2.0
// gpufabric calibrate: measures a cost table from the program it stands for.
#include <fstream>
#include <iostream>

#include "core/base/error.h"
#include "papers/arxiv13_apenet/nios_duties.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/many/command_runs.h"

namespace gf::app {
namespace {

using core::ExitCode;
using namespace papers::apenet13;  // NOLINT: only the tasks of its processor are used here

std::vector<runs::Request> requests(const std::string& firmware, const std::string& program) {
  std::vector<runs::Request> all = duty_requests();
  for (runs::Request& request : all) {
    if (!firmware.empty()) request.settings.push_back("nios.firmware=" + firmware);
    if (!program.empty()) request.settings.push_back("nios.program=" + program);
  }
  return all;
}

void write(const std::string& text, const std::string& file) {
  std::ofstream out(file);
  out << text;
  if (!out.flush()) throw core::UserError(ExitCode::kUsage, file + ": cannot be written");
}

}  // namespace

ExitCode run_calibrate(const Arguments& arguments) {
  std::string what, firmware, program, output;
  bool quiet = false;
  PoolCommandOptions pool;
  CommandLine line(
      "calibrate", "nios [OPTIONS]",
      "Measures the times of the firmware in C on the APEnet+ card's processor, duty by\n"
      "duty, and prints them as a cost table for nios.model=cost_table, in the form of a\n"
      "file for --config. nios.cost_table=measured is such a table.");
  line.operand("nios", what);
  line.add("program", program, "NAME", "name of one of GPUFabric's programs").default_text =
      "that of nios.program";
  line.add("firmware", firmware, "FILE", "a program of your own, an ELF file");
  line.add("output,o", output, "FILE", "write it to FILE");
  line.add("quiet,q", quiet, "show no progress");
  pool.add_to(line);
  line.examples =
      "  gpufabric calibrate nios\n"
      "  gpufabric calibrate nios --firmware mine.elf --output mine.ini\n"
      "  gpufabric run apenet_cluster --config mine.ini\n";
  line.exits = {ExitCode::kBadInput, ExitCode::kInterrupted};
  if (!line.parse(arguments)) return ExitCode::kDone;
  if (what != "nios") line.fail(what.empty() ? "expected nios" : "expected nios, not " + what);
  if (const std::string lack = lacks_firmware(); firmware.empty() && !lack.empty())
    throw core::UserError(ExitCode::kBadInput, "calibrate: " + lack);
  CommandRuns runs("calibrate", pool, quiet);
  std::vector<runs::Result> results;
  const std::vector<runs::Request> asked = requests(firmware, program);
  for (auto& result : runs.make(asked, std::vector<std::string>(asked.size(), "nios")))
    if (result) results.push_back(*result);
  if (runs.interrupted()) return runs.exit_code();
  const std::string text = charges_text(duties_of(results));
  if (output.empty())
    std::cout << text;
  else
    write(text, output);
  return runs.exit_code();
}

}  // namespace gf::app
