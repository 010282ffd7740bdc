// SPDX-License-Identifier: Apache-2.0
// Fig. 7: speed-up of four GPUs over one, by application, machine and kind of transfer.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "papers/isca21_proact/app_bars.h"
#include "papers/isca21_proact/proact_experiments.h"
#include "papers/isca21_proact/profile.h"
#include "papers/isca21_proact/um_hints.h"

namespace gf::papers::isca21 {
namespace {

/// The runs of an application on a machine.
struct Cell {
  runs::Run one, memcpy, memcpy_threads, limit;
  Profile profile;
  Unified um;
};

/// Speed-ups over one GPU, by application.
struct Speedups {
  std::vector<double> um, um_moved, memcpy, memcpy_threads, in_line, decoupled, proact, limit;
};
using Machines = std::vector<Speedups>;  ///< In the order of systems().

std::vector<Cell> cells_of(const ProactAppRuns& runs, const System& system) {
  std::vector<Cell> cells;
  for (const App& app : apps())
    cells.push_back({runs.one_gpu(system.name, app), runs.run(system.name, app, kMemcpy),
                     runs.run(system.name, app, kMemcpy, {"host.copy_threads=per_gpu"}),
                     runs.run(system.name, app, kInfinite), Profile(runs, system.name, app),
                     Unified(runs, system, app)});
  return cells;
}

Speedups speedups_of(const std::vector<Cell>& cells) {
  Speedups all;
  for (const Cell& cell : cells) {
    const double one = seconds(cell.one);
    const Found found = cell.profile.found();
    all.um.push_back(one / cell.um.best());
    all.um_moved.push_back(one / cell.um.moved());
    all.memcpy.push_back(one / seconds(cell.memcpy));
    all.memcpy_threads.push_back(one / seconds(cell.memcpy_threads));
    all.in_line.push_back(one / found.inline_time);
    all.decoupled.push_back(one / found.decoupled_time);
    all.proact.push_back(one / found.time());
    all.limit.push_back(one / seconds(cell.limit));
  }
  return all;
}

Figure figure_of(const System& system, const Speedups& speedups, const std::string& id) {
  AppBars bars("speed-up over one GPU");
  bars.add("UM, pages move", speedups.um_moved);
  bars.add("UM, best hints", speedups.um);
  bars.add("cudaMemcpy", speedups.memcpy);
  bars.add("PROACT-inline", speedups.in_line);
  bars.add("PROACT-decoupled", speedups.decoupled);
  bars.add("infinite bandwidth", speedups.limit);
  bars.published(id + "proact." + system.id());
  bars.published(id + "limit." + system.id());
  bars.says(1, "one GPU: UM is below it on average (the text)");
  return bars.figure("fig7_" + system.id(), "Speed-up of four GPUs, " + system.shown,
                     "Means are geometric. PROACT is the better of inline and decoupled.");
}

std::vector<double> all_of(const Machines& machines, std::vector<double> Speedups::*what) {
  std::vector<double> all;
  for (const Speedups& machine : machines)
    all.insert(all.end(), (machine.*what).begin(), (machine.*what).end());
  return all;
}

constexpr double kGpus = 4;

void judge_means(Judge& judge, const std::string& id, const Machines& machines) {
  const auto mean_of = [&](std::vector<double> Speedups::*what) {
    return geometric_mean(all_of(machines, what));
  };
  judge.set(id + "proact", mean_of(&Speedups::proact));
  judge.set(id + "memcpy", mean_of(&Speedups::memcpy));
  judge.set(id + "memcpy.per_gpu", mean_of(&Speedups::memcpy_threads));
  judge.set(id + "limit", mean_of(&Speedups::limit));
  judge.set(id + "limit.linear", mean_of(&Speedups::limit) / kGpus);
  judge.set(id + "um", mean_of(&Speedups::um));
  judge.set(id + "um_moved", mean_of(&Speedups::um_moved));
  judge.set(id + "share", 100 * mean_of(&Speedups::proact) / mean_of(&Speedups::limit));
  for (std::size_t n = 0; n < machines.size(); ++n) {
    const Speedups& m = machines[n];
    judge.set(id + "proact." + systems()[n].id(), geometric_mean(m.proact));
    judge.set(id + "limit." + systems()[n].id(), geometric_mean(m.limit));
    judge.set(
        id + systems()[n].id(),
        fmt::format("{:.2f} {:.2f} {:.2f} {:.2f}", geometric_mean(m.um), geometric_mean(m.memcpy),
                    geometric_mean(m.proact), geometric_mean(m.limit)));
  }
}

void judge_orders_of_um(Judge& judge, const std::string& id, const Machines& machines) {
  double jacobi = machines[0].um[kJacobi] / machines[0].memcpy[kJacobi];
  for (const Speedups& m : machines) jacobi = std::min(jacobi, m.um[kJacobi] / m.memcpy[kJacobi]);
  judge.set(id + "um_pagerank",
            std::max(machines[kPascal].um[kPageRank], machines[kVolta].um[kPageRank]));
  judge.set(id + "um_jacobi", jacobi);
  const std::vector<double> all = all_of(machines, &Speedups::um);
  judge.set(id + "um_some", static_cast<double>(std::count_if(
                                all.begin(), all.end(), [](double gain) { return gain >= 1.2; })));
  judge.set(id + "um_kepler",
            geometric_mean(machines[kKepler].um) / std::min(geometric_mean(machines[kPascal].um),
                                                            geometric_mean(machines[kVolta].um)));
}

void judge_orders(Judge& judge, const std::string& id, const Machines& machines) {
  std::vector<double> others, decoupled;
  for (const Speedups& m : machines) {
    for (std::size_t a = 0; a < m.memcpy.size(); ++a) {
      if (a != kPageRank) others.push_back(m.memcpy[a]);
      if (a >= kPageRank) decoupled.push_back(m.decoupled[a] / m.in_line[a]);
    }
  }
  judge.set(id + "memcpy_others", least(others));
  judge.set(id + "memcpy_pagerank.volta", machines[kVolta].memcpy[kPageRank]);
  judge.set(id + "memcpy_pagerank.pascal", machines[kPascal].memcpy[kPageRank]);
  judge.set(id + "over_memcpy", least(ratios(all_of(machines, &Speedups::proact),
                                             all_of(machines, &Speedups::memcpy))));
  judge.set(id + "scattered", least(decoupled));
}

}  // namespace

void speedups(Judge& judge, Size size) {
  const std::string id = rows_of("fig7", size);
  const ProactAppRuns runs(judge, size);
  std::vector<std::vector<Cell>> asked;
  // All machines are requested before the first is read, so that they run in parallel.
  for (const System& system : systems()) asked.push_back(cells_of(runs, system));
  Machines machines;
  for (std::size_t m = 0; m < asked.size(); ++m) {
    machines.push_back(speedups_of(asked[m]));
    judge.draw(figure_of(systems()[m], machines.back(), id));
  }
  judge_means(judge, id, machines);
  judge_orders(judge, id, machines);
  judge_orders_of_um(judge, id, machines);
  judge.note(
      "Rows have as many elements as those of the published matrices, which CTAs stream from "
      "memory; X-ray CT's input and operations are assumed. Copies are ordered "
      "as CUDA documents it; issuing them from one host thread was chosen with Fig. 10 in view: "
      "docs/fidelity.md.");
  judge.note(
      "UM is, for each application, the best of read replication with and without prefetches "
      "(pages "
      "move) and pre-populated page tables (shares stay on their GPUs). Kepler has no hints.");
}

}  // namespace gf::papers::isca21
