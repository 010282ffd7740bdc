// SPDX-License-Identifier: Apache-2.0
// Heisenberg spin glass: strong scaling by NP and by use of peer-to-peer. The paper's table is
// lost; its values, from memory, accompany the rows and gate nothing.
#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "papers/arxiv13_apenet/apenet_app_runs.h"
#include "papers/arxiv13_apenet/apenet_experiments.h"

namespace gf::papers::apenet13 {
namespace {

const Words kOn = {"p2p=on"};
const Words kFlat = {"p2p=on", "app.gpu.tlb_loss=0"};
const Words kIbWaits = {"over=ib", "ib.streams=false"};

/// Results of the runs in picoseconds per spin.
class SpinTimes {
 public:
  explicit SpinTimes(const ApenetAppRuns& runs) : runs_(runs) {}
  [[nodiscard]] double total(unsigned ranks, const std::string& p2p = "on") const {
    return runs_.value(ranks, {"p2p=" + p2p}, "spin_update") * 1e12;
  }
  [[nodiscard]] double network(unsigned ranks, const std::string& p2p = "on") const {
    return runs_.value(ranks, {"p2p=" + p2p}, "spin_network") * 1e12;
  }
  [[nodiscard]] double boundary_network(unsigned ranks) const {
    return runs_.value(ranks, kOn, "spin_boundary_network") * 1e12;
  }

 private:
  const ApenetAppRuns& runs_;
};

/// Requests all runs that the rows read.
void ask_spin_glass(const ApenetAppRuns& runs) {
  for (const char* p2p : {"on", "rx", "off"})
    for (const unsigned ranks : kRanks) (void)runs.run(ranks, {std::string("p2p=") + p2p});
  for (const unsigned ranks : {1u, 2u}) (void)runs.run(ranks, kFlat);
  (void)runs.run(8, kHardwareLookups);
  for (const Words& words : {kIb, kIbWaits}) (void)runs.run(2, words);
}

void judge_totals(const SpinTimes& table, Judge& judge) {
  double least = 1e9;
  for (const unsigned ranks : kRanks) {
    judge.set(fmt::format("apenet.hsg.total.{}", ranks), table.total(ranks));
    if (ranks == 1) continue;
    judge.set(fmt::format("apenet.hsg.network.{}", ranks), table.network(ranks));
    least = std::min(least, table.total(ranks / 2) / table.total(ranks));
  }
  judge.set("apenet.hsg.scaling", least);
  judge.set("apenet.hsg.superlinear", table.total(1) / table.total(2));
  for (const unsigned ranks : {2u, 4u, 8u})
    judge.set(fmt::format("apenet.hsg.p2p.{}", ranks),
              table.network(ranks, "off") / table.network(ranks));
  judge.set("apenet.hsg.p2p.rx", table.network(2, "rx") / table.network(2, "off"));
  judge.set("apenet.hsg.exposed", table.boundary_network(8) / table.total(8));
}

Figure scaling_figure(const SpinTimes& table) {
  Chart chart;
  chart.x = {"nodes", "", Scale::kLinear, {}, {}, {"1", "2", "4", "8"}};
  chart.y = {"time per spin", "ps", Scale::kLinear, 0.0, {}, {}};
  const std::vector<double> x = {0, 1, 2, 3};
  for (const char* p2p : {"on", "rx", "off"}) {
    std::vector<double> y;
    for (const unsigned ranks : kRanks) y.push_back(table.total(ranks, p2p));
    chart.series.push_back({std::string("P2P ") + p2p, Role::kSimulated, Mark::kBars, x, y, ""});
  }
  chart.guides = {{Guide::Along::kY, table.total(1) / 2,
                   "half of one node's time: at NP = 2 the paper is below (super linear)"}};
  return {"scaling", "Single-spin update time, L = 256",
          "Messages of 128 KiB, six per half sweep and node.", chart};
}

}  // namespace

void spin_glass(Judge& judge) {
  const ApenetAppRuns runs(judge, "apenet_hsg", {"app.l=256", "app.spins=false"});
  const ApenetAppRuns real(judge, "apenet_hsg", {"app.l=32", "bytes=true"});
  const ApenetAppRuns slow(judge, "apenet_hsg", with({"app.l=16", "bytes=true"}, kSlowGpus));
  // Requested before the first is read, so that they run in parallel.
  ask_spin_glass(runs);
  (void)real.run(8, kOn);
  (void)slow.run(8, kOn);
  const SpinTimes table(runs);
  judge_totals(table, judge);
  judge.set("apenet.hsg.superlinear.no_loss",
            runs.value(1, kFlat, "total") / runs.value(2, kFlat, "total"));
  judge.set("apenet.hsg.hardware_lookups",
            runs.value(8, kHardwareLookups, "total") / runs.value(8, kOn, "total"));
  judge.set("apenet.hsg.network_ib", runs.value(2, kIb, "spin_network") * 1e12);
  judge.set("apenet.hsg.ib_no_streams",
            runs.value(2, kIbWaits, "total") / runs.value(2, kIb, "total"));
  judge.set("apenet.hsg.energy", real.value(8, kOn, "energy_drift"));
  judge.set("apenet.hsg.energy.slow_gpus", slow.value(8, kOn, "energy_drift"));
  judge.draw(scaling_figure(table));
}

}  // namespace gf::papers::apenet13
