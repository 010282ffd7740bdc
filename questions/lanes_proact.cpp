// SPDX-License-Identifier: Apache-2.0
// Turning lanes and pushed chunks: each without the other, both, and neither.
#include <array>
#include <fmt/format.h>

#include "papers/isca21_proact/app_bars.h"
#include "papers/isca21_proact/proact_app_runs.h"
#include "questions/cluster_experiments.h"

namespace gf::papers::cluster {
namespace {

using isca21::ProactAppRuns;

/// A GPU's link as in [NUMA17], and its switch.
const runs::Words kLinks = {"topology=switch", "nvlink.lanes=16", "nvlink.lane_rate=8 GB/s"};
constexpr const char* kSystem = "4x_volta";

/// Sample time of the controller: as in [NUMA17], and ten times shorter.
struct SampleTime {
  const char* id;
  const char* time;
};
constexpr std::array<SampleTime, 2> kSamples = {{{"5us", "5 us"}, {"500ns", "500 ns"}}};

struct LanesCell {
  runs::Run copies, chunks;                           ///< With fixed lanes.
  std::vector<runs::Run> turned_copies, turned_both;  ///< By sample time.
};

/// Speed-ups over copies on fixed lanes, by application.
struct LaneGains {
  std::vector<double> chunks;
  std::array<std::vector<double>, kSamples.size()> lanes, both, product;  ///< By sample time.
};

LanesCell ask_app(const ProactAppRuns& runs, const isca21::App& app) {
  const auto run = [&](const isca21::Transfer& transfer, const runs::Words& more) {
    runs::Words settings = kLinks;
    settings.insert(settings.end(), more.begin(), more.end());
    return runs.run(kSystem, app, transfer, settings);
  };
  LanesCell cell{run(isca21::kMemcpy, {}), run(isca21::kHardware, {}), {}, {}};
  for (const SampleTime& sample : kSamples) {
    const runs::Words turn = {"policy=paper", fmt::format("sample_time={}", sample.time)};
    cell.turned_copies.push_back(run(isca21::kMemcpy, turn));
    cell.turned_both.push_back(run(isca21::kHardware, turn));
  }
  return cell;
}

LaneGains gains_of(const std::vector<LanesCell>& cells) {
  LaneGains gains;
  for (const LanesCell& cell : cells) {
    const auto over = [&](const runs::Run& run) {
      return isca21::seconds(cell.copies) / isca21::seconds(run);
    };
    gains.chunks.push_back(over(cell.chunks));
    for (std::size_t s = 0; s < kSamples.size(); ++s) {
      gains.lanes[s].push_back(over(cell.turned_copies[s]));
      gains.both[s].push_back(over(cell.turned_both[s]));
      gains.product[s].push_back(gains.lanes[s].back() * gains.chunks.back());
    }
  }
  return gains;
}

/// `times`: size of the regions relative to the quick set of [PROACT21].
void judge_lanes(Judge& judge, const std::string& id, unsigned times) {
  const ProactAppRuns runs(judge, isca21::Size::kQuick);
  std::vector<LanesCell> cells;
  for (isca21::App app : isca21::apps()) {
    app.part /= times;
    cells.push_back(ask_app(runs, app));
  }
  const LaneGains gains = gains_of(cells);
  judge.set(id + "chunks", geometric_mean(gains.chunks));
  isca21::AppBars bars("gain over copies on static lanes");
  bars.add("chunks", gains.chunks);
  for (std::size_t s = 0; s < kSamples.size(); ++s) {
    const std::string row = fmt::format("{}{}.", id, kSamples[s].id);
    const double both = geometric_mean(gains.both[s]);
    judge.set(row + "lanes", geometric_mean(gains.lanes[s]));
    judge.set(row + "both", both);
    judge.set(row + "together", both / geometric_mean(gains.product[s]));
    bars.add(fmt::format("lanes, {}", kSamples[s].time), gains.lanes[s]);
    bars.add(fmt::format("both, {}", kSamples[s].time), gains.both[s]);
  }
  judge.draw(bars.figure("lanes_proact", "Turning lanes and pushed chunks",
                         "Four V100 of [PROACT21] on a switch, 16 lanes of 8 GB/s each; times: the "
                         "controller's sample time. Means are geometric."));
}

}  // namespace

void lanes_proact(Judge& judge) { judge_lanes(judge, "cluster.lanes_proact.", 1); }
void lanes_proact_many(Judge& judge) { judge_lanes(judge, "cluster.full.lanes_proact.", 2); }

}  // namespace gf::papers::cluster
