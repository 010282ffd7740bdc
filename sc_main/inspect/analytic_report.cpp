// SPDX-License-Identifier: Apache-2.0
#include "sc_main/inspect/analytic_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <ostream>

#include "core/text/terminal.h"
#include "core/text/text_table.h"

namespace gf::app {
namespace {

constexpr double kMib = 1 << 20;

std::string arrow(const model::Task& c) { return fmt::format("{}->{}", c.src, c.dst); }
std::string ms(double seconds) { return fmt::format("{:.4f}", seconds * 1e3); }
std::string factor_text(double factor) { return fmt::format("{:.4g}", factor); }

double mean_factor(const model::PcieCongestion& model, const model::Task& c,
                   const model::PredictedTime& time) {
  return model::reference_seconds(model, c.bytes) / (time.end - time.begin);
}

std::string order_text(const model::workload::Neighbours& order) {
  std::string text;
  for (std::size_t gpu = 0; gpu < order.size(); ++gpu)
    text += fmt::format("{}{}:{}", gpu == 0 ? "" : " ", gpu, fmt::join(order[gpu], ","));
  return text;
}

/// Prints each GPU's first, second, ... communication, as drawn in Figs. 8 and 11.
void print_steps(std::ostream& out, const model::workload::Neighbours& order) {
  std::size_t steps = 0;
  for (const auto& of_gpu : order) steps = std::max(steps, of_gpu.size());
  for (std::size_t step = 0; step < steps; ++step) {
    out << "  step " << step + 1 << ":";
    for (std::size_t gpu = 0; gpu < order.size(); ++gpu)
      if (step < order[gpu].size()) out << ' ' << gpu << "->" << order[gpu][step];
    out << '\n';
  }
}

}  // namespace

void print_times(std::ostream& out, const model::PcieCongestion& model,
                 const std::vector<GraphTimes>& all) {
  core::TextTable table({"graph", ">src", ">dst", ">bytes", ">start ms", ">begin ms", ">end ms",
                         ">factor", ">x T_ref"});
  for (const GraphTimes& entry : all)
    for (std::size_t i = 0; i < entry.times.size(); ++i) {
      const model::Task& c = entry.graph.tasks[i];
      const model::PredictedTime& time = entry.times[i];
      const double factor = mean_factor(model, c, time);
      table.add_row({entry.graph.name, std::to_string(c.src), std::to_string(c.dst),
                     std::to_string(c.bytes.count()), ms(time.issued), ms(time.begin), ms(time.end),
                     fmt::format("{:.4f}", factor), fmt::format("{:.4f}", 1 / factor)});
    }
  table.print(out, core::output_columns());
}

void print_trace(std::ostream& out, const GraphTimes& traced) {
  for (std::size_t i = 0; i < traced.steps.size(); ++i) {
    const model::CongestionStep& step = traced.steps[i];
    out << fmt::format("\n{}, congestion graph step {}: {} to {} ms\n", traced.graph.name, i + 1,
                       ms(step.begin), ms(step.end));
    core::TextTable table({"comm.", ">step A", ">step B", ">step C", ">step D (8)", ">step D (9)",
                           ">sent MiB", ">left MiB"});
    for (const model::StepRow& row : step.rows) {
      const model::CongestionFactors& f = row.factors;
      table.add_row({arrow(traced.graph.tasks[row.communication]), factor_text(f.source),
                     factor_text(f.upstream), factor_text(f.downstream), factor_text(f.blocked),
                     factor_text(f.final), fmt::format("{:.2f}", row.sent_bytes / kMib),
                     fmt::format("{:.2f}", row.left_bytes / kMib)});
    }
    table.print(out, core::output_columns());
  }
}

void print_halo(std::ostream& out, const model::HaloSweep& sweep, std::size_t top,
                std::size_t curve) {
  out << fmt::format(
      "{} orders; times in T_ref, the time of a message sent alone\n"
      "\n",
      sweep.count());
  core::TextTable statistics({"order", ">time", ">/ fastest", ">slowest /"});
  for (const auto& [name, percent] : {std::pair("fastest", 0.0),
                                      {"1st percentile", 1.0},
                                      {"25th percentile", 25.0},
                                      {"median", 50.0},
                                      {"75th percentile", 75.0},
                                      {"99th percentile", 99.0},
                                      {"slowest", 100.0}}) {
    const double time = sweep.percentile(percent);
    statistics.add_row({name, fmt::format("{:.4f}", time),
                        fmt::format("{:.3f}", time / sweep.fastest()),
                        fmt::format("{:.3f}", sweep.slowest() / time)});
  }
  statistics.print(out, core::output_columns());
  core::TextTable fastest({">rank", ">time", ">number", "order (GPU:destinations)"});
  for (std::uint64_t rank = 0; rank < std::min<std::uint64_t>(top, sweep.count()); ++rank) {
    const std::uint64_t number = sweep.ranked(rank);
    fastest.add_row({std::to_string(rank + 1), fmt::format("{:.4f}", sweep.time(number)),
                     std::to_string(number), order_text(sweep.order(number))});
  }
  if (top != 0) {
    out << '\n';
    fastest.print(out, core::output_columns());
    out << "\nfastest order, step by step\n";
    print_steps(out, sweep.order(sweep.ranked(0)));
  }
  if (curve != 0)
    out << fmt::format("\nsorted times, {} of {}: {:.4f}\n", curve, sweep.count(),
                       fmt::join(sweep.curve(curve), " "));
}

nlohmann::ordered_json times_json(const model::PcieCongestion& model,
                                  const std::vector<GraphTimes>& all) {
  nlohmann::ordered_json graphs = nlohmann::ordered_json::array();
  for (const GraphTimes& entry : all) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < entry.times.size(); ++i) {
      const model::Task& c = entry.graph.tasks[i];
      const model::PredictedTime& time = entry.times[i];
      rows.push_back({{"src", c.src},
                      {"dst", c.dst},
                      {"bytes", c.bytes.count()},
                      {"start", time.issued},
                      {"begin", time.begin},
                      {"end", time.end},
                      {"factor", mean_factor(model, c, time)}});
    }
    graphs.push_back({{"graph", entry.graph.name}, {"communications", rows}});
  }
  return graphs;
}

nlohmann::ordered_json trace_json(const GraphTimes& traced) {
  nlohmann::ordered_json steps = nlohmann::ordered_json::array();
  for (const model::CongestionStep& step : traced.steps) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const model::StepRow& row : step.rows) {
      const model::Task& c = traced.graph.tasks[row.communication];
      const model::CongestionFactors& f = row.factors;
      rows.push_back({{"src", c.src},
                      {"dst", c.dst},
                      {"step_a", f.source},
                      {"step_b", f.upstream},
                      {"step_c", f.downstream},
                      {"step_d8", f.blocked},
                      {"step_d9", f.final},
                      {"sent_bytes", row.sent_bytes},
                      {"left_bytes", row.left_bytes}});
    }
    steps.push_back({{"begin", step.begin}, {"end", step.end}, {"communications", rows}});
  }
  return {{"graph", traced.graph.name}, {"steps", steps}};
}

nlohmann::ordered_json halo_json(const model::HaloSweep& sweep, std::size_t top,
                                 std::size_t curve) {
  nlohmann::ordered_json fastest = nlohmann::ordered_json::array();
  for (std::uint64_t rank = 0; rank < std::min<std::uint64_t>(top, sweep.count()); ++rank) {
    const std::uint64_t number = sweep.ranked(rank);
    fastest.push_back(
        {{"number", number}, {"time", sweep.time(number)}, {"order", sweep.order(number)}});
  }
  return {{"orders", sweep.count()},
          {"fastest", sweep.fastest()},
          {"median", sweep.median()},
          {"slowest", sweep.slowest()},
          {"slowest_over_fastest", sweep.slowest() / sweep.fastest()},
          {"slowest_over_median", sweep.slowest() / sweep.median()},
          {"top", fastest},
          {"curve", sweep.curve(curve)}};
}

}  // namespace gf::app
