// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/schedule_part.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "core/run/run_dir.h"
#include "platforms/schedule/peer_rows.h"
#include "workloads/copies/copy_generators.h"
#include "workloads/schedule/inputs/kernel_files.h"
#include "workloads/schedule/inputs/schedule_file.h"
#include "workloads/schedule/schedule_csv.h"
#include "workloads/schedule/text/schedule_text.h"

namespace gf::platforms::schedule {
namespace {

constexpr Note kBytesDelivered{"bytes_delivered", "B",
                               "bytes of copies that arrived at their destinations", "schedules"};
constexpr Note kTasksFile{"tasks.csv", "", "a line per task: when it was issued and when it ended",
                          "schedules"};
constexpr Note kRecordFile{"schedule.csv", "",
                           "the schedules that ran, in the form that --schedule takes", "record"};

}  // namespace

Outputs SchedulePart::outputs() {
  return task_outputs() + collective_outputs() + peer_outputs() +
         Outputs{{kBytesDelivered}, {kTasksFile, kRecordFile}};
}

void SchedulePart::declare(const core::ParamScope& root) {
  root.add(
      "schedule", file_,
      "schedule file: CSV with the columns graph,src,dst,bytes and more; GOAL as text (NAME.goal) "
      "or binary (NAME.bin); NAME.sched:name=value,... with parameters; or Chakra traces "
      "NAME.0.et, NAME.1.et, ..., one per rank (docs/schedules.md); empty: use workload",
      "[SC16], IV-A", core::names_file(model::file_of_schedule, model::files_of_schedule));
  root.add("record", record_,
           "whether to write schedule.csv, the schedule that ran, to the run's directory; it can "
           "be run again",
           "none");
  root.add(
      "tasks", tasks_,
      "whether to write tasks.csv, the issue and end time of each task, to the run's directory",
      "none");
  if (computes_ == Computes::kByHardware)
    params_.declare_but(root, {"memory_rate"});
  else
    params_.declare(root);
}

void SchedulePart::declare_workload(const core::ParamScope& root) {
  root.add(
      "workload", workload_,
      "generated copies or collectives, as kind:key=value,... (docs/workloads.md); empty: none",
      "none");
}

bool SchedulePart::wanted(const std::string& workload) const {
  return !file_.empty() || model::is_copy_workload(workload);
}

void SchedulePart::take_file(const std::string& parameter, const std::string& file) {
  if (file.empty()) return;
  if (!file_.empty())
    core::fail_config("", parameter, file, "none together with schedule = " + file_,
                      "both name the schedule file: set only one of them");
  file_ = file;
}

std::vector<model::Schedule> SchedulePart::make(const std::string& workload,
                                                model::DeviceCount devices,
                                                std::uint64_t seed) const {
  return chosen(file_.empty() ? model::make_copy_graphs(workload, devices, seed)
                              : model::read_schedule_file(file_, devices, params_.compute_rate));
}

std::vector<model::Schedule> SchedulePart::make(const std::string& workload,
                                                const model::PcieTree& tree,
                                                std::uint64_t seed) const {
  return file_.empty() ? chosen(model::make_copy_graphs(workload, tree, seed))
                       : make(workload, tree.device_count(), seed);
}

void SchedulePart::refuse_slices(const std::vector<model::Schedule>& all) {
  for (const model::Schedule& schedule : all)
    for (const model::Task& task : schedule.tasks)
      if (task.kind == model::TaskKind::kSlice)
        core::fail_config("", "record", "true", "false",
                          "graph " + schedule.name +
                              " has slices of channels, which files of schedules cannot state");
}

void SchedulePart::build(CopyMoverIf& copies, std::vector<model::Schedule> schedules) {
  runner_ = std::make_unique<Runner>("host", params_, copies, std::move(schedules));
}

RunProgress SchedulePart::progress() const {
  return {runner_->bytes_delivered(), runner_->bytes_total()};
}

double SchedulePart::seconds() const {
  double last = 0;
  for (const ScheduleResult& result : runner_->results())
    last = std::max(last, core::to_time(result.began).to_seconds() + last_end_of(result));
  return last;
}

bool SchedulePart::judge(RunOutcome& outcome) const {
  for (const ScheduleResult& result : runner_->results()) {
    if (result.verdict.wrong == 0) continue;
    outcome.code = core::ExitCode::kCheckFailed;
    outcome.reason = result.verdict.first_wrong;
    return true;
  }
  return false;
}

std::vector<Result> SchedulePart::results() const {
  const RunsWhat what = what_runs(*runner_);
  std::vector<Result> results = what == RunsWhat::kCollectives
                                    ? collective_results(collective_rows(*runner_))
                                : what == RunsWhat::kPeers ? peer_results(*runner_)
                                                           : task_results(*runner_);
  results.push_back(kBytesDelivered.result(runner_->bytes_delivered()));
  return results;
}

std::string SchedulePart::table() const {
  switch (what_runs(*runner_)) {
    case RunsWhat::kCollectives:
      return collective_table(collective_rows(*runner_), kMostRows);
    case RunsWhat::kPeers:
      return peer_tables(*runner_);
    case RunsWhat::kGraphs:
    case RunsWhat::kSchedules:
      break;
  }
  return tasks_table(*runner_, kMostRows);
}

void SchedulePart::write_tasks(const core::RunDirectory& directory) const {
  if (!tasks_) return;
  std::ofstream file(directory.file(kTasksFile.name));
  write_tasks_csv(file, *runner_);
}

void SchedulePart::write_record(const core::RunDirectory& directory) const {
  if (!record_) return;
  std::ofstream file(directory.file(kRecordFile.name));
  std::vector<model::Schedule> schedules = runner_->schedules();
  for (model::Schedule& schedule : schedules)
    for (model::Task& task : schedule.tasks)  // file names of a record start here
      task.workload = model::workload_from(task.workload, std::filesystem::current_path());
  model::write_schedules(file, schedules);
}

std::vector<CopySpan> SchedulePart::copies() const {
  std::vector<CopySpan> all;
  if (!built()) return all;
  const std::vector<ScheduleResult>& results = runner_->results();
  each_copy(runner_->schedules(), [&](const std::string& name, std::size_t i, std::size_t task) {
    if (i >= results.size()) return;
    const model::Flow& flow = results[i].flows[task];
    all.push_back({name, flow.bytes, flow.submitted, flow.finished});
  });
  return all;
}

}  // namespace gf::platforms::schedule
