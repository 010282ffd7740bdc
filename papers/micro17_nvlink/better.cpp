// SPDX-License-Identifier: Apache-2.0
// Policies compared with the paper's: their gains, and how fast lanes follow.
#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "papers/micro17_nvlink/nvlink_experiments.h"
#include "papers/micro17_nvlink/suite_bars.h"
#include "papers/series_reader.h"

namespace gf::papers::micro17 {
namespace {

constexpr const char* kPolicies[] = {"paper", "proportional", "queue"};
constexpr const char* kSent = "gpu_0.nvlink.link_0.tx.wire_bytes";

/// Returns microseconds from a kernel's start until its one-way writes reach 98 % of 15 lanes, in
/// steps of the `interval` of the series.
double settle_time(const runs::Run& run, double interval = 1) {
  const SampledSeries series = read_series(run.result().directory() / "series.csv");
  const std::vector<double>& rates = series.values.at(kSent);
  // 15 of 16 lanes of 8 GB/s, as one lane stays with the other direction.
  const auto full = [](double rate) { return rate >= 0.98 * 15 * 8e9; };
  const auto first = std::find_if(rates.begin(), rates.end(), full);
  if (first == rates.end()) return 1e9;  // never
  // Microseconds: `dispatch.launch_latency` of 1000 cycles of 1 ns.
  const double launch = 1;
  const double end = series.times[static_cast<std::size_t>(first - rates.begin())] * 1e6;
  // A sample has the time of its end; the rate was reached at its beginning.
  return end - interval - launch;
}

/// Requests one-way writes under the paper's policy with that sample time.
runs::Run sampled_writes(const NodeRuns& node, const std::string& sample, const std::string& period,
                         unsigned mebibytes) {
  return node.one_way("write", paper_policy(sample, "100 ns"), sampled(period, kSent), mebibytes);
}

/// Sets the gain of a dead band where lanes would turn back and forth (one-way reads, whose
/// requests need a second lane but do not fill it), and over the suite.
void judge_dead_band(Judge& judge) {
  const NodeRuns node(judge);
  const std::string id = "nvlink.better.dead_band";
  const std::string band = "nvlink.dead_band=0.05";
  struct Reads {
    const char *row, *sample;
    runs::Run with, without;
  };
  std::vector<Reads> reads;
  for (const auto& [row, sample] : {std::pair{"reads", "5 us"}, std::pair{"reads.3K", "3 us"}}) {
    Words settings = paper_policy(sample, "100 ns");
    const runs::Run without = node.one_way("read", settings, {"--stats-of", ""});
    settings.push_back(band);
    reads.push_back({row, sample, node.one_way("read", settings, {"--stats-of", ""}), without});
  }
  const Gains usual = node.gains(quick_suite(), {"policy=paper"});
  const Gains banded = node.gains(quick_suite(), {"policy=paper", band});
  for (const Reads& one : reads)
    judge.set(fmt::format("{}.{}", id, one.row),
              one.without.value("cycles") / one.with.value("cycles"));
  std::vector<double> over;
  for (std::size_t i = 0; i < usual.size(); ++i)
    over.push_back(banded[i].value() / usual[i].value());
  judge.set(id + ".mean", mean(over));
  judge.set(id + ".worst", least(over));
}

void judge_policies(Judge& judge, const std::string& id, const Words& workloads) {
  const NodeRuns node(judge);
  std::map<std::string, Gains> gains;
  for (const char* policy : kPolicies)
    gains[policy] = node.gains(workloads, {std::string("policy=") + policy});
  SuiteBars bars(workloads);
  std::map<std::string, std::vector<double>> by_policy;
  for (const char* policy : kPolicies) {
    by_policy[policy] = values_of(gains[policy]);
    bars.add(policy, by_policy[policy]);
  }
  for (const char* policy : {"proportional", "queue"}) {
    std::vector<double> over;
    for (std::size_t i = 0; i < workloads.size(); ++i)
      over.push_back(by_policy[policy][i] / by_policy["paper"][i]);
    judge.set(fmt::format("{}.{}.mean", id, policy), mean(over));
    judge.set(fmt::format("{}.{}.worst", id, policy), least(over));
  }
  judge.draw(bars.figure("better", "Speed-up by policy", "Samples of 5K cycles."));
}

}  // namespace

void better_policies(Judge& judge) {
  const NodeRuns node(judge);
  std::vector<std::pair<std::string, runs::Run>> writes;
  for (const char* policy : kPolicies)
    writes.emplace_back(
        policy, node.one_way("write", {std::string("policy=") + policy}, sampled("1 us", kSent)));
  const runs::Run often = sampled_writes(node, "1 us", "200 ns", 16);
  judge_policies(judge, "nvlink.better", quick_suite());
  for (const auto& [policy, run] : writes)
    judge.set("nvlink.better." + policy + ".settle", settle_time(run));
  judge.set("nvlink.better.paper.settle.1K", settle_time(often, 0.2));
  judge_dead_band(judge);
}

void better_policies_whole(Judge& judge) {
  const runs::Run seldom = sampled_writes(NodeRuns(judge), "100 us", "1 us", 128);
  judge_policies(judge, "nvlink.full.better", whole_suite());
  judge.set("nvlink.full.better.paper.settle.100K", settle_time(seldom));
}

}  // namespace gf::papers::micro17
