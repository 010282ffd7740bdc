// SPDX-License-Identifier: Apache-2.0
// Heisenberg spin glass: strong scaling by NP and by what peer-to-peer does. The paper's table is
// lost; its numbers are recollections, printed and never gated.
#include <algorithm>
#include <fmt/format.h>

#include "papers/arxiv13_apenet/apenet_experiments.h"
#include "papers/arxiv13_apenet/app_runs.h"

namespace gf::papers::apenet13 {
namespace {

constexpr unsigned kRanks[] = {1, 2, 4, 8};
const char* const kRecalled = "a recollection of the table, which is lost";

Measurement row(const std::string& id, const std::string& what, Value published, double simulated,
                Tolerance tolerance, const std::string& unit = "x", Kind kind = Kind::kEmergent) {
  return {"apenet.hsg." + id,   what, kind, std::move(published), simulated, unit,
          std::move(tolerance), "",   ""};
}

/// Numbers of the runs in picoseconds a spin.
class Table {
 public:
  explicit Table(const AppRuns& runs) : runs_(runs) {}
  [[nodiscard]] double total(unsigned ranks, const std::string& p2p = "on") const {
    return runs_.value(ranks, {"p2p=" + p2p}, "spin_update") * 1e12;
  }
  [[nodiscard]] double network(unsigned ranks, const std::string& p2p = "on") const {
    return runs_.value(ranks, {"p2p=" + p2p}, "spin_network") * 1e12;
  }
  [[nodiscard]] double boundary_network(unsigned ranks) const {
    return runs_.value(ranks, {"p2p=on"}, "spin_boundary_network") * 1e12;
  }

 private:
  const AppRuns& runs_;
};

void add_table(const Table& table, std::vector<Measurement>& rows) {
  const double total[] = {921, 416, 202, 148};
  const double network[] = {0, 97, 113, 141};
  for (unsigned i = 0; i < 4; ++i) {
    const std::string np = std::to_string(kRanks[i]);
    rows.push_back(row("total." + np, "NP = " + np + ": time a spin, P2P on", total[i],
                       table.total(kRanks[i]), not_gated(kRecalled), "ps",
                       i == 0 ? Kind::kCalibrated : Kind::kEmergent));
    if (i == 0) continue;
    rows.push_back(row("network." + np, "NP = " + np + ": network time a spin, P2P on", network[i],
                       table.network(kRanks[i]), not_gated(kRecalled), "ps"));
  }
}

void add_orders(const Table& table, double without_loss, std::vector<Measurement>& rows) {
  double least = 1e9;
  for (unsigned i = 1; i < 4; ++i) {
    least = std::min(least, table.total(kRanks[i - 1]) / table.total(kRanks[i]));
  }
  rows.push_back(row("scaling", "time at NP over time at 2 NP, least, to 8", "time falls to 8",
                     least, at_least(1.1, "strong scaling of the figure")));
  rows.push_back(row(
      "superlinear", "time at NP = 1 over NP = 2", "super linear", table.total(1) / table.total(2),
      at_least(2.0, "caption of the figure; row APENET-20"), "x", Kind::kCalibrated));
  rows.push_back(row("superlinear.no_loss", "the same without tlb_loss", Value{}, without_loss,
                     at_most(2.0, "row APENET-20: the assumption alone makes it so")));
  for (const unsigned ranks : {2u, 4u}) {
    rows.push_back(row(fmt::format("p2p.{}", ranks),
                       fmt::format("NP = {}: network time, off over on", ranks), "P2P is faster",
                       table.network(ranks, "off") / table.network(ranks, "on"),
                       at_least(1.02, "P2P saves two copies a message")));
  }
  rows.push_back(row("p2p.rx", "NP = 2: network time, RX only over off", Value{},
                     table.network(2, "rx") / table.network(2, "off"),
                     in_range(1.0, 1.1, "row APENET-21")));
  rows.push_back(row("p2p.8", "NP = 8: network time, off over on", Value{},
                     table.network(8, "off") / table.network(8, "on"),
                     in_range(0.85, 1.0, "row APENET-21")));
  rows.push_back(row("exposed", "NP = 8: boundary and network time over total", 1.0,
                     table.boundary_network(8) / table.total(8), not_gated(kRecalled)));
}

void add_infiniband(const AppRuns& runs, std::vector<Measurement>& rows) {
  const Words ib = {"over=ib"};
  rows.push_back(row("network_ib", "NP = 2: network time a spin, InfiniBand", 101.0,
                     runs.value(2, ib, "spin_network") * 1e12, not_gated(kRecalled), "ps"));
  const Words waits = {"over=ib", "ib.streams=false"};
  rows.push_back(
      row("ib_no_streams", "NP = 2, InfiniBand: time if copies wait for kernels over time if not",
          "ruins the overlap", runs.value(2, waits, "total") / runs.value(2, ib, "total"),
          at_least(1.05, "related work of the text")));
}

Figure figure(const Table& table) {
  Chart chart;
  chart.x = {"nodes", "", Scale::kLinear, {}, {}, {"1", "2", "4", "8"}};
  chart.y = {"time a spin", "ps", Scale::kLinear, 0.0, {}, {}};
  const std::vector<double> x = {0, 1, 2, 3};
  for (const char* p2p : {"on", "rx", "off"}) {
    std::vector<double> y;
    for (const unsigned ranks : kRanks) y.push_back(table.total(ranks, p2p));
    chart.series.push_back({std::string("P2P ") + p2p, Role::kSimulated, Mark::kBars, x, y, ""});
  }
  chart.series.push_back({"recalled", Role::kPublished, Mark::kBars, x, {921, 416, 202, 148}, ""});
  return {"scaling", "Single-spin update time, L = 256",
          "Messages of 128 KiB, six a half sweep and node.", chart};
}

}  // namespace

ExperimentResult spin_glass(const ExperimentContext& context) {
  ExperimentResult result;
  const AppRuns runs(context, result, "apenet_hsg", {"app.l=256", "app.spins=false"});
  const Table table(runs);
  const Words flat = {"p2p=on", "app.gpu.tlb_loss=0"};
  add_table(table, result.measurements);
  add_orders(table, runs.value(1, flat, "total") / runs.value(2, flat, "total"),
             result.measurements);
  result.measurements.push_back(
      row("hardware_lookups", "NP = 8: time with hardware look-ups over without", Value{},
          runs.value(8, kHardwareLookups, "total") / runs.value(8, {"p2p=on"}, "total"),
          at_most(0.9, "our claim: the bulk hides the network again")));
  add_infiniband(runs, result.measurements);
  const AppRuns real(context, result, "apenet_hsg", {"app.l=32", "bytes=true"});
  result.measurements.push_back(
      row("energy", "L = 32, real spins through the cards: change of energy a spin", 0.0,
          real.value(8, {"p2p=on"}, "energy_drift"),
          at_most(1e-6, "over-relaxation keeps the energy; single precision"), "", Kind::kExact));
  result.figures = {figure(table)};
  return result;
}

}  // namespace gf::papers::apenet13
