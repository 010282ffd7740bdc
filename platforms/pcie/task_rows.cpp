// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/task_rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "core/printable.h"
#include "core/text_table.h"
#include "platforms/pcie/communications.h"
#include "tlm_models/work/schedule/schedule_csv.h"

namespace gf::platforms::pcie {
namespace {

bool is_copy(const model::Task& task) { return task.kind == model::TaskKind::kCopy; }

/// From the start of the graph; nothing for what has not happened.
std::string time_text(core::Ticks at, const GraphResult& result, double unit) {
  if (at == core::kNever) return "";
  return fmt::format("{:.3f}", core::to_time(at - result.began).to_seconds() * unit);
}

std::vector<std::string> cells(const GraphResult& result, std::size_t i) {
  const model::Task& task = result.graph->tasks[i];
  const hw::pcie::Flow& flow = result.flows[i];
  std::string rate;
  if (is_copy(task) && flow.finished != core::kNever) {
    const double span = core::to_time(flow.finished - flow.submitted).to_seconds();
    rate = fmt::format("{:.3f}", static_cast<double>(flow.bytes) / span / 1e9);
  }
  const std::string end = time_text(flow.finished, result, 1e6);
  return {core::excerpt(result.graph->name, kLongestName),
          core::excerpt(result.graph->id_of(i), kLongestName),
          std::string(to_text(task.kind)),
          std::to_string(task.src),
          is_copy(task) ? std::to_string(task.dst) : "",
          std::to_string(flow.bytes),
          time_text(flow.submitted, result, 1e6),
          end.empty() ? "not ended" : end,
          rate};
}

}  // namespace

RunsWhat what_runs(const GraphRunner& runner) {
  const std::vector<model::Schedule>& all = runner.graphs();
  const auto are = [&](auto what) { return std::all_of(all.begin(), all.end(), what); };
  if (are([](const model::Schedule& each) { return each.collective != nullptr; }))
    return RunsWhat::kCollectives;
  const bool graphs = are(
      [](const model::Schedule& each) { return each.is_graph() && each.collective == nullptr; });
  return graphs ? RunsWhat::kGraphs : RunsWhat::kSchedules;
}

std::vector<CollectiveRow> collective_rows(const GraphRunner& runner) {
  std::vector<CollectiveRow> rows;
  for (const GraphResult& result : runner.results())
    rows.push_back({result.graph->collective.get(), result.complete ? last_end_of(result) : 0,
                    result.verdict});
  return rows;
}

double last_end_of(const GraphResult& result) {
  core::Ticks last = result.began;
  for (const hw::pcie::Flow& flow : result.flows)
    if (flow.finished != core::kNever) last = std::max(last, flow.finished);
  return core::to_time(last - result.began).to_seconds();
}

void write_tasks_csv(std::ostream& out, const GraphRunner& runner) {
  out << model::schedule_columns(false) << ",issued_ns,end_ns";
  for (const core::StallCause cause : flow_stall_causes())
    out << ",stall_" << core::to_text(cause) << "_ns";
  out << '\n';
  for (const GraphResult& result : runner.results())
    for (std::size_t i = 0; i < result.flows.size(); ++i) {
      const hw::pcie::Flow& flow = result.flows[i];
      out << model::task_line(*result.graph, i, false) << ','
          << time_text(flow.submitted, result, 1e9) << ',' << time_text(flow.finished, result, 1e9);
      for (const core::StallCause cause : flow_stall_causes())
        out << fmt::format(",{:.3f}", flow.stalls.of(cause).to_seconds() * 1e9);
      out << '\n';
    }
}

std::vector<ShareRow> share_rows(const GraphRunner& runner) {
  std::vector<ShareRow> rows;
  for (const GraphResult& result : runner.results()) {
    if (!result.complete || result.graph->classes == nullptr) continue;
    ShareRow row{result.graph, result.began, {}, {}};
    for (const hw::pcie::Flow& flow : result.flows)
      row.times.push_back({flow.submitted - result.began, flow.first_sent - result.began,
                           flow.finished - result.began});
    row.shares = model::shares_of(*row.schedule, row.times);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string tasks_table(const GraphRunner& runner, std::size_t most) {
  if (const std::vector<ShareRow> rows = share_rows(runner); rows.size() == runner.graphs().size())
    return share_table(rows, most);
  core::TextTable table(
      {"graph", "id", "task", ">src", ">dst", ">bytes", ">issued us", ">end us", ">GB/s"});
  std::size_t shown = 0, all = 0;
  for (const GraphResult& result : runner.results()) {
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

std::vector<Result> task_results(const GraphRunner& runner) {
  double tasks = 0, ended = 0, last = 0;
  for (const GraphResult& result : runner.results()) {
    tasks += static_cast<double>(result.flows.size());
    ended += static_cast<double>(
        std::count_if(result.flows.begin(), result.flows.end(),
                      [](const hw::pcie::Flow& flow) { return flow.finished != core::kNever; }));
    last = std::max(last, last_end_of(result));
  }
  std::vector<Result> results{{"graphs", static_cast<double>(runner.results().size()), "count"},
                              {"tasks", tasks, "count"},
                              {"tasks_ended", ended, "count"},
                              {"end_max", last, "s"}};
  const std::vector<ShareRow> rows = share_rows(runner);
  if (!rows.empty())
    for (const Result& each : share_results(rows)) results.push_back(each);
  return results;
}

}  // namespace gf::platforms::pcie
