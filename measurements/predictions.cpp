// SPDX-License-Identifier: Apache-2.0
#include "measurements/predictions.h"

#include <algorithm>
#include <utility>

#include "questions/cluster_runs.h"

namespace gf::papers::blind {

CopyRun::CopyRun(Judge& judge, runs::Request request, const std::string& graphs,
                 const std::string& label)
    : run_([&] {
        request.inputs["schedule"] = "graph,src,dst,bytes\n" + graphs;
        return judge.ask(std::move(request), label);
      }()) {}

std::vector<double> CopyRun::each(const std::string& graph, unsigned copies) const {
  const core::CsvTable tasks = run_.csv("tasks.csv");
  std::vector<double> times;
  for (unsigned copy = 0; copy < copies; ++copy)
    times.push_back(cluster::time_of(tasks, graph, std::to_string(copy)));
  return times;
}

double CopyRun::seconds(const std::string& graph, unsigned copies) const {
  const std::vector<double> times = each(graph, copies);
  return *std::max_element(times.begin(), times.end());
}

runs::Request on_preset(const std::string& name) { return {"cluster", {"machine=" + name}}; }

runs::Request on_machine(const std::string& text) {
  runs::Request request{"cluster", {}};
  request.inputs["machine"] = text;
  return request;
}

}  // namespace gf::papers::blind
