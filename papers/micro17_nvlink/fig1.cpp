// SPDX-License-Identifier: Apache-2.0
// Fig. 1: incoming and outgoing utilization of each GPU's link while HPGMG-UVM runs.
#include <algorithm>
#include <fmt/format.h>

#include "papers/micro17_nvlink/node_runs.h"
#include "papers/micro17_nvlink/nvlink_experiments.h"
#include "papers/series_reader.h"

namespace gf::papers::micro17 {
namespace {

constexpr unsigned kGpus = 4;
constexpr double kCycle = 1e-9;  // s

struct Span {
  double from = 0;
  double to = 0;
};

/// Returns the three longest kernels after set-up, from a run's kernels.csv, in seconds.
std::vector<Span> large_kernels(const core::CsvTable& table) {
  std::vector<Span> kernels;
  for (std::size_t row = 0; row < table.rows(); ++row)
    if (table.text(row, "kernel").rfind("set_up", 0) != 0)
      kernels.push_back(
          {table.number(row, "started") * kCycle, table.number(row, "ended") * kCycle});
  std::sort(kernels.begin(), kernels.end(),
            [](const Span& a, const Span& b) { return a.to - a.from > b.to - b.from; });
  kernels.resize(std::min<std::size_t>(kernels.size(), 3));
  return kernels;
}

/// Returns the mean of the samples in the middle 80 % of the kernels.
double within(const std::vector<Span>& kernels, const SampledSeries& series,
              const std::string& name) {
  double sum = 0;
  unsigned count = 0;
  for (std::size_t i = 0; i < series.times.size(); ++i) {
    for (const Span& k : kernels) {
      // Samples at a kernel's edges include time of its neighbours, and of its own start and end.
      const double edge = 0.1 * (k.to - k.from);
      if (series.times[i] < k.from + edge || series.times[i] > k.to - edge) continue;
      sum += series.values.at(name)[i];
      ++count;
    }
  }
  return count == 0 ? 0 : sum / count;
}

std::string statistic_of(unsigned gpu, bool in) {
  return in ? fmt::format("nvswitch.port_{}.tx.busy", gpu)
            : fmt::format("gpu_{}.nvlink.link_0.tx.busy", gpu);
}

Figure utilization_figure(const SampledSeries& series, bool in) {
  Chart chart;
  chart.x = {"time", "us", Scale::kLinear, 0.0, {}, {}};
  chart.y = {"utilization", "", Scale::kLinear, 0.0, 1.05, {}};
  std::vector<double> times;
  for (const double time : series.times) times.push_back(time * 1e6);
  for (unsigned g = 0; g < kGpus; ++g)
    chart.series.push_back({fmt::format("GPU{}", g), Role::kSimulated, Mark::kLine, times,
                            series.values.at(statistic_of(g, in)), ""});
  const char* const pair = in ? "GPU0 and GPU2" : "GPU1 and GPU3";
  chart.guides = {{Guide::Along::kY, 1, fmt::format("{} fully saturate it (the text)", pair),
                   "saturated", Role::kPublished}};
  return {in ? "fig1_in" : "fig1_out",
          fmt::format("{} utilization of the GPUs' links, HPGMG-UVM", in ? "Incoming" : "Outgoing"),
          fmt::format("In the three large kernels {} saturate it.", pair), chart};
}

}  // namespace

void asymmetry(Judge& judge) {
  const runs::Run run =
      NodeRuns(judge).run("hpgmg_uvm", {"policy=static", "workload_options=setup=own"},
                          sampled("1 us", "gpu_*.nvlink.link_0.tx.busy,nvswitch.port_*.tx.busy"));
  const SampledSeries series = read_series(run.result().directory() / "series.csv");
  const std::vector<Span> kernels = large_kernels(run.csv("kernels.csv"));
  for (unsigned g = 0; g < kGpus; ++g)
    for (const bool in : {true, false})
      judge.set(fmt::format("nvlink.fig1.gpu{}.{}", g, in ? "in" : "out"),
                within(kernels, series, statistic_of(g, in)));
  for (const bool in : {true, false}) judge.draw(utilization_figure(series, in));
}

}  // namespace gf::papers::micro17
