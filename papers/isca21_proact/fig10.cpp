// SPDX-License-Identifier: Apache-2.0
// Fig. 10: one problem on 1 to 16 GPUs.
#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "papers/isca21_proact/proact_experiments.h"

namespace gf::papers::isca21 {
namespace {

/// Returns whether inline is run too: by Table II on Volta, by proact.table2 on the others.
bool inline_may_win(const std::string& system, const App& app) {
  if (system == "16x_volta") return app.name == "xray_ct";
  return app.name != "pagerank" && app.name != "als";
}

/// An application with a kind of transfer, and its run on one GPU.
struct Point {
  runs::Run one;
  std::vector<runs::Run> tried;  ///< The fastest one counts.

  [[nodiscard]] double speedup() const {
    double time = seconds(tried[0]);
    for (const runs::Run& run : tried) time = std::min(time, seconds(run));
    return seconds(one) / time;
  }
};

/// By number of GPUs, then application.
using AskedCurve = std::map<unsigned, std::vector<Point>>;
/// By number of GPUs: geometric mean over the applications.
using ScalingCurve = std::map<unsigned, double>;

AskedCurve ask_curve(const ProactAppRuns& runs, const std::string& system, const Transfer& transfer,
                     const std::vector<unsigned>& gpus) {
  AskedCurve curve;
  for (const unsigned n : gpus) {
    const Words settings = {fmt::format("gpus={}", n)};
    for (const App& app : apps()) {
      Point point{runs.one_gpu(system, app), {runs.run(system, app, transfer, settings)}};
      if (transfer.mechanism == kPolling.mechanism && inline_may_win(system, app))
        point.tried.push_back(runs.run(system, app, kInline, settings));
      curve[n].push_back(point);
    }
  }
  return curve;
}

ScalingCurve read_curve(const AskedCurve& asked) {
  ScalingCurve curve = {{1, 1.0}};
  for (const auto& [gpus, points] : asked) {
    std::vector<double> all;
    for (const Point& point : points) all.push_back(point.speedup());
    curve[gpus] = geometric_mean(all);
  }
  return curve;
}

/// By kind of transfer.
template <class Curve>
struct Curves {
  Curve memcpy, proact, limit, hardware;
};

/// `points`: the numbers of GPUs to run.
Curves<AskedCurve> ask_curves(const ProactAppRuns& runs, const std::string& system,
                              const Curves<std::vector<unsigned>>& points) {
  return {ask_curve(runs, system, kMemcpy, points.memcpy),
          ask_curve(runs, system, kPolling, points.proact),
          ask_curve(runs, system, kInfinite, points.limit),
          ask_curve(runs, system, kHardware, points.hardware)};
}

Curves<ScalingCurve> read_curves(const Curves<AskedCurve>& asked) {
  return {read_curve(asked.memcpy), read_curve(asked.proact), read_curve(asked.limit),
          read_curve(asked.hardware)};
}

Series series(const std::string& name, const ScalingCurve& curve) {
  Series series{name, Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
  for (const auto& [gpus, speedup] : curve) {
    series.x.push_back(gpus);
    series.y.push_back(speedup);
  }
  return series;
}

/// The number of GPUs up to which cudaMemcpy gains, according to the text.
struct Knee {
  double gpus;
  const char* sentence;
};

Figure figure_of(const std::string& id, const std::string& shown, const Knee& knee,
                 const Curves<ScalingCurve>& curves) {
  Chart chart;
  chart.x = {"GPUs", "", Scale::kLinear, 0.0, {}, {}};
  chart.y = {"speed-up over one GPU", "x", Scale::kLinear, 0.0, {}, {}};
  for (const Series& one :
       {series("cudaMemcpy", curves.memcpy), series("PROACT", curves.proact),
        series("hardware agent", curves.hardware), series("infinite bandwidth", curves.limit)})
    if (one.x.size() > 1) chart.series.push_back(one);
  chart.guides = {
      {Guide::Along::kX, knee.gpus, knee.sentence, number_text(knee.gpus), Role::kPublished}};
  return {id, "Strong scaling, " + shown, "Geometric means of five applications.", chart};
}

/// A statement of the text about cudaMemcpy on a machine: it scales to `knee` GPUs and then levels
/// off.
struct ScalingClaim {
  std::string id;
  unsigned knee;
  /// If it levels off, this number of GPUs gains at most 5 % over the knee.
  unsigned beyond;
};

/// Returns the number of GPUs with the highest speed-up.
unsigned fastest_of(const ScalingCurve& curve) {
  return std::max_element(curve.begin(), curve.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

void judge_machine(Judge& judge, const std::string& id, const ScalingClaim& machine,
                   const Curves<ScalingCurve>& curves) {
  judge.set(id + "knee." + machine.id, static_cast<double>(fastest_of(curves.memcpy)));
  judge.set(id + "level." + machine.id,
            curves.memcpy.at(machine.beyond) / curves.memcpy.at(machine.knee));
  judge.set(id + "two." + machine.id, curves.proact.at(2) / curves.memcpy.at(2));
}

void judge_volta(Judge& judge, const std::string& id, const Curves<ScalingCurve>& volta) {
  for (const unsigned gpus : {4u, 8u, 16u}) {
    judge.set(fmt::format("{}over_memcpy.{}", id, gpus),
              volta.proact.at(gpus) / volta.memcpy.at(gpus));
    judge.set(fmt::format("{}of_limit.{}", id, gpus),
              100 * volta.proact.at(gpus) / volta.limit.at(gpus));
  }
  judge.set(id + "proact", volta.proact.at(16));
  judge.set(id + "proact.linear", volta.proact.at(16) / 16);
  judge.set(id + "memcpy", volta.memcpy.at(16));
  judge.set(id + "limit", volta.limit.at(16));
  judge.set(id + "hardware", volta.hardware.at(16));
}

}  // namespace

void scaling(Judge& judge) {
  const std::string id = rows_of("fig10", Size::kLarge);
  const ProactAppRuns runs(judge, Size::kLarge);
  const Curves<std::vector<unsigned>> four{{2, 3, 4}, {2}, {}, {}};
  const Curves<std::vector<unsigned>> sixteen{{2, 4, 5, 6, 8, 16}, {2, 4, 8, 16}, {4, 8, 16}, {16}};
  // All three machines are requested before the first is read, the longest one first.
  const auto asked_volta = ask_curves(runs, "16x_volta", sixteen);
  const auto asked_kepler = ask_curves(runs, "4x_kepler", four);
  const auto asked_pascal = ask_curves(runs, "4x_pascal", four);
  const auto volta = read_curves(asked_volta);
  const auto kepler = read_curves(asked_kepler);
  const auto pascal = read_curves(asked_pascal);
  judge_volta(judge, id, volta);
  judge_machine(judge, id, {"kepler", 3, 4}, kepler);
  judge_machine(judge, id, {"pascal", 3, 4}, pascal);
  judge_machine(judge, id, {"volta", 6, 8}, volta);
  judge.draw(figure_of("fig10_kepler", "4x Kepler",
                       {2, "cudaMemcpy flattens beyond two GPUs (the text)"}, kepler));
  judge.draw(figure_of("fig10_pascal", "4x Pascal",
                       {3, "cudaMemcpy is competitive up to three GPUs (the text)"}, pascal));
  Figure sixteen_gpus = figure_of("fig10_volta", "16x Volta",
                                  {5, "cudaMemcpy scales to five GPUs (the text)"}, volta);
  sixteen_gpus.rows = {{id + "proact", Guide::Along::kY, 16}};
  judge.draw(sixteen_gpus);
  judge.note(
      "PROACT is polling with 16 KiB and 2048 threads, or inline where that is faster (tried for "
      "X-ray CT, and on Kepler and Pascal for SSSP and Jacobi too); numbers of GPUs are not "
      "profiled separately.");
}

}  // namespace gf::papers::isca21
