// SPDX-License-Identifier: Apache-2.0
// The paper's open question: what counters and agents in hardware gain, and what they must be.
#include <algorithm>
#include <fmt/format.h>
#include <fstream>

#include "papers/isca21_proact/app_bars.h"
#include "papers/isca21_proact/proact_experiments.h"
#include "papers/isca21_proact/profile.h"

namespace gf::papers::isca21 {
namespace {

const std::string kId = "proact.hw.";

/// Times over those of the hardware agent.
struct Against {
  std::vector<double> in_line, software, limit;
};

Against compare(const AppRuns& runs, ExperimentResult& result) {
  Against all;
  for (const System& system : systems()) {
    Against here;
    for (const App& app : apps()) {
      const Profile found = profile(runs, system.name, app);
      const double hardware = runs.time(system.name, app, kHardware);
      here.in_line.push_back(found.inline_time / hardware);
      here.software.push_back(found.decoupled_time / hardware);
      here.limit.push_back(runs.time(system.name, app, kInfinite) / hardware);
    }
    AppBars bars("time over that of the hardware agent");
    bars.add("inline", here.in_line);
    bars.add("best software agent", here.software);
    bars.add("infinite bandwidth", here.limit);
    result.figures.push_back(bars.figure("hw_" + system.name.substr(3),
                                         "Hardware agent against the others, " + system.shown,
                                         "Above 1: slower than the hardware agent."));
    all.in_line.insert(all.in_line.end(), here.in_line.begin(), here.in_line.end());
    all.software.insert(all.software.end(), here.software.begin(), here.software.end());
    all.limit.insert(all.limit.end(), here.limit.begin(), here.limit.end());
  }
  return all;
}

double least(const std::vector<double>& values) {
  return *std::min_element(values.begin(), values.end());
}

/// Sixteen GPUs: share of the limit, hardware and polling, and the least advantage over polling.
void add_sixteen(const AppRuns& runs, ExperimentResult& result) {
  const bool large = runs.context().full;
  std::vector<double> hardware, over_software;
  for (const App& small : apps()) {
    const App app = for_sixteen(small, large);
    const Words sixteen = {"gpus=16"};
    const auto time = [&](const Transfer& transfer) {
      return runs.time("16x_volta", app, transfer, sixteen);
    };
    hardware.push_back(100 * time(kInfinite) / time(kHardware));
    over_software.push_back(time({"polling", "16 KiB", 2048}) / time(kHardware));
  }
  result.measurements.push_back(row(kId + "share.16", "16 GPUs: hardware of the limit, mean",
                                    "software: 77", geometric_mean(hardware),
                                    large ? in_range(70, 77, "row PROACT-17")
                                          : at_least(77, "what software reaches in the paper"),
                                    "%"));
  result.measurements.push_back(row(kId + "over_software.16",
                                    "16 GPUs: polling over hardware, time: least", "slower",
                                    least(over_software), at_least(1, "\"can further improve\"")));
}

/// A parameter of the hardware and what is tried.
struct Knob {
  std::string id;
  std::string label;
  std::string unit;
  std::vector<std::pair<std::string, double>> values;  ///< Setting; as drawn.
};

const std::vector<Knob>& knobs() {
  static const std::vector<Knob> all = {
      {"counters",
       "counters",
       "",
       {{"proact.counters.counters=64", 64},
        {"proact.counters.counters=128", 128},
        {"proact.counters.counters=256", 256},
        {"proact.counters.counters=4096", 4096}}},
      {"buffer",
       "buffer of the agent",
       "B",
       {{"proact.agent.buffer=1 KiB", 1024},
        {"proact.agent.buffer=4 KiB", 4096},
        {"proact.agent.buffer=16 KiB", 16384},
        {"proact.agent.buffer=128 KiB", 131072}}},
      {"packet",
       "packet",
       "B",
       {{"proact.agent.packet=128 B", 128}, {"proact.agent.packet=256 B", 256}}},
      {"update",
       "update latency",
       "cycles",
       {{"proact.counters.update_latency=1", 1},
        {"proact.counters.update_latency=4", 4},
        {"proact.counters.update_latency=100", 100},
        {"proact.counters.update_latency=1000", 1000}}},
  };
  return all;
}

/// Chunks of 4 KiB: 128 a GPU and phase, so that the counter memory may be too small.
const Transfer kFine{"hw", "4 KiB", 0};

/// Of PageRank on 4x Volta, the application that leaves least time to hide transfers.
void add_sensitivity(const AppRuns& runs, ExperimentResult& result) {
  const App& app = apps()[2];
  const double limit = runs.time("4x_volta", app, kInfinite);
  for (const Knob& knob : knobs()) {
    Chart chart;
    chart.x = {knob.label, knob.unit, Scale::kLog2, {}, {}, {}};
    chart.y = {"of the limit", "%", Scale::kLinear, 0.0, 100.0, {}};
    Series series{"PageRank", Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
    std::string text;
    for (const auto& [setting, shown] : knob.values) {
      series.x.push_back(shown);
      series.y.push_back(100 * limit / runs.time("4x_volta", app, kFine, {setting}));
      text += fmt::format("{}{}: {:.1f}", text.empty() ? "" : ", ", number_text(shown),
                          series.y.back());
    }
    chart.series = {series};
    result.figures.push_back({"hw_" + knob.id, "Hardware agent by " + knob.label,
                              "PageRank, 4x Volta, chunks of 4 KiB.", chart});
    result.measurements.push_back(row(kId + "by." + knob.id, "of the limit by " + knob.label,
                                      Value{}, text, not_gated("sensitivity"), "%"));
  }
}

/// Sum of a unit's bits of GPU 0, by their names in stats.csv.
double bits_of(const ChildRun& run, const std::string& which) {
  std::ifstream in(run.directory / "stats.csv");
  const std::string wanted = "proact_0,bits." + which;
  double bits = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(wanted, 0) != 0) continue;
    bits += std::stod(line.substr(line.find(',', wanted.size()) + 1));
  }
  return bits;
}

/// The hardware as small as it costs less than 2 % of PageRank's time on 4x Volta.
void add_sizes(const AppRuns& runs, ExperimentResult& result) {
  const App& app = apps()[2];
  const Words small = {"proact.counters.counters=256", "proact.agent.buffer=16 KiB",
                       "proact.counters.cta_chunks=2"};
  const ChildRun& large = runs.run("4x_volta", app, kHardware);
  const ChildRun& little = runs.run("4x_volta", app, kHardware, small);
  for (const char* part : {"counters", "tags", "ctas", "queues", "buffer", "descriptors"}) {
    result.measurements.push_back(row(kId + "bits." + part,
                                      fmt::format("bits of a GPU: {}; default (and small: {})",
                                                  part, number_text(bits_of(little, part))),
                                      Value{}, bits_of(large, part),
                                      not_gated("follows from the parameters"), "bit"));
  }
  result.measurements.push_back(row(kId + "small",
                                    "256 counters, 16 KiB of buffer, 2 chunks a CTA: time over "
                                    "that of the defaults",
                                    Value{}, little.value("time") / large.value("time"),
                                    at_most(1.02, "small enough to build")));
}

}  // namespace

ExperimentResult in_hardware(const ExperimentContext& context) {
  ExperimentResult result;
  const AppRuns runs(context, result, profile_runs(context) + 65);
  const Against against = compare(runs, result);
  result.measurements = {
      row(kId + "over_inline", "inline over hardware, time: least of 15", "slower",
          least(against.in_line), at_least(1, "expected \"in all cases\"")),
      row(kId + "over_software", "software over hardware, time: least of 15", "slower",
          least(against.software), at_least(1, "\"alleviates the overheads\"")),
      row(
          kId + "gain", "best of inline and software over hardware, time: mean", Value{},
          [&] {
            std::vector<double> best;
            for (std::size_t i = 0; i < against.in_line.size(); ++i)
              best.push_back(std::min(against.in_line[i], against.software[i]));
            return geometric_mean(best);
          }(),
          at_least(1, "what building it is worth")),
      row(kId + "share", "4 GPUs: hardware of the limit, mean of 15", "software: 83",
          100 * geometric_mean(against.limit), at_least(90, "overheads removed"), "%"),
  };
  add_sixteen(runs, result);
  add_sensitivity(runs, result);
  add_sizes(runs, result);
  return result;
}

}  // namespace gf::papers::isca21
