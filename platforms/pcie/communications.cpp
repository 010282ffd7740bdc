// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/communications.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <sstream>

#include "core/base/printable.h"
#include "core/text/text_table.h"
#include "platforms/pcie/tree_copies.h"
#include "platforms/schedule/task_rows.h"

namespace gf::platforms::pcie {
namespace {

using core::StallCause;

constexpr Note kCommunications{"communications", "count", "copies of all congestion graphs"};
constexpr Note kEnded{"communications_ended", "count", "copies that ended"};
constexpr Note kWithin{"within_15_percent", "ratio",
                       "share of the copies whose time is within 15 % of the analytic model's"};
constexpr Note kErrorMeanAbs{"error_mean_abs", "ratio",
                             "mean of the absolute errors against the analytic model's times"};
constexpr Note kErrorMin{"error_min", "ratio",
                         "least error against the analytic model; below 0: faster than the model"};
constexpr Note kErrorMax{"error_max", "ratio", "largest error against the analytic model"};
constexpr Note kEnd{"comm_*.end", "s", "time from the start of the graph to the end of a copy",
                    "runs of one"};
constexpr Note kAnalyticEnd{"comm_*.analytic_end", "s", "the same time by the analytic model",
                            "runs of one"};
constexpr Note kShare{"comm_*.share", "ratio",
                      "share of the reference bandwidth that a copy had until the first copy ended",
                      "runs of one"};

double seconds(core::Ticks ticks) { return core::to_time(ticks).to_seconds(); }

CommunicationRow row_of(const schedule::ScheduleResult& result, std::size_t i, double analytic_end,
                        double bandwidth) {
  const model::Task& asked = result.schedule->tasks[i];
  CommunicationRow row;
  row.graph = result.schedule->name;
  row.flow = &result.flows[i];
  row.start_s = asked.start.to_seconds();
  if (row.flow->finished != core::kNever) row.end_s = seconds(row.flow->finished - result.began);
  row.analytic_end_s = analytic_end;
  if (result.first_end != core::kNever) {
    row.share = static_cast<double>(result.delivered_at_first_end[i]) / seconds(result.first_end) /
                bandwidth;
  }
  return row;
}

std::vector<double> errors_of(const std::vector<CommunicationRow>& rows) {
  std::vector<double> errors;
  for (const CommunicationRow& row : rows) {
    if (row.ended() && row.is_modelled()) errors.push_back(row.error());
  }
  std::sort(errors.begin(), errors.end());
  return errors;
}

void append_errors(const std::vector<double>& errors, std::vector<Result>& results) {
  if (errors.empty()) return;
  const auto within = std::count_if(errors.begin(), errors.end(),
                                    [](double error) { return std::abs(error) <= 0.15; });
  const double count = static_cast<double>(errors.size());
  double sum = 0;
  for (double error : errors) sum += std::abs(error);
  results.push_back(kWithin.result(static_cast<double>(within) / count));
  results.push_back(kErrorMeanAbs.result(sum / count));
  results.push_back(kErrorMin.result(errors.front()));
  results.push_back(kErrorMax.result(errors.back()));
}

}  // namespace

std::vector<CommunicationRow> communication_rows(
    const schedule::Runner& runner, const std::vector<std::vector<double>>& analytic_ends,
    const std::function<double(unsigned from, unsigned to)>& latency, double bandwidth) {
  std::vector<CommunicationRow> rows;
  for (std::size_t g = 0; g < runner.results().size(); ++g) {
    const schedule::ScheduleResult& result = runner.results()[g];
    for (std::size_t i = 0; i < result.flows.size(); ++i) {
      CommunicationRow& row = rows.emplace_back(row_of(result, i, analytic_ends[g][i], bandwidth));
      row.latency_s = latency(row.flow->source, row.flow->destination);
    }
  }
  return rows;
}

void write_communications_csv(std::ostream& out, const std::vector<CommunicationRow>& rows) {
  out << "graph,src,dst,bytes,start_ns,end_ns,analytic_end_ns";
  for (StallCause cause : tree_stall_causes()) out << ",stall_" << core::to_text(cause) << "_ns";
  out << '\n';
  for (const CommunicationRow& row : rows) {
    out << fmt::format("{},{},{},{},{:.3f},", row.graph, row.flow->source, row.flow->destination,
                       row.flow->bytes, row.start_s * 1e9);
    if (row.ended()) out << fmt::format("{:.3f}", row.end_s * 1e9);
    out << fmt::format(",{:.3f}", row.analytic_end_s * 1e9);
    for (StallCause cause : tree_stall_causes()) {
      out << fmt::format(",{:.3f}", row.flow->stalls.of(cause).to_seconds() * 1e9);
    }
    out << '\n';
  }
}

std::string communications_table(const std::vector<CommunicationRow>& rows, std::size_t most) {
  core::TextTable table({"graph", ">src", ">dst", ">bytes", ">start us", ">end us", ">GB/s",
                         ">analytic us", ">error %"});
  for (std::size_t i = 0; i < std::min(most, rows.size()); ++i) {
    const CommunicationRow& row = rows[i];
    std::vector<std::string> cells = {
        core::excerpt(row.graph, schedule::kLongestName), std::to_string(row.flow->source),
        std::to_string(row.flow->destination), std::to_string(row.flow->bytes),
        fmt::format("{:.3f}", row.start_s * 1e6)};
    if (row.ended()) {
      const double span = row.end_s - row.start_s;
      cells.push_back(fmt::format("{:.3f}", row.end_s * 1e6));
      cells.push_back(fmt::format("{:.3f}", static_cast<double>(row.flow->bytes) / span / 1e9));
      cells.push_back(fmt::format("{:.3f}", row.analytic_end_s * 1e6));
      cells.push_back(row.is_modelled() ? fmt::format("{:+.1f}", row.error() * 100) : "");
    } else {
      cells.insert(cells.end(), {"not ended", "", fmt::format("{:.3f}", row.analytic_end_s * 1e6)});
    }
    table.add_row(cells);
  }
  std::ostringstream text;
  table.print(text, core::output_columns());
  if (rows.size() > most) {
    text << fmt::format("... {} more; all are in communications.csv (--outdir)\n",
                        rows.size() - most);
  }
  return text.str();
}

Outputs communication_outputs() {
  return {{kCommunications, kEnded, kWithin, kErrorMeanAbs, kErrorMin, kErrorMax, kEnd,
           kAnalyticEnd, kShare}};
}

std::vector<Result> communication_results(const std::vector<CommunicationRow>& rows,
                                          std::size_t graphs) {
  std::vector<Result> results;
  double last_end = 0;
  double ended = 0;
  for (const CommunicationRow& row : rows) {
    last_end = std::max(last_end, row.end_s);
    ended += row.ended() ? 1 : 0;
  }
  results.push_back(schedule::kGraphs.result(graphs));
  results.push_back(kCommunications.result(rows.size()));
  results.push_back(kEnded.result(ended));
  results.push_back(schedule::kEndMax.result(last_end));
  append_errors(errors_of(rows), results);
  // Names of results are unique in a run, and each graph would have a comm_0.
  if (graphs != 1) return results;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string number = std::to_string(i);
    results.push_back(kEnd.result(rows[i].end_s, number));
    results.push_back(kAnalyticEnd.result(rows[i].analytic_end_s, number));
    results.push_back(kShare.result(rows[i].share, number));
  }
  return results;
}

}  // namespace gf::platforms::pcie
