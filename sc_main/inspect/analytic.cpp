// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <iostream>

#include "sc_main/cli/command.h"
#include "sc_main/inspect/analytic_pcie.h"
#include "sc_main/inspect/analytic_ranks.h"

namespace gf::app {
namespace {

constexpr const char* kPurpose =
    "pcie evaluates the congestion model of Martinasso et al., SC16 (Algorithm 1): the time of "
    "every\n"
    "communication of a congestion graph, or of every order of a halo exchange. Nothing is\n"
    "simulated; gpufabric run pcie_t2 simulates the packets of the same graphs.\n"
    "Columns: from start to begin, a copy waits for earlier copies of its GPU; factor is\n"
    "its mean share of B from begin to end; x T_ref is that time as a multiple of the\n"
    "time of a copy that runs alone.\n"
    "ranks predicts how simulating one dragonfly on several MPI processes would scale. The\n"
    "wall time of a window is the computation of the rank with most parts, its messages to all\n"
    "others, and the agreement on the next window (docs/performance.md). Nothing is measured.";
constexpr const char* kExamples =
    "  gpufabric analytic pcie --graphs graphs.csv\n"
    "  gpufabric analytic pcie --graphs table1.csv --tau 0.2 --trace table1\n"
    "  gpufabric analytic pcie --topology t1 --workload 'all_to_all:order=xor,bytes=1 MiB'\n"
    "  gpufabric analytic pcie --halo 3d --top 3 --orders-csv orders.csv\n"
    "  gpufabric analytic ranks --dragonfly 16,32,16 --ranks 64,513\n"
    "  gpufabric analytic ranks --ranks 1,2,4 --cores 2 --message-latency '1 us'\n";

bool is_of_all(const std::string& option) {
  return option == "json" || option == "color" || option == "no-defaults";
}

/// Throws UserError(kUsage) for options of the other model.
void check_model(const CommandLine& line, const std::string& model, const RankOptions& ranks) {
  const bool is_ranks = model == "ranks";
  if (model != "pcie" && !is_ranks)
    line.fail(model.empty() ? "no model given; there are pcie and ranks"
                            : "unknown model \"" + model + "\"; there are pcie and ranks");
  for (const std::string& option : line.given_options)
    if (!is_of_all(option) && ranks.has(option) != is_ranks)
      line.fail(fmt::format("--{} is an option of {}; leave it out", option,
                            is_ranks ? "analytic pcie" : "analytic ranks"));
}

}  // namespace

core::ExitCode run_analytic(const Arguments& arguments) {
  std::string model;
  PcieAnalysis pcie;
  RankOptions ranks;
  bool json = false;
  CommandLine line("analytic", "pcie|ranks [OPTIONS]", kPurpose);
  line.operand("model", model);
  pcie.add_to(line);
  line.add("json", json, "print JSON, with times in seconds");
  ranks.add_to(line);
  line.examples = std::string(kExamples) +
                  "\n"
                  "Workloads (bytes is a size; default: 300 MiB):\n" +
                  model::workload_forms();
  line.exits = {core::ExitCode::kBadInput};
  if (!line.parse(arguments)) return core::ExitCode::kDone;
  check_model(line, model, ranks);
  if (model == "pcie") {
    pcie.validate(line);
    pcie.run(line, json);
  } else {
    if (json)
      ranks.print_json(std::cout);
    else
      ranks.print(std::cout, line.given_options);
  }
  return core::ExitCode::kDone;
}

}  // namespace gf::app
