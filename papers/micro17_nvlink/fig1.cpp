// SPDX-License-Identifier: Apache-2.0
// Fig. 1: incoming and outgoing utilization of each GPU's link while HPGMG-UVM runs.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

#include "papers/micro17_nvlink/node_runs.h"
#include "papers/micro17_nvlink/nvlink_experiments.h"

namespace gf::papers::micro17 {
namespace {

constexpr unsigned kGpus = 4;
constexpr double kCycle = 1e-9;

struct Span {
  double from = 0;
  double to = 0;
};

/// The three longest kernels of a run, from its kernels.csv, seconds.
std::vector<Span> large_kernels(const ChildRun& run) {
  std::vector<Span> kernels;
  std::ifstream in(run.directory / "kernels.csv");
  std::string line;
  std::getline(in, line);  // header
  while (std::getline(in, line)) {
    std::stringstream row(line);
    std::string index, name, launched, started, ended;
    for (std::string* field : {&index, &name, &launched, &started, &ended})
      std::getline(row, *field, ',');
    kernels.push_back({std::stod(started) * kCycle, std::stod(ended) * kCycle});
  }
  std::sort(kernels.begin(), kernels.end(),
            [](const Span& a, const Span& b) { return a.to - a.from > b.to - b.from; });
  kernels.resize(std::min<std::size_t>(kernels.size(), 3));
  return kernels;
}

/// Mean of the samples that lie in the middle 80 % of the kernels.
double within(const std::vector<Span>& kernels, const Sampled& series, const std::string& name) {
  double sum = 0;
  unsigned count = 0;
  for (std::size_t i = 0; i < series.times.size(); ++i) {
    for (const Span& k : kernels) {
      const double edge = 0.1 * (k.to - k.from);
      if (series.times[i] < k.from + edge || series.times[i] > k.to - edge) continue;
      sum += series.values.at(name)[i];
      ++count;
    }
  }
  return count == 0 ? 0 : sum / count;
}

}  // namespace

ExperimentResult asymmetry(const ExperimentContext& context) {
  ExperimentResult result;
  const NodeRuns runs(context, result);
  const ChildRun& run = runs.run(
      "hpgmg_uvm", {"policy=static"},
      {"--series", "1 us", "--series-of", "gpu_*.nvlink.link_0.tx.busy,nvswitch.port_*.tx.busy"});
  const Sampled series = read_series(run);
  const std::vector<Span> kernels = large_kernels(run);
  std::array<Chart, 2> charts;  // out, in
  for (Chart& chart : charts) {
    chart.x = {"time", "us", Scale::kLinear, 0.0, {}, {}};
    chart.y = {"utilization", "", Scale::kLinear, 0.0, 1.05, {}};
  }
  std::vector<double> times;
  for (const double time : series.times) times.push_back(time * 1e6);
  for (unsigned g = 0; g < kGpus; ++g) {
    for (const bool in : {true, false}) {
      const std::string name = in ? fmt::format("nvswitch.port_{}.tx.busy", g)
                                  : fmt::format("gpu_{}.nvlink.link_0.tx.busy", g);
      const bool full = in == (g % 2 == 0);
      result.measurements.push_back(
          {fmt::format("nvlink.fig1.gpu{}.{}", g, in ? "in" : "out"),
           fmt::format("GPU{}, large kernels: {} utilization", g, in ? "incoming" : "outgoing"),
           Kind::kEmergent, full ? "saturated" : "barely used", within(kernels, series, name), "",
           full ? at_least(0.95, "saturated") : at_most(0.15, "barely used"), "", ""});
      charts[in ? 1 : 0].series.push_back({fmt::format("GPU{}", g), Role::kSimulated, Mark::kLine,
                                           times, series.values.at(name), ""});
    }
  }
  result.figures = {{"fig1_in", "Incoming utilization of the GPUs' links, HPGMG-UVM",
                     "In the three large kernels GPU0 and GPU2 saturate it.", charts[1]},
                    {"fig1_out", "Outgoing utilization of the GPUs' links, HPGMG-UVM",
                     "In the three large kernels GPU1 and GPU3 saturate it.", charts[0]}};
  return result;
}

}  // namespace gf::papers::micro17
