// SPDX-License-Identifier: Apache-2.0
#include "questions/cluster_runs.h"

#include <cmath>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace gf::papers::cluster {

runs::Run ask(Judge& judge, const Words& settings) {
  // The results suffice; thousands of tasks per run would be most of a report's size.
  return judge.ask({"cluster", with(settings, {"tasks=false"})},
                   fmt::format("cluster, {}", fmt::join(settings, ", ")));
}

runs::Run ask_schedule(Judge& judge, const Words& settings, const std::string& schedule,
                       const std::string& label) {
  runs::Request request;
  request.platform = "cluster";
  request.settings = settings;
  request.inputs["schedule"] = schedule;
  return judge.ask(std::move(request), label);
}

Words with(Words settings, const Words& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

double time_of(const core::CsvTable& tasks, const std::string& graph, const std::string& id) {
  for (std::size_t row = 0; row < tasks.rows(); ++row)
    if (tasks.text(row, "graph") == graph && tasks.text(row, "id") == id)
      return (tasks.number(row, "end_ns") - tasks.number(row, "issued_ns")) * 1e-9;
  throw std::logic_error(fmt::format("no task {} of graph {}", id, graph));
}

std::optional<double> crossing_of(const std::vector<double>& sizes, const std::vector<double>& a,
                                  const std::vector<double>& b) {
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    const double before = a[i - 1] - b[i - 1];
    const double after = a[i] - b[i];
    if (before == after || before * after > 0) continue;
    const double part = before / (before - after);
    return sizes[i - 1] * std::pow(sizes[i] / sizes[i - 1], part);
  }
  return std::nullopt;
}

}  // namespace gf::papers::cluster
