// SPDX-License-Identifier: Apache-2.0
// Machines that no seed describes: presets as they are beside public microbenchmarks of such parts
// (docs/blind.md). Rows are references: nothing is gated.
#include "papers/blind/blind_experiments.h"
#include "papers/blind/predictions.h"
#include "papers/papers.h"

namespace gf::papers {
namespace blind {
namespace {

void set_all(Judge& judge, const std::string& experiment, const Predictions& predictions) {
  for (const Prediction& each : predictions) judge.set(experiment + "." + each.row, each.value());
}

}  // namespace

void memory(Judge& judge) { set_all(judge, "blind.memory", memory_numbers(judge)); }
void links(Judge& judge) { set_all(judge, "blind.links", link_numbers(judge)); }
void pcie(Judge& judge) { set_all(judge, "blind.pcie", pcie_numbers(judge)); }
void allreduce(Judge& judge) { set_all(judge, "blind.allreduce", allreduce_numbers(judge)); }

}  // namespace blind

std::vector<Experiment> blind_experiments() {
  using Set = Experiment::Set;
  const std::string source = "docs/blind.md";
  return {
      {"blind.memory", "Memory, a load and a launch of GPUs, beside microbenchmarks", source,
       Set::kQuick, blind::memory},
      {"blind.links", "Copies between GPUs, beside microbenchmarks", source, Set::kQuick,
       blind::links},
      {"blind.pcie", "Copies between host and GPU, beside microbenchmarks", source, Set::kQuick,
       blind::pcie},
      {"blind.allreduce", "All-reduce of a DGX-1V, beside nccl-tests", source, Set::kQuick,
       blind::allreduce},
  };
}

}  // namespace gf::papers
