// SPDX-License-Identifier: Apache-2.0
// What turning lanes gains over the suite: by sample time, by switch time, by policy.
#include <algorithm>
#include <fmt/format.h>

#include "papers/micro17_nvlink/full_suite.h"
#include "papers/micro17_nvlink/nvlink_experiments.h"
#include "papers/micro17_nvlink/speedup_bars.h"

namespace gf::papers::micro17 {
namespace {

/// Microseconds from a kernel's start until its one-way writes have 98 % of 15 lanes, in steps of
/// one.
double settle_time(const NodeRuns& runs, const std::string& writes, const std::string& policy) {
  const std::string sent = "gpu_0.nvlink.link_0.tx.wire_bytes";
  const ChildRun& run =
      runs.run(writes, {"policy=" + policy}, {"--series", "1 us", "--series-of", sent});
  const Sampled series = read_series(run);
  const std::vector<double>& rates = series.values.at(sent);
  const auto full = [](double rate) { return rate >= 0.98 * 15 * 8e9; };
  const auto first = std::find_if(rates.begin(), rates.end(), full);
  if (first == rates.end()) return 1e9;  // never
  const double launch_and_interval = 2;
  return series.times[static_cast<std::size_t>(first - rates.begin())] * 1e6 - launch_and_interval;
}

void add_settle_times(const NodeRuns& runs, const std::string& writes, ExperimentResult& result) {
  const auto add = [&](const std::string& policy, Tolerance tolerance) {
    result.measurements.push_back(
        row("nvlink.better." + policy + ".settle", policy + ": one-way writes have 15 lanes after",
            Value{}, settle_time(runs, writes, policy), std::move(tolerance), "us"));
  };
  // The first look sees the kernel begin, not saturated yet, and turns nothing.
  add("paper", not_gated("7 turns, one a look of 5 us that finds the link saturated"));
  add("proportional", at_most(12, "two looks and a turn of 7 lanes"));
  add("queue", at_most(17, "1, 2 and 4 lanes in three looks"));
}

}  // namespace

ExperimentResult sample_times(const ExperimentContext& context) {
  ExperimentResult result;
  const NodeRuns runs(context, result);
  const Words workloads = suite(context);
  Bars bars(workloads);
  auto by_time = bars_by(runs, workloads, {"1 us", "2 us", "5 us", "10 us", "100 us"}, bars,
                         [](const std::string& time) { return paper(time, "100 ns"); });
  const std::vector<double> doubled =
      runs.speedups(workloads, {"policy=static", "nvlink.lanes=32"});
  bars.add("twice the lanes", doubled);
  const std::vector<double>& five = by_time["5 us"];
  const std::string id = "nvlink.sample_time.";
  result.measurements = {
      row(id + "mean", "5K cycles: mean over the suite", 1.15, mean(five),
          not_gated("our suite is not the paper's 41 workloads: row NVLINK-1")),
      row(id + "best", "5K cycles: best workload", 1.8, most(five),
          not_gated("grows with the length of phases: row NVLINK-1")),
      row(id + "bound", "any sample time: best workload", "at most 1.875",
          std::max({most(by_time["1 us"]), most(by_time["2 us"]), most(five)}),
          at_most(1.875, "15 lanes over 8")),
      row(id + "never", "5K cycles: worst workload", "never degrades", least(five),
          at_least(0.99, "[NUMA17]: never degrade performance")),
      row(id + "doubled", "twice the bandwidth: mean", 1.5, mean(doubled),
          not_gated("our suite is not the paper's 41 workloads: row NVLINK-1")),
      row(id + "order", "mean at 1K cycles over mean at 100K", "too long a sample gains less",
          mean(by_time["1 us"]) / mean(by_time["100 us"]), at_least(1.02, "an order of the text")),
      row(id + "order10", "mean at 5K cycles over mean at 10K", "too long a sample gains less",
          mean(five) / mean(by_time["10 us"]), at_least(1.0, "an order of the text"))};
  result.figures = {bars.figure("sample_time", "Speed-up by sample time, 100 cycles a turn",
                                "Policy `paper`; the last bars are 16 lanes each way.")};
  if (!context.full) return result;
  add_saturation(runs, workloads, result);
  add_large_sizes(runs, workloads, result);
  return result;
}

ExperimentResult switch_times(const ExperimentContext& context) {
  ExperimentResult result;
  const NodeRuns runs(context, result);
  const Words workloads = suite(context);
  Bars bars(workloads);
  auto by_time = bars_by(runs, workloads, {"10 ns", "100 ns", "200 ns", "500 ns"}, bars,
                         [](const std::string& time) { return paper("5 us", time); });
  unsigned unmoved = 0;
  for (std::size_t i = 0; i < workloads.size(); ++i)
    unmoved += by_time["500 ns"][i] > 0.98 * by_time["100 ns"][i] ? 1 : 0;
  const std::string id = "nvlink.switch_time.";
  result.measurements = {row(id + "fast", "mean at 10 cycles over mean at 100", 1.0,
                             mean(by_time["10 ns"]) / mean(by_time["100 ns"]),
                             relative(0.01, "faster does not produce better results")),
                         row(id + "most", "workloads that lose less than 2 % at 500 cycles", "most",
                             100.0 * unmoved / static_cast<double>(workloads.size()),
                             at_least(75, "largely irrelevant, except few outliers"), "%")};
  for (const char* outlier : {"comd_ta", "comd_wa"}) {
    const double lane = runs.speedup(outlier, paper("5 us", "500 ns")) /
                        runs.speedup(outlier, paper("5 us", "100 ns"));
    Words link = paper("5 us", "500 ns");
    link.emplace_back("nvlink.turn_scope=link");
    Words often = paper("1 us", "500 ns");
    often.emplace_back("nvlink.turn_scope=link");
    const double whole =
        runs.speedup(outlier, link) / runs.speedup(outlier, paper("5 us", "100 ns"));
    const double each =
        runs.speedup(outlier, often) / runs.speedup(outlier, paper("1 us", "100 ns"));
    result.measurements.push_back(row(id + outlier, std::string(outlier) + ": 500 over 100 cycles",
                                      0.75, lane, not_gated("row NVLINK-2")));
    result.measurements.push_back(row(id + outlier + ".link", "the same, a turn stalls the link",
                                      Value{}, whole, not_gated("row NVLINK-2")));
    result.measurements.push_back(row(id + outlier + ".often", "the same, sampled each 1K cycles",
                                      Value{}, each, not_gated("row NVLINK-2")));
  }
  result.figures = {bars.figure("switch_time", "Speed-up by switch time, 5K cycles a sample",
                                "Policy `paper`; a turn stalls the lane that turns.")};
  if (context.full) add_other_sample_times(runs, workloads, result);
  return result;
}

ExperimentResult better_policies(const ExperimentContext& context) {
  ExperimentResult result;
  const NodeRuns runs(context, result);
  const Words workloads = suite(context);
  Bars bars(workloads);
  auto by_policy = bars_by(runs, workloads, {"paper", "proportional", "queue"}, bars,
                           [](const std::string& policy) { return Words{"policy=" + policy}; });
  const std::string id = "nvlink.better.";
  for (const char* policy : {"proportional", "queue"}) {
    std::vector<double> over;
    for (std::size_t i = 0; i < workloads.size(); ++i)
      over.push_back(by_policy[policy][i] / by_policy["paper"][i]);
    const bool best = std::string(policy) == "proportional";
    result.measurements.push_back(
        row(id + policy + ".mean", fmt::format("{} over paper: mean", policy), Value{}, mean(over),
            at_least(1.005, "several lanes a sample settle sooner")));
    result.measurements.push_back(
        row(id + policy + ".worst", fmt::format("{} over paper: worst workload", policy), Value{},
            least(over),
            best ? at_least(0.98, "it must not lose what it gains") : not_gated("reported")));
  }
  add_settle_times(runs, one_way_workload(context, "write"), result);
  result.figures = {bars.figure("better", "Speed-up by policy", "Samples of 5K cycles.")};
  return result;
}

ExperimentResult scaling(const ExperimentContext& context) {
  ExperimentResult result;
  const NodeRuns runs(context, result);
  for (const char* workload : {"stencil3d", "hpgmg", "gemm"}) {
    const double two = runs.cycles(workload, {"policy=paper", "gpus=2"});
    for (const unsigned gpus : {4u, 8u}) {
      const double time = runs.cycles(workload, {"policy=paper", fmt::format("gpus={}", gpus)});
      result.measurements.push_back(row(fmt::format("nvlink.scaling.{}.{}", workload, gpus),
                                        fmt::format("{}: {} GPUs over 2", workload, gpus), Value{},
                                        two / time, not_gated("reported")));
    }
  }
  return result;
}

}  // namespace gf::papers::micro17
