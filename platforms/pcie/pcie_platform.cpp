// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/pcie_platform.h"

#include <fmt/format.h>
#include <fstream>

#include "core/error.h"
#include "core/run_dir.h"
#include "core/timeline.h"
#include "core/watchdog.h"
#include "platforms/pcie/communications.h"
#include "platforms/pcie/task_rows.h"
#include "tlm_models/analytic/pcie_times.h"
#include "tlm_models/topology/pcie_presets.h"
#include "tlm_models/work/copies/generators.h"
#include "tlm_models/work/schedule/schedule_csv.h"
#include "tlm_models/work/schedule/schedule_file.h"

namespace gf::platforms::pcie {

PciePlatform::~PciePlatform() = default;

void PciePlatform::declare(core::ParamScope root) {
  root.add("topology", topology_, std::string(model::pcie_tree_forms()), "[SC16], Fig. 1",
           core::names_file(model::pcie_tree_file));
  root.add(
      "graphs", graphs_file_,
      "CSV file of congestion graphs or schedules with the columns graph,src,dst,bytes,start_ns "
      "and, of schedules, more, a GOAL file NAME.goal, or Chakra traces NAME.0.et, NAME.1.et, ... "
      "of "
      "ranks (docs/schedules.md); empty: use workload",
      "[SC16], IV-A", core::names_file(core::whole_text));
  root.add("workload", workload_, "generated graphs, as kind:key=value,...; see docs/workloads.md",
           "[SC16], VII and VIII");
  root.add("record", record_,
           "whether the run's directory gets schedule.csv: what ran, to run again", "assumed");
  root.add("real_bytes", real_bytes_,
           "whether copies carry bytes that are compared at their destinations", "assumed");
  root.add("tau", tau_, "analytic model: tau, the loss of the root complex",
           "[SC16], VII: 1 - 1/1.21", core::between(0.0, 0.5));
  root.add("bandwidth", bandwidth_, "analytic model: B, which is also the unit of shares",
           "[SC16], VII: 11.6 GiB/s", core::at_least(core::ByteRate(1e6)));
  runner_params_.declare(root);
  memory_params_.declare(root.child("memory"));
  // The tree is made here and not in build(): its nodes decide which parameters there are.
  tree_.emplace(model::make_pcie_tree(topology_));
  machine_params_.emplace(*tree_);
  machine_params_->declare(*tree_, root);
}

void PciePlatform::build(std::uint64_t seed) {
  std::vector<model::Schedule> graphs =
      graphs_file_.empty() ? model::make_copy_graphs(workload_, *tree_, seed)
                           : model::read_schedule_file(graphs_file_, tree_->device_count());
  if (!only_.empty()) graphs = only_copy(graphs, only_);
  machine_ = std::make_unique<EndpointTree>(*tree_, *machine_params_, seed);
  if (real_bytes_) byte_check_ = std::make_unique<ByteCheck>(*machine_, memory_params_, seed);
  runner_ = std::make_unique<GraphRunner>("host", runner_params_, *machine_, std::move(graphs),
                                          byte_check_.get());
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
  for (const GraphResult& result : runner_->results()) {
    std::vector<double>& times = ends.emplace_back();
    for (const model::PredictedTime& time : model::predict_times(congestion, *result.graph)) {
      times.push_back(time.end);
    }
  }
  return ends;
}

HowFar PciePlatform::progress() const {
  return {runner_->bytes_delivered(), runner_->bytes_total()};
}

core::RunEndReport PciePlatform::simulate(const core::RunLimits& limits) {
  const core::RunEndReport end = core::run_simulation(limits);
  // Once, for results, table and file: the analytic model of many graphs takes its time.
  if (what_runs(*runner_) == RunsWhat::kGraphs)
    rows_ = communication_rows(*runner_, analytic_ends(), bandwidth_.bytes_per_second());
  if (core::Timeline::active() != nullptr) draw_shares(share_rows(*runner_));
  return end;
}

void PciePlatform::judge(RunOutcome& outcome) {
  for (const GraphResult& result : runner_->results()) {
    if (result.verdict.wrong == 0) continue;
    outcome.code = core::ExitCode::kCheckFailed;
    outcome.reason = result.verdict.first_wrong;
    return;
  }
  if (byte_check_ == nullptr || byte_check_->difference().empty()) return;
  outcome.code = core::ExitCode::kCheckFailed;
  outcome.reason = byte_check_->difference();
}

std::vector<Result> PciePlatform::results() const {
  const RunsWhat what = what_runs(*runner_);
  std::vector<Result> results =
      what == RunsWhat::kGraphs        ? communication_results(rows_, runner_->results().size())
      : what == RunsWhat::kCollectives ? collective_results(collective_rows(*runner_))
                                       : task_results(*runner_);
  results.push_back({"tlp_hops", static_cast<double>(machine_->tlp_hops()), "count"});
  if (byte_check_ != nullptr) {
    results.push_back({"bytes_compared", static_cast<double>(byte_check_->bytes_compared()), "B"});
  }
  return results;
}

std::string PciePlatform::table() const {
  constexpr std::size_t kMost = 40;
  switch (what_runs(*runner_)) {
    case RunsWhat::kGraphs:
      return communications_table(rows_, kMost);
    case RunsWhat::kCollectives:
      return collective_table(collective_rows(*runner_), kMost);
    case RunsWhat::kSchedules:
      break;
  }
  return tasks_table(*runner_, kMost);
}

void PciePlatform::write_files(const core::RunDirectory& directory) const {
  const bool graphs = what_runs(*runner_) == RunsWhat::kGraphs;
  std::ofstream file(directory.file(graphs ? "communications.csv" : "tasks.csv"));
  graphs ? write_communications_csv(file, rows_) : write_tasks_csv(file, *runner_);
  if (!record_) return;
  std::ofstream schedule(directory.file("schedule.csv"));
  model::write_schedules(schedule, runner_->graphs());
}

}  // namespace gf::platforms::pcie
