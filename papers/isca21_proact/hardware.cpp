// SPDX-License-Identifier: Apache-2.0
// The paper's open question: gain and requirements of counters and agents in hardware.
#include <algorithm>
#include <fmt/format.h>

#include "papers/isca21_proact/app_bars.h"
#include "papers/isca21_proact/proact_experiments.h"
#include "papers/isca21_proact/profile.h"

namespace gf::papers::isca21 {
namespace {

/// An application and its version in hardware.
struct Duel {
  Profile profile;
  runs::Run hardware, limit;
};

/// Times divided by those of the hardware agent.
struct Against {
  std::vector<double> in_line, software, limit;
};

std::vector<Duel> ask_duels(const ProactAppRuns& runs, const System& system) {
  std::vector<Duel> duels;
  for (const App& app : apps())
    duels.push_back({Profile(runs, system.name, app), runs.run(system.name, app, kHardware),
                     runs.run(system.name, app, kInfinite)});
  return duels;
}

/// Adds the times of a machine to `all`, and draws them.
void judge_duels(Judge& judge, const System& system, const std::vector<Duel>& duels, Against& all) {
  Against here;
  for (const Duel& duel : duels) {
    const Found found = duel.profile.found();
    const double hardware = seconds(duel.hardware);
    here.in_line.push_back(found.inline_time / hardware);
    here.software.push_back(found.decoupled_time / hardware);
    here.limit.push_back(seconds(duel.limit) / hardware);
  }
  AppBars bars("time relative to the hardware agent");
  bars.add("inline", here.in_line);
  bars.add("best software agent", here.software);
  bars.add("infinite bandwidth", here.limit);
  bars.says(1, "hardware is expected to outperform inline in all cases (the text)");
  judge.draw(bars.figure("hw_" + system.id(), "Hardware agent against the others, " + system.shown,
                         "Values above 1 are slower than the hardware agent."));
  all.in_line.insert(all.in_line.end(), here.in_line.begin(), here.in_line.end());
  all.software.insert(all.software.end(), here.software.begin(), here.software.end());
  all.limit.insert(all.limit.end(), here.limit.begin(), here.limit.end());
}

void judge_four(Judge& judge, const std::string& id, const Against& against) {
  std::vector<double> best;
  for (std::size_t i = 0; i < against.in_line.size(); ++i)
    best.push_back(std::min(against.in_line[i], against.software[i]));
  judge.set(id + "over_inline", least(against.in_line));
  judge.set(id + "over_software", least(against.software));
  judge.set(id + "gain", geometric_mean(best));
  judge.set(id + "share", 100 * geometric_mean(against.limit));
}

/// Runs of an application on sixteen GPUs.
struct Sixteen {
  runs::Run hardware, polling, limit;
};

std::vector<Sixteen> ask_sixteen(const ProactAppRuns& runs) {
  std::vector<Sixteen> all;
  for (const App& app : apps()) {
    const auto with = [&](const Transfer& transfer) {
      return runs.run("16x_volta", app, transfer, {"gpus=16"});
    };
    all.push_back({with(kHardware), with(kPolling), with(kInfinite)});
  }
  return all;
}

/// Sets the share of the limit, and the smallest advantage over polling.
void judge_sixteen(Judge& judge, const std::string& id, const std::vector<Sixteen>& all) {
  std::vector<double> shares, over_software;
  for (const Sixteen& app : all) {
    shares.push_back(100 * seconds(app.limit) / seconds(app.hardware));
    over_software.push_back(seconds(app.polling) / seconds(app.hardware));
  }
  judge.set(id + "share.16", geometric_mean(shares));
  judge.set(id + "over_software.16", least(over_software));
}

/// A parameter of the hardware and the values tried.
struct Knob {
  std::string id;
  std::string label;
  std::string unit;
  std::vector<std::pair<std::string, double>> values;  ///< Setting, and its value in the chart.
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

/// Chunks of 4 KiB: 128 per GPU and phase, so that the counter memory may be too small.
const Transfer kFine{"hw", "4 KiB", 0};

/// PageRank on 4x Volta, the application with the least time to hide transfers.
runs::Run pagerank(const ProactAppRuns& runs, const Transfer& transfer, const Words& more = {},
                   const Words& options = {}) {
  return runs.run("4x_volta", apps()[kPageRank], transfer, more, options);
}

std::vector<std::vector<runs::Run>> ask_knobs(const ProactAppRuns& runs) {
  std::vector<std::vector<runs::Run>> all;
  for (const Knob& knob : knobs()) {
    all.emplace_back();
    for (const auto& [setting, shown] : knob.values)
      all.back().push_back(pagerank(runs, kFine, {setting}));
  }
  return all;
}

void judge_knob(Judge& judge, const std::string& id, const Knob& knob,
                const std::vector<runs::Run>& asked, const runs::Run& limit) {
  Chart chart;
  chart.x = {knob.label, knob.unit, Scale::kLog2, {}, {}, {}};
  chart.y = {"share of the limit", "%", Scale::kLinear, 0.0, 100.0, {}};
  Series series{"PageRank", Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
  std::string text;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    series.x.push_back(knob.values[i].second);
    series.y.push_back(100 * seconds(limit) / seconds(asked[i]));
    text += fmt::format("{}{}: {:.1f}", text.empty() ? "" : ", ", number_text(series.x.back()),
                        series.y.back());
  }
  chart.series = {series};
  judge.set(id + "by." + knob.id, text);
  judge.draw({"hw_" + knob.id, "Hardware agent by " + knob.label,
              "PageRank, 4x Volta, chunks of 4 KiB.", chart});
}

/// Sums the bits of GPU 0's unit, by their names in stats.csv.
double bits_of(const runs::Run& run, const std::string& which) {
  const core::CsvTable stats = run.csv("stats.csv");
  double bits = 0;
  for (std::size_t row = 0; row < stats.rows(); ++row)
    if (stats.text(row, "path") == "proact_0" && stats.text(row, "name").rfind(which, 0) == 0)
      bits += stats.number(row, "value");
  return bits;
}

const Words kBits = {"--stats-of", "proact_0.bits.*"};

/// The smallest hardware that costs less than 2 % of PageRank's time on 4x Volta.
const Words kSmall = {"proact.counters.counters=256", "proact.agent.buffer=16 KiB",
                      "proact.counters.cta_chunks=2"};

void judge_sizes(Judge& judge, const std::string& id, const runs::Run& large,
                 const runs::Run& small) {
  for (const char* part : {"counters", "tags", "ctas", "queues", "buffer", "descriptors"}) {
    const std::string bits = std::string("bits.") + part;
    judge.set(id + bits, bits_of(large, bits));
    judge.set(id + "small." + bits, bits_of(small, bits));
  }
  judge.set(id + "small", seconds(small) / seconds(large));
}

}  // namespace

void in_hardware(Judge& judge, Size size) {
  const std::string id = rows_of("hw", size);
  const ProactAppRuns runs(judge, size);
  std::vector<std::vector<Duel>> duels;
  for (const System& system : systems()) duels.push_back(ask_duels(runs, system));
  const bool whole = size == Size::kLarge;
  std::vector<Sixteen> sixteen;  // a small region would leave each of 16 GPUs a few microseconds
  if (whole) sixteen = ask_sixteen(runs);
  std::vector<std::vector<runs::Run>> asked_knobs;
  if (whole) asked_knobs = ask_knobs(runs);
  const runs::Run large = pagerank(runs, kHardware, {}, kBits);
  const runs::Run small = pagerank(runs, kHardware, kSmall, kBits);
  const runs::Run limit = pagerank(runs, kInfinite);
  Against against;
  for (std::size_t m = 0; m < duels.size(); ++m)
    judge_duels(judge, systems()[m], duels[m], against);
  judge_four(judge, id, against);
  if (whole) judge_sixteen(judge, id, sixteen);
  for (std::size_t i = 0; i < asked_knobs.size(); ++i)
    judge_knob(judge, id, knobs()[i], asked_knobs[i], limit);
  judge_sizes(judge, id, large, small);
}

}  // namespace gf::papers::isca21
