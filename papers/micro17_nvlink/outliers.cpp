// SPDX-License-Identifier: Apache-2.0
#include "papers/micro17_nvlink/outliers.h"

namespace gf::papers::micro17 {
namespace {

const Words kNames = {"comd_ta", "comd_wa"};

}  // namespace

Outliers::Outliers(const NodeRuns& node, bool explained)
    : losses_{{"", "a lane stalls, 5K cycles per sample", "lane", "5 us"}} {
  if (explained) {
    losses_.push_back({".link", "the link stalls, 5K", "link", "5 us"});
    losses_.push_back({".often", "the link stalls, 1K", "link", "1 us"});
  }
  for (const std::string& name : kNames) {
    std::vector<Pair> pairs;
    for (const Loss& loss : losses_) {
      Words slow = paper_policy(loss.sample, "500 ns");
      if (loss.turns == "link") slow.emplace_back("nvlink.turn_scope=link");
      pairs.push_back(
          {node.gain(name, slow), node.gain(name, paper_policy(loss.sample, "100 ns"))});
    }
    pairs_.push_back(std::move(pairs));
  }
}

double Outliers::Pair::loss() const { return 100 * (1 - slow.value() / fast.value()); }

void Outliers::judge(Judge& judge, const std::string& id) const {
  Chart chart;
  chart.x = {"workload", "", Scale::kLinear, {}, {}, {}};
  chart.y = {"loss compared with 100 cycles per turn", "%", Scale::kLinear, {}, {}, {}};
  for (const Loss& loss : losses_)
    chart.series.push_back({loss.shown, Role::kSimulated, Mark::kBars, {}, {}, ""});
  std::vector<FigureRow> rows;
  for (std::size_t n = 0; n < kNames.size(); ++n) {
    const std::string row = id + "." + kNames[n];
    const auto place = static_cast<double>(n);
    for (std::size_t i = 0; i < losses_.size(); ++i) {
      const double loss = pairs_[n][i].loss();
      judge.set(row + losses_[i].row, loss);
      chart.series[i].x.push_back(place);
      chart.series[i].y.push_back(loss);
    }
    chart.x.categories.push_back(kNames[n]);
    rows.push_back({row, Guide::Along::kY, place});
  }
  judge.draw({"switch_loss", "Cost of 500 cycles per turn", "Policy `paper`.", chart, rows});
}

}  // namespace gf::papers::micro17
