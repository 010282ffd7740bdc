// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "papers/sc16_pcie/pcie_experiments.h"
#include "tlm_models/analytic/halo_sweep.h"
#include "tlm_models/topology/pcie_presets.h"
#include "tlm_models/workloads/generators.h"

namespace gf::papers::sc16 {
namespace {

using model::HaloSweep;

/// What is published of one decomposition, and where it goes.
struct Halo {
  std::string id;
  std::string title;
  model::workload::Neighbours neighbours;
  double slow_over_fast;
  Tolerance tolerance;
};

constexpr std::array<const char*, 3> kRanks = {"fastest", "median", "slowest"};

std::array<std::uint64_t, 3> rank_numbers(const HaloSweep& sweep) {
  return {sweep.ranked(0), sweep.ranked(sweep.count() / 2), sweep.ranked(sweep.count() - 1)};
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

Figure curve_of(const HaloSweep& sweep, const Halo& halo) {
  const std::vector<double> times = sweep.curve(512);
  Series series;
  series.name = "all orders";
  series.role = Role::kAnalytic;
  for (std::size_t i = 0; i < times.size(); ++i) {
    series.x.push_back(100.0 * static_cast<double>(i) / static_cast<double>(times.size() - 1));
    series.y.push_back(times[i]);
  }
  Chart chart;
  chart.x = {"share of the orders, fastest first", "%", Scale::kLinear, 0.0, 100.0, {}};
  chart.y = {"time", "T_ref", Scale::kLinear, 0.0, {}, {}};
  chart.series.push_back(series);
  return {"times", "Times of all orders, " + halo.title, "By the analytic model.", chart};
}

Measurement ratio(const std::string& id, const std::string& quantity, Kind kind, Value published,
                  double simulated, Tolerance tolerance) {
  return {id, quantity, kind, std::move(published), simulated, "x", std::move(tolerance), "", ""};
}

/// Replays the fastest, median and slowest order at packet level; adds their times.
void replay(const HaloSweep& sweep, const Halo& halo, const ExperimentContext& context,
            ExperimentResult& result) {
  const core::Bytes bytes = core::mebibytes(4);
  const double t_ref = static_cast<double>(bytes.count()) / (11.6 * 1073741824.0);
  std::vector<model::CongestionGraph> graphs;
  for (std::size_t i = 0; i < kRanks.size(); ++i) {
    graphs.push_back(model::workload::halo(kRanks[i], sweep.order(rank_numbers(sweep)[i]), bytes));
  }
  const GraphRun run = run_graphs(context, "pcie_t2", "replay", graphs);
  std::array<double, 3> ends{};
  for (const CommunicationRecord& record : run.communications) {
    const auto rank = std::find(kRanks.begin(), kRanks.end(), record.graph) - kRanks.begin();
    double& end = ends[static_cast<std::size_t>(rank)];
    end = std::max(end, record.end);
  }
  for (std::size_t i = 0; i < kRanks.size(); ++i) {
    Measurement time;
    time.id = halo.id + ".packet." + kRanks[i];
    time.quantity = fmt::format("packet level: time of the {} order (analytic: {:.3f})", kRanks[i],
                                sweep.time(rank_numbers(sweep)[i]));
    time.simulated = ends[i] / t_ref;
    time.unit = "T_ref";
    time.tolerance = not_gated(
        "no published number; the paper's model overestimates the fastest "
        "by 11 % (2D) and 8 % (3D) against hardware");
    result.measurements.push_back(time);
  }
  result.measurements.push_back(ratio(halo.id + ".packet.ratio", "packet level: slowest / fastest",
                                      Kind::kEmergent, halo.slow_over_fast, ends[2] / ends[0],
                                      not_gated("orders were ranked by the analytic model")));
  result.runs.push_back(run.child.link("T2, " + halo.title + ": fastest, median, slowest, 4 MiB"));
}

ExperimentResult sweep_and_replay(const Halo& halo, const ExperimentContext& context,
                                  bool with_median) {
  const model::PcieTree tree = model::pcie_tree_t2();
  const HaloSweep sweep(tree, {}, halo.neighbours);
  ExperimentResult result;
  result.measurements.push_back(ratio(halo.id, "analytic: slowest / fastest order", Kind::kExact,
                                      halo.slow_over_fast, sweep.slowest() / sweep.fastest(),
                                      halo.tolerance));
  if (with_median) {
    result.measurements.push_back(
        ratio(halo.id + ".median", "analytic: slowest / median order", Kind::kExact, 1.44,
              sweep.slowest() / sweep.median(),
              relative(0.04, "readings of open points give 1.44 to 1.50 (deviation PCIE-2)")));
  }
  Measurement orders;
  orders.id = halo.id + ".orders";
  orders.quantity = "number of orders";
  orders.kind = Kind::kExact;
  orders.published = with_median ? 1679616.0 : 20736.0;
  orders.simulated = static_cast<double>(sweep.count());
  orders.tolerance = equal("a count");
  result.measurements.push_back(orders);
  replay(sweep, halo, context, result);
  result.figures.push_back(curve_of(sweep, halo));
  result.figures.push_back({"fastest", "Fastest order, " + halo.title,
                            "The k-th communication of every GPU is drawn as step k; GPUs do not "
                            "wait for each other between steps. Several orders tie: this is the "
                            "first of them.",
                            diagram_of(sweep.order(sweep.ranked(0)), tree)});
  return result;
}

}  // namespace

ExperimentResult fig9(const ExperimentContext& context) {
  return sweep_and_replay(
      {"pcie.fig9", "2D halo exchange", model::workload::halo_2d_neighbours(8), 1.9,
       relative(0.06, "readings of open points give 1.87 to 2.00 (deviation PCIE-2)")},
      context, false);
}

ExperimentResult halo_3d(const ExperimentContext& context) {
  return sweep_and_replay(
      {"pcie.3d", "3D halo exchange", model::workload::halo_3d_neighbours(8), 2.57,
       relative(0.02, "readings of open points give 2.53 to 2.60 (deviation PCIE-2)")},
      context, true);
}

}  // namespace gf::papers::sc16
