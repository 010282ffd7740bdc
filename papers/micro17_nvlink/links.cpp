// SPDX-License-Identifier: Apache-2.0
// Rate of a link: by its lanes, and once a controller has turned as many as it may.
#include <fmt/format.h>
#include <stdexcept>

#include "papers/micro17_nvlink/node_runs.h"
#include "papers/micro17_nvlink/nvlink_experiments.h"
#include "papers/series_reader.h"

namespace gf::papers::micro17 {
namespace {

constexpr unsigned kLinkEnds = 2 * 4;         // of four GPUs and their switch
constexpr double kLine = 128.0 / (128 + 16);  // payload of a packet with a line
constexpr const char* kOut = "gpu_0.nvlink.link_0.tx.wire_bytes";
constexpr const char* kIn = "nvswitch.port_0.tx.wire_bytes";

/// Requests one-way traffic of GPU 0, with the rates of both directions of its link.
runs::Run one_way(const NodeRuns& node, const std::string& how, const Words& settings,
                  const std::string& period) {
  return node.one_way(how, settings, sampled(period, fmt::format("{},{}", kOut, kIn)));
}

/// Returns the highest rate of a direction over an interval, B/s on the wire.
double peak(const runs::Run& run, const char* way) {
  return most(read_series(run.result().directory() / "series.csv").values.at(way));
}

/// Returns the highest rate of both directions together over an interval, B/s on the wire.
double peak_of_both(const runs::Run& run) {
  const SampledSeries series = read_series(run.result().directory() / "series.csv");
  std::vector<double> sums = series.values.at(kOut);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += series.values.at(kIn)[i];
  return most(sums);
}

/// Returns a value of stats.csv. Throws std::out_of_range if the run has no such statistic.
double statistic(const core::CsvTable& stats, const std::string& path, const std::string& name) {
  for (std::size_t row = 0; row < stats.rows(); ++row)
    if (stats.text(row, "path") == path && stats.text(row, "name") == name)
      return stats.number(row, "value");
  throw std::out_of_range(path + "." + name);
}

}  // namespace

void rates(Judge& judge) {
  const NodeRuns node(judge);
  struct Point {
    unsigned lanes;
    bool write;
    runs::Run run;
  };
  std::vector<Point> points;
  for (const unsigned lanes : {1u, 4u, 8u, 15u})
    for (const bool write : {true, false})
      points.push_back(
          {lanes, write,
           one_way(node, write ? "write" : "read",
                   {"policy=static", fmt::format("nvlink.lanes={}", 2 * lanes)}, "10 us")});
  const Words both = sampled("10 us", fmt::format("{},{}", kOut, kIn));
  const runs::Run sixteen = node.both_ways({"policy=static"}, both);
  const runs::Run thirty_two = node.both_ways({"policy=static", "nvlink.lanes=32"}, both);
  for (const Point& point : points) {
    const double wire = peak(point.run, point.write ? kOut : kIn) / 1e9;
    judge.set(fmt::format("nvlink.rates.{}.{}", point.write ? "write" : "read", point.lanes),
              wire * kLine);
    if (point.write && (point.lanes == 1 || point.lanes == 8))
      judge.set(fmt::format("nvlink.rates.wire.{}", point.lanes), wire);
  }
  judge.set("nvlink.rates.aggregate", peak_of_both(sixteen) / 1e9);
  judge.set("nvlink.rates.doubled", peak_of_both(thirty_two) / 1e9);
  judge.set("nvlink.rates.doubled.direction", peak(thirty_two, kOut) / 1e9);
}

void bound(Judge& judge) {
  const NodeRuns node(judge);
  const Words still = {"policy=static"};
  const Words turning = {"policy=paper"};
  const runs::Run eight = one_way(node, "write", still, "5 us");
  const runs::Run settled = one_way(node, "write", turning, "5 us");
  const runs::Run doubled = one_way(node, "write", {"policy=static", "nvlink.lanes=32"}, "5 us");
  const runs::Run reads = one_way(node, "read", turning, "5 us");
  const runs::Run reads_still = one_way(node, "read", still, "5 us");
  judge.set("nvlink.bound.turned", peak(settled, kOut) / peak(eight, kOut));
  judge.set("nvlink.bound.doubled", peak(doubled, kOut) / peak(eight, kOut));
  judge.set("nvlink.bound.reads", peak(reads, kIn) / peak(reads_still, kIn));
  judge.set("nvlink.bound.lanes", 8 + settled.value("lanes_turned") / 2);  // at both GPUs' links
}

void energy(Judge& judge) {
  const NodeRuns node(judge);
  const std::string end = "gpu_0.nvlink.link_0";
  const std::string counted =
      fmt::format("{0}.transfer_energy_pj,{0}.phy_energy_pj,{0}.tx.wire_bytes", end);
  const runs::Run still = node.run("hpgmg_uvm", {"policy=static"}, {"--stats-of", counted});
  const runs::Run turning = node.run("hpgmg_uvm", {"policy=paper"});
  const core::CsvTable stats = still.csv("stats.csv");
  const double bits = 8 * statistic(stats, end + ".tx", "wire_bytes");
  judge.set("nvlink.energy.bit", statistic(stats, end, "transfer_energy_pj") / bits);
  judge.set("nvlink.energy.phy",
            statistic(stats, end, "phy_energy_pj") * 1e-12 / still.value("time"));
  judge.set("nvlink.energy.area", still.value("phy_area") / kLinkEnds);
  judge.set("nvlink.energy.static", still.value("link_energy") * 1e3);
  judge.set("nvlink.energy.paper", turning.value("link_energy") / still.value("link_energy"));
}

}  // namespace gf::papers::micro17
