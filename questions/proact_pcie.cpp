// SPDX-License-Identifier: Apache-2.0
// Placement of GPUs on T2 of [SC16], and the cost of the worst placement for PROACT.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

#include "papers/isca21_proact/app_bars.h"
#include "papers/isca21_proact/proact_app_runs.h"
#include "questions/cluster_experiments.h"
#include "tlm_models/analytic/pcie_times.h"
#include "tlm_models/topology/pcie/pcie_automorphisms.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::papers::cluster {
namespace {

constexpr unsigned kCounts[] = {4, 8};  ///< Numbers of GPUs.

/// The leaf of T2 for each GPU.
struct Placement {
  std::vector<unsigned> leaves;
  double time = 0;  ///< Time of an exchange in the analytic model, relative to a single copy.
};

bool is_first_of_its_like(const std::vector<unsigned>& leaves,
                          const std::vector<std::vector<unsigned>>& automorphisms) {
  return std::none_of(automorphisms.begin(), automorphisms.end(), [&](const auto& image) {
    std::vector<unsigned> other;
    for (const unsigned leaf : leaves) other.push_back(image[leaf]);
    return other < leaves;
  });
}

/// Returns the time in which each GPU sends 1 MiB to the others, in the order of their numbers.
double exchange_time(model::PcieCongestion& model, const std::vector<unsigned>& leaves) {
  const core::Bytes bytes = core::mebibytes(1);
  model::Schedule schedule;
  for (const unsigned from : leaves) {
    for (const unsigned to : leaves) {
      model::Task task;
      task.src = from;
      task.dst = to;
      task.bytes = bytes;
      if (from != to) schedule.tasks.push_back(task);
    }
  }
  double end = 0;
  for (const model::PredictedTime& time : predict_times(model, schedule))
    end = std::max(end, time.end);
  // Rounded, so that orders tie that differ only in rounding errors.
  return std::round(end / reference_seconds(model, bytes) * 1e9) / 1e9;
}

/// Returns all ways to place so many GPUs, the fastest first; of placements that T2's symmetry
/// makes equivalent only one.
std::vector<Placement> placements_of(unsigned gpus) {
  const model::PcieTree tree = model::pcie_tree_t2();
  const auto automorphisms = model::pcie_automorphisms(tree);
  model::PcieCongestion model(tree);
  std::vector<unsigned> order(tree.device_count());
  std::iota(order.begin(), order.end(), 0u);
  std::vector<Placement> placements;
  do {
    // The order of unused leaves does not matter.
    if (!std::is_sorted(order.begin() + gpus, order.end())) continue;
    const std::vector<unsigned> leaves(order.begin(), order.begin() + gpus);
    if (is_first_of_its_like(leaves, automorphisms))
      placements.push_back({leaves, exchange_time(model, leaves)});
  } while (std::next_permutation(order.begin(), order.end()));
  std::stable_sort(placements.begin(), placements.end(),
                   [](const Placement& a, const Placement& b) { return a.time < b.time; });
  return placements;
}

/// Returns the first of the slowest placements; the fastest is the front.
const Placement& slowest_of(const std::vector<Placement>& placements) {
  return *std::find_if(placements.begin(), placements.end(), [&](const Placement& placement) {
    return placement.time == placements.back().time;
  });
}

/// Runs of an application with a placement.
struct Placed {
  runs::Run copies, chunks;
};

std::vector<Placed> ask_at(const isca21::ProactAppRuns& runs, const Placement& placement) {
  const runs::Words at = {fmt::format("gpus={}", placement.leaves.size()), "pcie.tree=t2",
                          fmt::format("pcie.places={}", fmt::join(placement.leaves, ","))};
  std::vector<Placed> cells;
  for (const isca21::App& app : isca21::apps())
    cells.push_back({runs.run("4x_kepler", app, isca21::kMemcpy, at),
                     runs.run("4x_kepler", app, isca21::kHardware, at)});
  return cells;
}

/// Returns the time at the slowest placement divided by that at the fastest, by application.
std::vector<double> costs(const std::vector<Placed>& slowest, const std::vector<Placed>& fastest,
                          runs::Run Placed::*what) {
  std::vector<double> all;
  for (std::size_t app = 0; app < fastest.size(); ++app)
    all.push_back(isca21::seconds(slowest[app].*what) / isca21::seconds(fastest[app].*what));
  return all;
}

}  // namespace

void proact_pcie(Judge& judge) {
  const isca21::ProactAppRuns runs(judge, isca21::Size::kQuick);
  std::vector<std::vector<Placed>> fastest, slowest;
  for (const unsigned gpus : kCounts) {
    std::vector<Placement> placements;
    {
      const auto turn = judge.turn();
      placements = placements_of(gpus);
    }
    const std::string id = fmt::format("cluster.proact_pcie.{}.", gpus);
    judge.set(id + "orders", static_cast<double>(placements.size()));
    judge.set(id + "model", placements.back().time / placements.front().time);
    const Placement& last = slowest_of(placements);
    judge.note(fmt::format("{} GPUs: fastest on leaves {}, slowest on {}, by the analytic model.",
                           gpus, fmt::join(placements.front().leaves, ","),
                           fmt::join(last.leaves, ",")));
    fastest.push_back(ask_at(runs, placements.front()));
    slowest.push_back(ask_at(runs, last));
  }
  isca21::AppBars bars("time at the slowest placement over that at the fastest");
  for (std::size_t n = 0; n < fastest.size(); ++n) {
    const auto judge_way = [&](const char* name, const char* shown, runs::Run Placed::*what) {
      const std::vector<double> all = costs(slowest[n], fastest[n], what);
      judge.set(fmt::format("cluster.proact_pcie.{}.{}", kCounts[n], name), geometric_mean(all));
      bars.add(fmt::format("{}, {} GPUs", shown, kCounts[n]), all);
    };
    judge_way("copies", "copies after the kernel", &Placed::copies);
    judge_way("chunks", "pushed chunks", &Placed::chunks);
  }
  judge.draw(bars.figure("proact_pcie", "Cost of the placement on T2",
                         "Fastest and slowest by the analytic model of [SC16]. GPUs and host are "
                         "those of PROACT's Kepler system. Means are geometric."));
}

}  // namespace gf::papers::cluster
