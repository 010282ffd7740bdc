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

double CopyRun::seconds(const std::string& graph, unsigned copies) const {
  const core::CsvTable tasks = run_.csv("tasks.csv");
  double last = 0;
  for (unsigned copy = 0; copy < copies; ++copy)
    last = std::max(last, cluster::time_of(tasks, graph, std::to_string(copy)));
  return last;
}

runs::Request on_preset(const std::string& name) { return {"cluster", {"machine=" + name}}; }

runs::Request on_machine(const std::string& text) {
  runs::Request request{"cluster", {}};
  request.inputs["machine"] = text;
  return request;
}

}  // namespace gf::papers::blind
