// SPDX-License-Identifier: Apache-2.0
// What a link carries: by its lanes, and once a controller has turned as many as it may.
#include <algorithm>
#include <fmt/format.h>

#include "papers/micro17_nvlink/node_runs.h"
#include "papers/micro17_nvlink/nvlink_experiments.h"

namespace gf::papers::micro17 {
namespace {

constexpr double kLane = 8e9;                 // B/s
constexpr double kLine = 128.0 / (128 + 16);  // payload of a packet with a line
constexpr const char* kOut = "gpu_0.nvlink.link_0.tx.wire_bytes";
constexpr const char* kIn = "nvswitch.port_0.tx.wire_bytes";

/// Highest rate of a direction over an interval of `period`, B/s on the wire.
double peak(const NodeRuns& runs, const std::string& workload, Words settings, const char* way,
            const std::string& period) {
  const ChildRun& run = runs.run(
      workload, settings, {"--series", period, "--series-of", fmt::format("{},{}", kOut, kIn)});
  const Sampled series = read_series(run);
  return most(series.values.at(way));
}

Measurement row(const std::string& id, const std::string& what, Kind kind, double published,
                double simulated, const std::string& unit, Tolerance tolerance) {
  return {id, what, kind, published, simulated, unit, std::move(tolerance), "", ""};
}

}  // namespace

ExperimentResult rates(const ExperimentContext& context) {
  ExperimentResult result;
  const NodeRuns runs(context, result);
  const std::string why = "ends of the interval cut packets; exact in tests/timing";
  for (const unsigned lanes : {1u, 4u, 8u, 15u}) {
    const Words settings = {"policy=static", fmt::format("nvlink.lanes={}", 2 * lanes)};
    for (const char* how : {"write", "read"}) {
      const bool write = std::string(how) == "write";
      const double wire =
          peak(runs, one_way_workload(context, how), settings, write ? kOut : kIn, "10 us");
      result.measurements.push_back(row(
          fmt::format("nvlink.rates.{}.{}", how, lanes),
          fmt::format("{} lanes a direction, {}s of 128 B: payload", lanes, how), Kind::kDerived,
          lanes * kLane * kLine / 1e9, wire * kLine / 1e9, "GB/s", relative(0.01, why)));
    }
  }
  return result;
}

ExperimentResult bound(const ExperimentContext& context) {
  ExperimentResult result;
  const NodeRuns runs(context, result);
  const std::string writes = one_way_workload(context, "write");
  const double eight = peak(runs, writes, {"policy=static"}, kOut, "5 us");
  const double settled = peak(runs, writes, {"policy=paper"}, kOut, "5 us");
  const double doubled = peak(runs, writes, {"policy=static", "nvlink.lanes=32"}, kOut, "5 us");
  const double reads = peak(runs, one_way_workload(context, "read"), {"policy=paper"}, kIn, "5 us");
  const double still =
      peak(runs, one_way_workload(context, "read"), {"policy=static"}, kIn, "5 us");
  result.measurements = {
      row("nvlink.bound.turned", "one-way writes, settled, over 8 lanes", Kind::kDerived, 15.0 / 8,
          settled / eight, "x", relative(0.02, "reached at 98 % once settled")),
      row("nvlink.bound.doubled", "twice the lanes over 8", Kind::kDerived, 2.0, doubled / eight,
          "x", relative(0.02, "twice the link")),
      row("nvlink.bound.reads", "one-way reads, settled, over 8 lanes", Kind::kEmergent, 14.0 / 8,
          reads / still, "x",
          at_least(1.7, "requests of 16 B a line need two lanes, so 14 carry data")),
      row("nvlink.bound.turns", "lanes turned until then", Kind::kDerived, 7,
          runs.run(writes, {"policy=paper"}).value("lanes_turned") / 2, "lanes",
          equal("8 to 15, at both GPUs' links"))};
  return result;
}

ExperimentResult energy(const ExperimentContext& context) {
  ExperimentResult result;
  const NodeRuns runs(context, result);
  const double still = runs.run("hpgmg_uvm", {"policy=static"}).value("link_energy");
  const double paper = runs.run("hpgmg_uvm", {"policy=paper"}).value("link_energy");
  result.measurements = {
      {"nvlink.energy.static", "HPGMG-UVM, all links, lanes that stay", Kind::kDerived, Value{},
       still * 1e3, "mJ", not_gated("0.5 pJ/b and 1.5 W for 8 lanes, notes of [NUMA17]"), "", ""},
      {"nvlink.energy.paper", "the same, over lanes that stay", Kind::kEmergent, Value{},
       paper / still, "x", at_most(1.0, "the same bytes in less time"), "", ""}};
  return result;
}

}  // namespace gf::papers::micro17
