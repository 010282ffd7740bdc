// SPDX-License-Identifier: Apache-2.0
// Machines that were not used to build the model: presets compared with public microbenchmarks
// (docs/blind.md). Rows are references: nothing is gated.
#include "measurements/predictions.h"
#include "measurements/scatter.h"
#include "papers/papers.h"

namespace gf::papers {
namespace {

using blind::Group;

const std::vector<Group>& groups() {
  static const std::vector<Group> all = {{"blind.memory", blind::memory_numbers},
                                         {"blind.links", blind::link_numbers},
                                         {"blind.pcie", blind::pcie_numbers},
                                         {"blind.allreduce", blind::allreduce_numbers}};
  return all;
}

Experiment of(const Group& group, const std::string& title) {
  return {group.experiment, title, "docs/blind.md", Experiment::Set::kQuick, [group](Judge& judge) {
            for (const blind::Prediction& each : group.numbers(judge))
              judge.set(group.experiment + "." + each.row, each.value());
          }};
}

}  // namespace

std::vector<Experiment> blind_experiments() {
  return {
      of(groups()[0], "Memory, loads and launches of GPUs against microbenchmarks"),
      of(groups()[1], "Copies between GPUs against microbenchmarks"),
      of(groups()[2], "Copies between host and GPU against microbenchmarks"),
      of(groups()[3], "All-reduce of a DGX-1V against nccl-tests"),
      {"blind.all", "All microbenchmarks: predicted against measured", "docs/blind.md",
       Experiment::Set::kQuick, [](Judge& judge) { blind::scatter(judge, groups()); }},
  };
}

}  // namespace gf::papers
