// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/pcie_platform.h"

#include <fmt/format.h>
#include <fstream>

#include "core/base/error.h"
#include "core/run/run_dir.h"
#include "core/time/watchdog.h"
#include "platforms/pcie/communications.h"
#include "tlm_models/analytic/pcie_times.h"
#include "tlm_models/machine/machine_entries.h"
#include "tlm_models/machine/topology_files.h"
#include "tlm_models/topology/pcie/pcie_presets.h"
#include "workloads/schedule/text/schedule_text.h"

namespace gf::platforms::pcie {
namespace {

constexpr Note kCommunicationsFile{"communications.csv", "",
                                   "a line per copy: times in ns, stall times by cause",
                                   "congestion graphs"};

}  // namespace

PciePlatform::~PciePlatform() = default;

Outputs PciePlatform::outputs() const {
  return communication_outputs() + Outputs{{kTlpHops, kBytesCompared}, {kCommunicationsFile}} +
         schedule_.outputs();
}

void PciePlatform::declare(core::ParamScope root) {
  root.add("topology", topology_, std::string(model::pcie_tree_forms()), "[SC16], Fig. 1",
           core::names_file(model::pcie_tree_file, model::files_of_machine));
  root.add("graphs", graphs_file_,
           "congestion graphs: another name for schedule; empty: use schedule or workload",
           "[SC16], IV-A", core::names_file(model::file_of_schedule));
  root.add("workload", workload_, "generated graphs, as kind:key=value,...; see docs/workloads.md",
           "[SC16], VII and VIII");
  root.add("real_bytes", real_bytes_,
           "whether copies transfer real data, which is compared at the destination", "none");
  root.add("tau", tau_, "analytic model: tau, the loss of the root complex",
           "[SC16], VII: 1 - 1/1.21", core::between(0.0, 0.5));
  root.add("bandwidth", bandwidth_, "analytic model: B, which is also the unit of shares",
           "[SC16], VII: 11.6 GiB/s", core::at_least(core::ByteRate(1e6)));
  schedule_.declare(root);
  memory_params_.declare(root.child("memory"));
  // The tree is made here and not in build(): its nodes decide which parameters exist.
  tree_.emplace(model::named_pcie_tree(topology_));
  machine_params_.emplace(*tree_);
  machine_params_->declare(*tree_, root);
}

void PciePlatform::build(std::uint64_t seed) {
  schedule_.take_file("graphs", graphs_file_);
  std::vector<model::Schedule> graphs = schedule_.make(workload_, *tree_, seed);
  machine_ = std::make_unique<EndpointTree>(*tree_, *machine_params_, seed);
  if (real_bytes_) byte_check_ = std::make_unique<ByteCheck>(*machine_, memory_params_, seed);
  copies_ = std::make_unique<TreeCopies>(*machine_, byte_check_.get());
  schedule_.build(*copies_, std::move(graphs));
}

Graph PciePlatform::graph() const {
  Graph graph;
  machine_->add_to(graph, [this](unsigned number) -> Graph::Node {
    return {machine_->gpu(number).name(), "gpu", number};
  });
  return graph;
}

std::vector<std::vector<double>> PciePlatform::analytic_ends() const {
  model::PcieModelOptions options;
  options.tau = tau_;
  options.bandwidth = bandwidth_;
  model::PcieCongestion congestion(*tree_, options);
  std::vector<std::vector<double>> ends;
  for (const schedule::ScheduleResult& result : schedule_.runner().results()) {
    std::vector<double>& times = ends.emplace_back();
    for (const model::PredictedTime& time : model::predict_times(congestion, *result.schedule)) {
      times.push_back(time.end);
    }
  }
  return ends;
}

core::RunEndReport PciePlatform::simulate(const core::RunLimits& limits) {
  const core::RunEndReport end = core::run_simulation(limits);
  // Computed once for results, table and file: the analytic model is slow for many graphs.
  if (runs_graphs())
    rows_ = communication_rows(
        schedule_.runner(), analytic_ends(),
        [this](unsigned from, unsigned to) { return machine_params_->latency(*tree_, from, to); },
        bandwidth_.bytes_per_second());
  return end;
}

void PciePlatform::judge(RunOutcome& outcome) {
  if (schedule_.judge(outcome)) return;
  if (byte_check_ == nullptr || byte_check_->difference().empty()) return;
  outcome.code = core::ExitCode::kCheckFailed;
  outcome.reason = byte_check_->difference();
}

bool PciePlatform::runs_graphs() const {
  return what_runs(schedule_.runner()) == schedule::RunsWhat::kGraphs;
}

std::vector<Result> PciePlatform::results() const {
  std::vector<Result> results =
      runs_graphs() ? communication_results(rows_, schedule_.runner().results().size())
                    : schedule_.results();
  results.push_back(kTlpHops.result(machine_->tlp_hops()));
  if (byte_check_ != nullptr)
    results.push_back(kBytesCompared.result(byte_check_->bytes_compared()));
  return results;
}

std::string PciePlatform::table() const {
  return runs_graphs() ? communications_table(rows_, schedule::kMostRows) : schedule_.table();
}

void PciePlatform::write_files(const core::RunDirectory& directory) const {
  if (runs_graphs()) {
    std::ofstream file(directory.file(kCommunicationsFile.name));
    write_communications_csv(file, rows_);
  } else {
    schedule_.write_tasks(directory);
  }
  schedule_.write_record(directory);
}

}  // namespace gf::platforms::pcie
