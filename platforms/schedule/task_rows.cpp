// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/task_rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "core/base/printable.h"
#include "core/text/text_table.h"
#include "workloads/schedule/schedule_csv.h"

namespace gf::platforms::schedule {
namespace {

constexpr Note kTasks{"tasks", "count", "tasks of all schedules", "schedules"};
constexpr Note kTasksEnded{"tasks_ended", "count", "tasks that ended", "schedules"};

bool is_copy(const model::Task& task) { return task.kind == model::TaskKind::kCopy; }

/// Time from the start of the graph; "" for events that have not happened.
std::string time_text(core::Ticks at, const ScheduleResult& result, double unit) {
  if (at == core::kNever) return "";
  return fmt::format("{:.3f}", core::to_time(at - result.began).to_seconds() * unit);
}

std::vector<std::string> cells(const ScheduleResult& result, std::size_t i) {
  const model::Task& task = result.schedule->tasks[i];
  const model::Flow& flow = result.flows[i];
  std::string rate;
  if (is_copy(task) && flow.finished != core::kNever) {
    const double span = core::to_time(flow.finished - flow.submitted).to_seconds();
    rate = fmt::format("{:.3f}", static_cast<double>(flow.bytes) / span / 1e9);
  }
  const std::string end = time_text(flow.finished, result, 1e6);
  return {core::excerpt(result.schedule->name, kLongestName),
          core::excerpt(result.schedule->id_of(i), kLongestName),
          std::string(to_text(task.kind)),
          model::device_name(task.src),
          is_copy(task) ? model::device_name(task.dst) : "",
          std::to_string(flow.bytes),
          time_text(flow.submitted, result, 1e6),
          end.empty() ? "not ended" : end,
          rate};
}

}  // namespace

RunsWhat what_runs(const Runner& runner) {
  const std::vector<model::Schedule>& all = runner.schedules();
  const auto are = [&](auto what) { return std::all_of(all.begin(), all.end(), what); };
  if (are([](const model::Schedule& each) { return each.collective != nullptr; }))
    return RunsWhat::kCollectives;
  if (are([](const model::Schedule& each) { return each.peers != model::PeerTest::kNone; }))
    return RunsWhat::kPeers;
  const bool graphs = are(
      [](const model::Schedule& each) { return each.is_graph() && each.collective == nullptr; });
  return graphs ? RunsWhat::kGraphs : RunsWhat::kSchedules;
}

std::vector<CollectiveRow> collective_rows(const Runner& runner) {
  std::vector<CollectiveRow> rows;
  for (const ScheduleResult& result : runner.results())
    rows.push_back({result.schedule->collective.get(), result.complete ? last_end_of(result) : 0,
                    result.verdict});
  return rows;
}

double last_end_of(const ScheduleResult& result) {
  core::Ticks last = result.began;
  for (const model::Flow& flow : result.flows)
    if (flow.finished != core::kNever) last = std::max(last, flow.finished);
  return core::to_time(last - result.began).to_seconds();
}

void write_tasks_csv(std::ostream& out, const Runner& runner) {
  model::ScheduleColumns columns = model::columns_of(runner.schedules());
  columns.tasks = true;
  out << model::schedule_columns(columns) << ",issued_ns,end_ns";
  for (const core::StallCause cause : runner.copies().stall_causes())
    out << ",stall_" << core::to_text(cause) << "_ns";
  out << '\n';
  for (const ScheduleResult& result : runner.results())
    for (std::size_t i = 0; i < result.flows.size(); ++i) {
      const model::Flow& flow = result.flows[i];
      out << model::task_line(*result.schedule, i, columns) << ','
          << time_text(flow.submitted, result, 1e9) << ',' << time_text(flow.finished, result, 1e9);
      for (const core::StallCause cause : runner.copies().stall_causes())
        out << fmt::format(",{:.3f}", flow.stalls.of(cause).to_seconds() * 1e9);
      out << '\n';
    }
}

ShareRow share_row(const ScheduleResult& result) {
  ShareRow row{result.schedule, result.began, {}, {}};
  for (const model::Flow& flow : result.flows)
    row.times.push_back({flow.submitted - result.began, flow.first_sent - result.began,
                         flow.finished - result.began});
  row.shares = model::shares_of(*row.schedule, row.times);
  return row;
}

std::vector<ShareRow> share_rows(const Runner& runner) {
  std::vector<ShareRow> rows;
  for (const ScheduleResult& result : runner.results())
    if (result.complete && result.schedule->classes != nullptr) rows.push_back(share_row(result));
  return rows;
}

std::string tasks_table(const Runner& runner, std::size_t most) {
  const std::vector<ShareRow> shares = share_rows(runner);
  if (!shares.empty() && shares.size() == runner.schedules().size())
    return share_table(shares, most);
  core::TextTable table(
      {"graph", "id", "task", ">src", ">dst", ">bytes", ">issued us", ">end us", ">GB/s"});
  std::size_t shown = 0, all = 0;
  for (const ScheduleResult& result : runner.results()) {
    all += result.flows.size();
    for (std::size_t i = 0; i < result.flows.size() && shown < most; ++i, ++shown)
      table.add_row(cells(result, i));
  }
  std::ostringstream text;
  table.print(text, core::output_columns());
  if (all > shown)
    text << fmt::format("... {} more; all are in tasks.csv (--outdir)\n", all - shown);
  return text.str();
}

Outputs task_outputs() {
  return Outputs{{kGraphs, kTasks, kTasksEnded, kEndMax}} + share_outputs();
}

std::vector<Result> task_results(const Runner& runner) {
  double tasks = 0, ended = 0, last = 0;
  for (const ScheduleResult& result : runner.results()) {
    tasks += static_cast<double>(result.flows.size());
    ended += static_cast<double>(
        std::count_if(result.flows.begin(), result.flows.end(),
                      [](const model::Flow& flow) { return flow.finished != core::kNever; }));
    last = std::max(last, last_end_of(result));
  }
  std::vector<Result> results{kGraphs.result(runner.results().size()), kTasks.result(tasks),
                              kTasksEnded.result(ended), kEndMax.result(last)};
  const std::vector<ShareRow> rows = share_rows(runner);
  if (!rows.empty())
    for (const Result& each : share_results(rows)) results.push_back(each);
  return results;
}

}  // namespace gf::platforms::schedule
