// SPDX-License-Identifier: Apache-2.0
// The same work on 1 to 8 GPUs.
#include <fmt/format.h>
#include <map>

#include "papers/micro17_nvlink/node_runs.h"
#include "papers/micro17_nvlink/nvlink_experiments.h"

namespace gf::papers::micro17 {
namespace {

constexpr unsigned kGpus[] = {1, 2, 4, 8};

Series curve(const std::string& name, const std::vector<double>& speedups) {
  Series series{name, Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
  for (std::size_t i = 0; i < speedups.size(); ++i) {
    series.x.push_back(kGpus[i]);
    series.y.push_back(speedups[i]);
  }
  return series;
}

}  // namespace

void scaling(Judge& judge) {
  const Node node(judge);
  const Words workloads = quick_suite();
  std::map<std::string, std::vector<runs::Run>> runs;  // by workload, in the order of kGpus
  for (const std::string& workload : workloads)
    for (const unsigned gpus : kGpus)
      runs[workload].push_back(node.run(workload, {"policy=paper", fmt::format("gpus={}", gpus)}));
  Chart chart;
  chart.x = {"GPUs", "", Scale::kLinear, 0.0, {}, {}};
  chart.y = {"speed-up over one GPU", "x", Scale::kLinear, 0.0, {}, {}};
  std::vector<std::vector<double>> by_gpus(std::size(kGpus));
  for (const std::string& workload : workloads) {
    std::vector<double> speedups;
    for (std::size_t i = 0; i < std::size(kGpus); ++i) {
      speedups.push_back(runs[workload][0].value("cycles") / runs[workload][i].value("cycles"));
      by_gpus[i].push_back(speedups.back());
    }
    chart.series.push_back(curve(workload, speedups));
  }
  std::vector<double> means;
  for (const std::vector<double>& speedups : by_gpus) means.push_back(mean(speedups));
  chart.series.push_back(curve("mean", means));
  std::vector<FigureRow> rows;
  for (std::size_t i = 1; i < std::size(kGpus); ++i) {
    const std::string id = fmt::format("nvlink.scaling.mean.{}", kGpus[i]);
    judge.set(id, means[i]);
    rows.push_back({id, Guide::Along::kY, kGpus[i]});
  }
  judge.draw({"scaling", "Speed-up by GPUs", "Policy `paper`; the same work on all of them.", chart,
              rows});
}

}  // namespace gf::papers::micro17
