// SPDX-License-Identifier: Apache-2.0
#include "papers/micro17_nvlink/full_suite.h"

#include <fstream>

#include "papers/micro17_nvlink/speedup_bars.h"

namespace gf::papers::micro17 {
namespace {

/// Shares of the time of all links of a run, 0 ... 1.
struct Saturation {
  double both = 0;
  double one = 0;
  [[nodiscard]] double none() const { return 1 - both - one; }
};

/// From the samples of 5 us of each GPU's controller; one that sleeps sees nothing to count.
Saturation saturation_of(const ChildRun& run, unsigned gpus) {
  const double samples = run.value("time") / 5e-6 * gpus;
  std::ifstream in(run.directory / "stats.csv");
  Saturation shares;
  for (std::string line; std::getline(in, line);) {
    const auto name = line.find(".controller,");
    if (name == line.npos || line.rfind("gpu_", 0) != 0) continue;
    const auto value = line.find(',', name + 12) + 1;
    const std::string which = line.substr(name + 12, value - name - 13);
    const double share = std::stod(line.substr(value)) / samples;
    if (which == "both_full") shares.both += share;
    if (which == "out_full" || which == "in_full") shares.one += share;
  }
  return shares;
}

}  // namespace

void add_large_sizes(const NodeRuns& runs, const Words& workloads, ExperimentResult& result) {
  const Words large = {"size=large"};
  const std::vector<double> five = runs.speedups(workloads, paper("5 us", "100 ns"), large);
  const std::vector<double> doubled =
      runs.speedups(workloads, {"policy=static", "nvlink.lanes=32"}, large);
  const std::string id = "nvlink.sample_time.large.";
  const Tolerance reported = not_gated("our suite is not the paper's 41 workloads: row NVLINK-1");
  for (const Measurement& measurement :
       {row(id + "mean", "large size, 5K cycles: mean", 1.15, mean(five), reported),
        row(id + "best", "large size, 5K cycles: best workload", 1.8, most(five), reported),
        row(id + "worst", "large size, 5K cycles: worst workload", "never degrades", least(five),
            reported),
        row(id + "doubled", "large size, twice the bandwidth: mean", 1.5, mean(doubled), reported)})
    result.measurements.push_back(measurement);
  Bars bars(workloads);
  bars.add("5 us", five);
  bars.add("twice the lanes", doubled);
  result.figures.push_back(bars.figure("large", "Speed-up at the large size",
                                       "Policy `paper`, 5K cycles a sample, 100 a turn."));
}

void add_other_sample_times(const NodeRuns& runs, const Words& workloads,
                            ExperimentResult& result) {
  for (const char* sample : {"1 us", "100 us"}) {
    Bars bars(workloads);
    auto by_turn = bars_by(runs, workloads, {"10 ns", "500 ns"}, bars,
                           [&](const std::string& turn) { return paper(sample, turn); });
    const bool often = std::string(sample) == "1 us";
    const std::string cycles = often ? "1K" : "100K";
    result.measurements.push_back(
        row("nvlink.switch_time." + cycles,
            cycles + " cycles a sample: mean at 500 cycles a turn over mean at 10",
            often ? Value("we want it to be low") : Value(1.0),
            mean(by_turn["500 ns"]) / mean(by_turn["10 ns"]),
            often ? not_gated("graph 2a has no numbers")
                  : relative(0.01, "we do not care: a turn each 100K cycles")));
    result.figures.push_back(bars.figure("switch_time_" + cycles,
                                         "Speed-up by switch time, " + cycles + " cycles a sample",
                                         "Policy `paper`."));
  }
}

void add_saturation(const NodeRuns& runs, const Words& workloads, ExperimentResult& result) {
  std::vector<double> both, one, none;
  for (const std::string& workload : workloads) {
    // Its controllers look, and never find enough free to turn a lane.
    const Saturation shares =
        saturation_of(runs.run(workload, {"policy=paper", "nvlink.threshold=1000 GB/s"}), 4);
    both.push_back(100 * shares.both);
    one.push_back(100 * shares.one);
    none.push_back(100 * shares.none());
  }
  Bars bars(workloads, "share of the time", "%");
  bars.add("both directions saturated", both);
  bars.add("one direction", one);
  bars.add("none", none);
  result.figures.push_back(bars.figure("saturation", "Saturated directions of the links",
                                       "Lanes 8 + 8; samples of 5K cycles, all GPUs."));
  result.measurements.push_back(
      row("nvlink.sample_time.one_sided", "one direction alone saturated: share of the time, mean",
          Value{}, mean(one), not_gated("graph 0 of the notes has no numbers"), "%"));
}

}  // namespace gf::papers::micro17
