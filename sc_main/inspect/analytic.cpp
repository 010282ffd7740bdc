// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/command.h"
#include "sc_main/inspect/analytic_pcie.h"

namespace gf::app {
namespace {

constexpr const char* kPurpose =
    "Evaluates the congestion model of Martinasso et al., SC16 (Algorithm 1): the time of every\n"
    "communication of a congestion graph, or of every order of a halo exchange. Nothing is\n"
    "simulated; gpufabric run pcie_t2 simulates the packets of the same graphs.\n"
    "Columns: from start to begin, a copy waits for earlier copies of its GPU; factor is\n"
    "its mean share of B from begin to end; x T_ref is that time as a multiple of the\n"
    "time of a copy that runs alone.";
constexpr const char* kExamples =
    "  gpufabric analytic pcie --graphs graphs.csv\n"
    "  gpufabric analytic pcie --graphs table1.csv --tau 0.2 --trace table1\n"
    "  gpufabric analytic pcie --topology t1 --workload 'all_to_all:order=xor,bytes=1 MiB'\n"
    "  gpufabric analytic pcie --halo 3d --top 3 --orders-csv orders.csv\n";

}  // namespace

core::ExitCode run_analytic(const Arguments& arguments) {
  std::string model;
  PcieAnalysis pcie;
  bool json = false;
  CommandLine line("analytic", "pcie [OPTIONS]", kPurpose);
  line.operand("model", model);
  pcie.add_to(line);
  line.add("json", json, "print JSON, with times in seconds");
  line.examples = std::string(kExamples) +
                  "\n"
                  "Workloads (bytes is a size; default: 300 MiB):\n" +
                  model::workload_forms();
  line.exits = {core::ExitCode::kBadInput};
  if (!line.parse(arguments)) return core::ExitCode::kDone;
  if (model != "pcie")
    line.fail(model.empty() ? "no model given; expected pcie"
                            : "unknown model \"" + model + "\"; expected pcie");
  pcie.validate(line);
  pcie.run(line, json);
  return core::ExitCode::kDone;
}

}  // namespace gf::app
