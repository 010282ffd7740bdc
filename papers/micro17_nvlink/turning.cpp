// SPDX-License-Identifier: Apache-2.0
// Gain from turning lanes over the suite: by sample time and by switch time.
#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "papers/micro17_nvlink/nvlink_experiments.h"
#include "papers/micro17_nvlink/suite_bars.h"

namespace gf::papers::micro17 {
namespace {

const Words kTwiceTheLanes = {"policy=static", "nvlink.lanes=32"};

/// Gains of a suite for each value of a setting.
using GainsBy = std::vector<std::pair<std::string, Gains>>;

template <class Settings>
GainsBy gains_by(const NodeRuns& node, const Words& workloads, const Words& values,
                 const Settings& settings) {
  GainsBy all;
  for (const std::string& value : values)
    all.emplace_back(value, node.gains(workloads, settings(value)));
  return all;
}

/// Adds the bars of each value; returns the speed-ups by value.
std::map<std::string, std::vector<double>> drawn(const GainsBy& gains, SuiteBars& bars) {
  std::map<std::string, std::vector<double>> speedups;
  for (const auto& [value, some] : gains) {
    speedups[value] = values_of(some);
    bars.add(value, speedups[value]);
  }
  return speedups;
}

/// Sets the gain of Lonestar-SP, which is the best one in the paper.
void set_best(Judge& judge, const std::string& id, const Words& workloads,
              const std::vector<double>& speedups) {
  const auto at = std::find(workloads.begin(), workloads.end(), "lonestar_sp");
  judge.set(id + ".best", speedups.at(static_cast<std::size_t>(at - workloads.begin())));
}

/// Returns the least ratio of the means of a sample time and of the next longer one.
double least_finer(const Words& times, std::map<std::string, std::vector<double>>& by_time) {
  std::vector<double> ratios;
  for (std::size_t i = 1; i < times.size(); ++i)
    ratios.push_back(mean(by_time[times[i - 1]]) / mean(by_time[times[i]]));
  return least(ratios);
}

/// Sets the speed-ups by sample time. `id`: the experiment's. `times`: 1, 5, 10, 100 us and others.
void judge_sample_times(Judge& judge, const std::string& id, const Words& workloads,
                        const Words& times) {
  const NodeRuns node(judge);
  const GainsBy gains = gains_by(
      node, workloads, times, [](const std::string& time) { return paper_policy(time, "100 ns"); });
  const Gains twice = node.gains(workloads, kTwiceTheLanes);
  SuiteBars bars(workloads);
  auto by_time = drawn(gains, bars);
  const std::vector<double> doubled = values_of(twice);
  bars.add("twice the lanes", doubled);
  const std::vector<double>& five = by_time["5 us"];
  judge.set(id + ".mean", mean(five));
  set_best(judge, id, workloads, five);
  double bound = 0;
  for (const auto& [time, speedups] : by_time) bound = std::max(bound, most(speedups));
  judge.set(id + ".bound", bound);
  judge.set(id + ".never", least(five));
  judge.set(id + ".doubled", mean(doubled));
  judge.set(id + ".order", mean(by_time["1 us"]) / mean(by_time["100 us"]));
  judge.set(id + ".order10", mean(five) / mean(by_time["10 us"]));
  judge.set(id + ".finer", least_finer(times, by_time));
  bars.published_mean(id + ".mean");
  bars.published_mean(id + ".doubled");
  bars.published(id + ".best", "lonestar_sp");
  judge.draw(bars.figure("sample_time", "Speed-up by sample time, 100 cycles per turn",
                         "Policy `paper`; the last bars have 16 lanes in each direction."));
}

/// Shares of the time of all links of a run, 0 ... 1.
struct Saturation {
  double both = 0;
  double one = 0;
};

/// Calculated from the 5 us samples of each GPU's controller; a sleeping controller has nothing to
/// count.
Saturation saturation_of(const runs::Run& run, unsigned gpus) {
  const double samples = run.value("time") / 5e-6 * gpus;
  const core::CsvTable stats = run.csv("stats.csv");
  Saturation shares;
  for (std::size_t row = 0; row < stats.rows(); ++row) {
    const std::string& path = stats.text(row, "path");
    if (path.rfind("gpu_", 0) != 0 || path.find(".controller") == path.npos) continue;
    const std::string& name = stats.text(row, "name");
    if (name == "both_full") shares.both += stats.number(row, "value") / samples;
    if (name == "out_full" || name == "in_full") shares.one += stats.number(row, "value") / samples;
  }
  return shares;
}

/// Sets the shares of time in which both, one or no direction of a link is saturated, with lanes 8
/// + 8 ([NUMA17], notes: graph 0).
void judge_saturation(Judge& judge, const Words& workloads, const std::vector<runs::Run>& runs) {
  std::vector<double> both, one, none;
  for (const runs::Run& run : runs) {
    const Saturation shares = saturation_of(run, 4);
    both.push_back(100 * shares.both);
    one.push_back(100 * shares.one);
    none.push_back(100 * (1 - shares.both - shares.one));
  }
  SuiteBars bars(workloads, "share of the time", "%");
  bars.add("both directions saturated", both);
  bars.add("one direction", one);
  bars.add("none", none);
  judge.draw(bars.figure("saturation", "Saturated directions of the links",
                         "8 + 8 lanes, samples of 5K cycles, all GPUs."));
  judge.set("nvlink.full.sample_time.one_sided", mean(one));
}

/// Sets the speed-ups by switch time, and the two statements about all of them.
void judge_switch_times(Judge& judge, const std::string& id, const Words& workloads) {
  SuiteBars bars(workloads);
  auto by_time = drawn(gains_by(NodeRuns(judge), workloads, {"10 ns", "100 ns", "200 ns", "500 ns"},
                                [](const std::string& time) { return paper_policy("5 us", time); }),
                       bars);
  unsigned unmoved = 0;
  for (std::size_t i = 0; i < workloads.size(); ++i)
    unmoved += by_time["500 ns"][i] > 0.98 * by_time["100 ns"][i] ? 1 : 0;
  judge.set(id + ".fast", mean(by_time["10 ns"]) / mean(by_time["100 ns"]));
  judge.set(id + ".most", 100.0 * unmoved / static_cast<double>(workloads.size()));
  judge.draw(bars.figure("switch_time", "Speed-up by switch time, 5K cycles per sample",
                         "Policy `paper`; a turn stalls the lane that turns."));
}

/// The workloads that lose a quarter with turns of 500 cycles in the paper.
const Words kOutliers = {"comd_ta", "comd_wa"};

/// Their loss here with turns of 500 cycles, compared with turns of 100 that stall a lane.
struct Loss {
  std::string row;    ///< Suffix of its rows' names; empty: the published ones.
  std::string shown;  ///< Label in the figure.
  Gains slow, fast;
};

/// `turns`: further settings of the slow ones.
Loss ask_loss(const NodeRuns& node, std::string row, std::string shown, const std::string& sample,
              const Words& turns = {}) {
  Words slow = paper_policy(sample, "500 ns");
  slow.insert(slow.end(), turns.begin(), turns.end());
  return {std::move(row), std::move(shown), node.gains(kOutliers, slow),
          node.gains(kOutliers, paper_policy(sample, "100 ns"))};
}

void judge_losses(Judge& judge, const std::string& id, const std::vector<Loss>& losses) {
  SuiteBars bars(kOutliers, "loss compared with 100 cycles per turn", "%");
  for (const Loss& loss : losses) {
    std::vector<double> values;
    for (std::size_t i = 0; i < kOutliers.size(); ++i) {
      const std::string row = id + "." + kOutliers[i] + loss.row;
      values.push_back(100 * (1 - loss.slow[i].value() / loss.fast[i].value()));
      judge.set(row, values.back());
      if (loss.row.empty()) bars.published(row, kOutliers[i]);
    }
    bars.add(loss.shown, std::move(values));
  }
  judge.draw(bars.figure("switch_loss", "Cost of 500 cycles per turn", "Policy `paper`."));
}

}  // namespace

void sample_times(Judge& judge) {
  judge_sample_times(judge, "nvlink.sample_time", with_large_boxes(quick_suite()),
                     {"1 us", "5 us", "10 us", "100 us"});
}

void placed(Judge& judge) {
  const NodeRuns node(judge, {});
  const Words workloads = with_large_boxes(quick_suite());
  const Gains turning = node.gains(workloads, paper_policy("5 us", "100 ns"));
  const Gains twice = node.gains(workloads, kTwiceTheLanes);
  const std::vector<double> five = values_of(turning);
  const std::vector<double> doubled = values_of(twice);
  judge.set("nvlink.placed.mean", mean(five));
  judge.set("nvlink.placed.best", most(five));
  judge.set("nvlink.placed.doubled", mean(doubled));
  SuiteBars bars(workloads);
  bars.add("5 us", five);
  bars.add("twice the lanes", doubled);
  judge.draw(
      bars.figure("placed", "Speed-up where data load one direction",
                  "Policy `paper`, 5K cycles per sample; the workloads place their data, and "
                  "no cache keeps lines of other GPUs."));
}

void sample_times_whole(Judge& judge) {
  const NodeRuns node(judge);
  const Words workloads = whole_suite();
  std::vector<runs::Run> saturation;
  for (const std::string& workload : workloads)  // controllers that sample but never turn a lane
    saturation.push_back(node.run(workload, {"policy=paper", "nvlink.threshold=1000 GB/s"},
                                  {"--stats-of", "gpu_*.controller.*_full"}));
  judge_sample_times(judge, "nvlink.full.sample_time", workloads,
                     {"1 us", "2 us", "5 us", "10 us", "100 us"});
  judge_saturation(judge, workloads, saturation);
}

void sample_times_large(Judge& judge) {
  const NodeRuns node(judge);
  const Words workloads = whole_suite();
  const Words large = {"size=large"};
  const Gains turning = node.gains(workloads, paper_policy("5 us", "100 ns"), large);
  const Gains twice = node.gains(workloads, kTwiceTheLanes, large);
  const std::vector<double> five = values_of(turning);
  const std::vector<double> doubled = values_of(twice);
  const std::string id = "nvlink.full.large.";
  judge.set(id + "mean", mean(five));
  set_best(judge, "nvlink.full.large", workloads, five);
  judge.set(id + "never", least(five));
  judge.set(id + "doubled", mean(doubled));
  SuiteBars bars(workloads);
  bars.add("5 us", five);
  bars.add("twice the lanes", doubled);
  bars.published_mean(id + "mean");
  bars.published_mean(id + "doubled");
  bars.published(id + "best", "lonestar_sp");
  judge.draw(bars.figure("large", "Speed-up at the large size",
                         "Policy `paper`, 5K cycles per sample, 100 cycles per turn."));
}

void switch_times(Judge& judge) {
  const Loss loss = ask_loss(NodeRuns(judge), "", "a lane stalls, 5K cycles per sample", "5 us");
  judge_switch_times(judge, "nvlink.switch_time", quick_suite());
  judge_losses(judge, "nvlink.switch_time", {loss});
}

void switch_times_whole(Judge& judge) {
  const NodeRuns node(judge);
  const Words workloads = whole_suite();
  std::vector<std::pair<std::string, GainsBy>> others;  // graphs 2a and 2b of the notes
  for (const char* sample : {"1 us", "100 us"})
    others.emplace_back(
        sample, gains_by(node, workloads, {"10 ns", "500 ns"},
                         [sample](const std::string& turn) { return paper_policy(sample, turn); }));
  const Words link = {"nvlink.turn_scope=link"};  // tried as an explanation of NVLINK-2
  const std::vector<Loss> losses = {
      ask_loss(node, ".link", "the link stalls, 5K cycles per sample", "5 us", link),
      ask_loss(node, ".often", "the link stalls, 1K", "1 us", link)};
  judge_switch_times(judge, "nvlink.full.switch_time", workloads);
  judge_losses(judge, "nvlink.full.switch_time", losses);
  for (const auto& [sample, gains] : others) {
    SuiteBars bars(workloads);
    auto by_turn = drawn(gains, bars);
    const std::string cycles = sample == "1 us" ? "1K" : "100K";
    judge.set("nvlink.full.switch_time." + cycles,
              mean(by_turn["500 ns"]) / mean(by_turn["10 ns"]));
    judge.draw(bars.figure("switch_time_" + cycles,
                           "Speed-up by switch time, " + cycles + " cycles per sample",
                           "Policy `paper`."));
  }
}

}  // namespace gf::papers::micro17
