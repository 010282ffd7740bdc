// SPDX-License-Identifier: Apache-2.0
// The same work on 1 to 8 GPUs, and on one GPU as large as all of them.
#include <algorithm>
#include <fmt/format.h>

#include "papers/micro17_nvlink/node_runs.h"
#include "papers/micro17_nvlink/nvlink_experiments.h"

namespace gf::papers::micro17 {
namespace {

constexpr unsigned kGpuCounts[] = {1, 2, 4, 8};

/// One GPU with the SMs and the memory of `n`: what NUMA-aware GPUs would reach at best. Of 8 it
/// has the DRAM bandwidth, but 64 slices of L2 and channels, the most of a GPU here, not 128.
Words as_large_as(unsigned n) {
  if (n == 1) return {"policy=paper", "gpus=1"};
  const unsigned slices = std::min(16 * n, 64u);
  // As many bytes a second as n GPUs of 16 channels of 48 GB/s have, by however many channels.
  return {"policy=paper",
          "gpus=1",
          fmt::format("gpu.sms={}", 16 * n),
          fmt::format("gpu.memory.slices={}", slices),
          fmt::format("gpu.memory.channels={}", slices),
          fmt::format("gpu.memory.channel_rate={} GB/s", 48 * 16 * n / slices),
          fmt::format("gpu.memory.l2={} MiB", 4 * n),
          fmt::format("gpu.memory.tlb_entries={}", 4096 * n),
          fmt::format("gpu.memory.walks={}", 16 * n)};
}

Series curve(const std::string& name, const std::vector<double>& speedups) {
  Series series{name, Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
  for (std::size_t i = 0; i < speedups.size(); ++i) {
    series.x.push_back(kGpuCounts[i]);
    series.y.push_back(speedups[i]);
  }
  return series;
}

/// Runs of one workload by kGpuCounts; the first is one GPU of the usual size.
struct Scaling {
  std::string workload;
  std::vector<runs::Run> runs;

  [[nodiscard]] std::vector<double> speedups() const {
    std::vector<double> all;
    for (const runs::Run& run : runs) all.push_back(runs[0].value("cycles") / run.value("cycles"));
    return all;
  }
};

template <class Settings>
std::vector<Scaling> ask(const NodeRuns& node, Settings settings_of) {
  std::vector<Scaling> all;
  for (const std::string& workload : quick_suite()) {
    all.push_back({workload, {}});
    for (const unsigned n : kGpuCounts) all.back().runs.push_back(node.run(workload, settings_of(n)));
  }
  return all;
}

/// Over the workloads, by kGpuCounts.
std::vector<double> means(const std::vector<Scaling>& all) {
  std::vector<std::vector<double>> by_gpus(std::size(kGpuCounts));
  for (const Scaling& one : all) {
    const std::vector<double> speedups = one.speedups();
    for (std::size_t i = 0; i < speedups.size(); ++i) by_gpus[i].push_back(speedups[i]);
  }
  std::vector<double> result;
  for (const std::vector<double>& speedups : by_gpus) result.push_back(mean(speedups));
  return result;
}

}  // namespace

void scaling(Judge& judge) {
  const NodeRuns node(judge);
  const std::vector<Scaling> joined = ask(node, [](unsigned n) {
    return Words{"policy=paper", fmt::format("gpus={}", n)};
  });
  const std::vector<Scaling> large = ask(node, as_large_as);
  const std::vector<double> reached = means(joined);
  const std::vector<double> bound = means(large);
  Chart chart;
  chart.x = {"GPUs", "", Scale::kLinear, 0.0, {}, {}};
  chart.y = {"speed-up over one GPU", "x", Scale::kLinear, 0.0, {}, {}};
  for (const Scaling& one : joined) chart.series.push_back(curve(one.workload, one.speedups()));
  chart.series.push_back(curve("mean", reached));
  chart.series.push_back(curve("mean, one GPU as large", bound));
  std::vector<FigureRow> rows;
  for (std::size_t i = 1; i < std::size(kGpuCounts); ++i) {
    const std::string id = fmt::format("nvlink.scaling.mean.{}", kGpuCounts[i]);
    judge.set(id, reached[i]);
    judge.set(fmt::format("nvlink.scaling.theory.{}", kGpuCounts[i]), 100 * reached[i] / bound[i]);
    rows.push_back({id, Guide::Along::kY, kGpuCounts[i]});
  }
  judge.draw({"scaling", "Speed-up by number of GPUs",
              "Policy `paper`; the work is the same for each number of GPUs. One GPU with the SMs "
              "and the memory of all is the scaling that [NUMA17] calls theoretical.",
              chart, rows});
}

}  // namespace gf::papers::micro17
