// SPDX-License-Identifier: Apache-2.0
// Section VIII: every order of a halo exchange in the analytic model; the fastest, the median and
// the slowest one at packet level.
#include <algorithm>
#include <array>

#include "papers/sc16_pcie/copies.h"
#include "papers/sc16_pcie/pcie_experiments.h"
#include "tlm_models/analytic/halo_sweep.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::papers::sc16 {
namespace {

using model::HaloSweep;

constexpr std::array<const char*, 3> kRanks = {"fastest", "median", "slowest"};
constexpr std::uint64_t kBytes = 4 * kMiB;

std::uint64_t order_at(const HaloSweep& sweep, std::size_t rank) {
  return rank == 1 ? sweep.median_order() : sweep.ranked(rank == 0 ? 0 : sweep.count() - 1);
}

HaloSweep sweep_of(const model::workload::Neighbours& neighbours, Judge& judge) {
  // All orders are evaluated in this process. That takes as long as a run, so it occupies a job.
  const auto turn = judge.turn();
  return {model::pcie_tree_t2(), {}, neighbours};
}

/// Requests the orders of kRanks at packet level.
runs::Run replay(const HaloSweep& sweep, Judge& judge) {
  Graphs graphs;
  for (std::size_t rank = 0; rank < kRanks.size(); ++rank)
    graphs.add_order(kRanks[rank], sweep.order(order_at(sweep, rank)), kBytes);
  return judge.ask(on_t2(graphs), "fastest, median and slowest order, 4 MiB");
}

/// Returns when the last copy of each of kRanks ends, in T_ref.
std::array<double, 3> ends_of(const runs::Run& run) {
  const std::map<std::string, double> last = last_ends(records_of(run));
  std::array<double, 3> ends{};
  for (std::size_t rank = 0; rank < kRanks.size(); ++rank)
    ends[rank] = last.at(kRanks[rank]) / (kBytes / kBandwidth);
  return ends;
}

/// The paper draws the k-th communications of all GPUs together as step k.
StepDiagram diagram_of(const model::workload::Neighbours& order, const model::PcieTree& tree) {
  StepDiagram diagram;
  diagram.nodes = two_rows_of_four();
  diagram.marked_meaning = "crosses the root complex";
  std::size_t steps = 0;
  for (const auto& targets : order) steps = std::max(steps, targets.size());
  for (std::size_t k = 0; k < steps; ++k) {
    StepDiagram::Step step;
    step.title = "Step " + std::to_string(k + 1);
    for (unsigned gpu = 0; gpu < order.size(); ++gpu) {
      if (k >= order[gpu].size()) continue;
      const unsigned to = order[gpu][k];
      step.arrows.push_back({gpu, to, tree.crosses_root_complex(gpu, to)});
    }
    diagram.steps.push_back(step);
  }
  return diagram;
}

/// A level: a printed ratio times one of our times.
Guide printed(double time, std::string sentence) {
  return {Guide::Along::kY, time, std::move(sentence), {}, Role::kPublished};
}

Figure curve_of(const HaloSweep& sweep, const std::string& title, std::vector<Guide> guides) {
  const std::vector<double> times = sweep.curve(512);
  Series series{"all orders", Role::kAnalytic, Mark::kLine, {}, times, ""};
  for (std::size_t i = 0; i < times.size(); ++i)
    series.x.push_back(100.0 * static_cast<double>(i) / static_cast<double>(times.size() - 1));
  Chart chart;
  chart.x = {"share of the orders, fastest first", "%", Scale::kLinear, 0.0, 100.0, {}};
  chart.y = {"time", "T_ref", Scale::kLinear, 0.0, {}, {}};
  chart.series = {series};
  chart.guides = std::move(guides);
  return {"times", "Times of all orders, " + title, "From the analytic model.", chart};
}

void judge_halo(const std::string& id, const std::string& title, const HaloSweep& sweep,
                std::vector<Guide> guides, Judge& judge) {
  const runs::Run run = replay(sweep, judge);
  judge.set(id, sweep.slowest() / sweep.fastest());
  judge.set(id + ".orders", static_cast<double>(sweep.count()));
  const std::array<double, 3> ends = ends_of(run);
  for (std::size_t rank = 0; rank < kRanks.size(); ++rank)
    judge.set(id + ".packet." + kRanks[rank], ends[rank]);
  judge.set(id + ".packet.ratio", ends[2] / ends[0]);
  judge.set(id + ".over_packet", 100 * (sweep.fastest() / ends[0] - 1));
  judge.draw(curve_of(sweep, title, std::move(guides)));
  judge.draw({"fastest", "Fastest order, " + title,
              "The k-th communication of every GPU is drawn as step k; GPUs do not wait for each "
              "other between steps. Several orders tie; this is the first of them.",
              diagram_of(sweep.order(sweep.ranked(0)), model::pcie_tree_t2())});
}

/// Returns the share of orders that take at most `factor` times as long as the fastest, in per
/// cent, from a sample of 1,024 evenly spaced ranks.
double share_within(const HaloSweep& sweep, double factor) {
  const std::vector<double> times = sweep.curve(1024);
  const auto within = std::count_if(times.begin(), times.end(),
                                    [&](double time) { return time <= factor * sweep.fastest(); });
  return 100.0 * static_cast<double>(within) / static_cast<double>(times.size());
}

}  // namespace

void fig9(Judge& judge) {
  const HaloSweep sweep = sweep_of(model::workload::halo_2d_neighbours(8), judge);
  judge.set("pcie.fig9.near_fastest", share_within(sweep, 1.1));
  judge_halo("pcie.fig9", "2D halo exchange", sweep,
             {printed(1.9 * sweep.fastest(), "1.9 times the fastest (VIII-A)")}, judge);
}

void halo_3d(Judge& judge) {
  const HaloSweep sweep = sweep_of(model::workload::halo_3d_neighbours(8), judge);
  judge.set("pcie.3d.median", sweep.slowest() / sweep.median());
  judge_halo("pcie.3d", "3D halo exchange", sweep,
             {printed(2.57 * sweep.fastest(), "2.57 times the fastest (VIII-B)"),
              printed(sweep.slowest() / 1.44, "the slowest over 1.44: the median")},
             judge);
}

}  // namespace gf::papers::sc16
