// SPDX-License-Identifier: Apache-2.0
// Rate of a link: by its lanes, and once a controller has turned as many as it may.
#include <fmt/format.h>

#include "papers/micro17_nvlink/node_runs.h"
#include "papers/micro17_nvlink/nvlink_experiments.h"
#include "papers/series_reader.h"

namespace gf::papers::micro17 {
namespace {

constexpr double kLine = 128.0 / (128 + 16);  // payload of a packet with a line
constexpr const char* kOut = "gpu_0.nvlink.link_0.tx.wire_bytes";
constexpr const char* kIn = "nvswitch.port_0.tx.wire_bytes";

/// Requests one-way traffic of GPU 0, with the rates of both directions of its link.
runs::Run both_ways(const NodeRuns& node, const std::string& how, const Words& settings,
                    const std::string& period) {
  return node.one_way(how, settings, sampled(period, fmt::format("{},{}", kOut, kIn)));
}

/// Returns the highest rate of a direction over an interval, B/s on the wire.
double peak(const runs::Run& run, const char* way) {
  return most(read_series(run.result().directory() / "series.csv").values.at(way));
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
           both_ways(node, write ? "write" : "read",
                     {"policy=static", fmt::format("nvlink.lanes={}", 2 * lanes)}, "10 us")});
  for (const Point& point : points) {
    const double wire = peak(point.run, point.write ? kOut : kIn) / 1e9;
    judge.set(fmt::format("nvlink.rates.{}.{}", point.write ? "write" : "read", point.lanes),
              wire * kLine);
    if (point.write && (point.lanes == 1 || point.lanes == 8))
      judge.set(fmt::format("nvlink.rates.wire.{}", point.lanes), wire);
  }
}

void bound(Judge& judge) {
  const NodeRuns node(judge);
  const Words still = {"policy=static"};
  const Words turning = {"policy=paper"};
  const runs::Run eight = both_ways(node, "write", still, "5 us");
  const runs::Run settled = both_ways(node, "write", turning, "5 us");
  const runs::Run doubled = both_ways(node, "write", {"policy=static", "nvlink.lanes=32"}, "5 us");
  const runs::Run reads = both_ways(node, "read", turning, "5 us");
  const runs::Run reads_still = both_ways(node, "read", still, "5 us");
  judge.set("nvlink.bound.turned", peak(settled, kOut) / peak(eight, kOut));
  judge.set("nvlink.bound.doubled", peak(doubled, kOut) / peak(eight, kOut));
  judge.set("nvlink.bound.reads", peak(reads, kIn) / peak(reads_still, kIn));
  judge.set("nvlink.bound.lanes", 8 + settled.value("lanes_turned") / 2);  // at both GPUs' links
}

void energy(Judge& judge) {
  const NodeRuns node(judge);
  const runs::Run still = node.run("hpgmg_uvm", {"policy=static"});
  const runs::Run turning = node.run("hpgmg_uvm", {"policy=paper"});
  judge.set("nvlink.energy.static", still.value("link_energy") * 1e3);
  judge.set("nvlink.energy.paper", turning.value("link_energy") / still.value("link_energy"));
}

}  // namespace gf::papers::micro17
