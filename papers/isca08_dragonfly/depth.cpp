// SPDX-License-Identifier: Apache-2.0
// Figs. 11, 12 and 16: effect of the input buffers' depth on minimally routed packets, and how
// credits that signal congestion change it.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "papers/isca08_dragonfly/points.h"

namespace gf::papers::isca08 {
namespace {

Words depth(unsigned flits) { return {fmt::format("vc_buffer={}", flits)}; }

/// Near saturation it takes long to reach a steady state.
Words slow(unsigned flits) {
  Words words = patient(depth(flits));
  words.emplace_back("measurement.warmup_most=100");
  return words;
}

/// Content of latencies.csv: bins of equal width, in per cent of all packets.
struct Latencies {
  std::vector<double> edges;
  std::vector<double> minimal;
  std::vector<double> nonminimal;
};

Latencies latencies(const core::CsvTable& table, double width, unsigned bins) {
  Latencies all{{}, std::vector<double>(bins), std::vector<double>(bins)};
  for (unsigned i = 0; i <= bins; ++i) all.edges.push_back(i * width);
  double total = 0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const double minimal = table.number(row, "minimal");
    const double nonminimal = table.number(row, "nonminimal");
    const auto bin =
        std::min(bins - 1, static_cast<unsigned>(table.number(row, "latency") / width));
    all.minimal[bin] += minimal;
    all.nonminimal[bin] += nonminimal;
    total += minimal + nonminimal;
  }
  for (unsigned i = 0; i < bins; ++i) {
    all.minimal[i] *= 100 / total;
    all.nonminimal[i] *= 100 / total;
  }
  return all;
}

Figure histogram_figure(const std::string& id, unsigned flits, const Latencies& all) {
  Chart chart;
  chart.x = {"latency", "cycles", Scale::kLinear, 0.0, {}, {}};
  chart.y = {"share of all packets", "%", Scale::kLinear, 0.0, {}, {}};
  chart.series = {
      {"minimal", Role::kSimulated, Mark::kHistogram, all.edges, all.minimal, ""},
      {"non-minimal", Role::kSimulated, Mark::kHistogram, all.edges, all.nonminimal, ""}};
  return {id,
          fmt::format("Packet latency at load 0.2, worst-case traffic, buffers of {} flits", flits),
          "The last bin holds all packets that took longer.", chart};
}

}  // namespace

void buffers(Judge& judge) {
  const Points points(judge);
  const std::vector<double> loads = {0.02, 0.1, 0.2, 0.25};
  const std::vector<LoadCurve> curves = {
      points.curve("16 flits", "ugal_l", "wc", loads, depth(16)),
      points.curve("256 flits", "ugal_l", "wc", loads, depth(256))};
  const auto at = [](const Series& curve, double load) {
    const auto found = std::find(curve.x.begin(), curve.x.end(), load);
    return found == curve.x.end() ? std::numeric_limits<double>::quiet_NaN()
                                  : curve.y[static_cast<std::size_t>(found - curve.x.begin())];
  };
  const Series shallow = curves[0].series(), deep = curves[1].series();
  judge.set("dragonfly.fig11.depth", at(deep, 0.2) / at(shallow, 0.2));
  judge.set("dragonfly.fig11.falls", at(deep, 0.2) / at(deep, 0.1));
  judge.draw(latency_figure("fig11", "UGAL-L, worst-case traffic, buffers of 16 and 256 flits",
                            "As the load rises, more packets leave the minimal path, and the text "
                            "says that average latency decreases until saturation.",
                            curves, {load_guide(0.25, "0.25: the load of Fig. 12")}));
}

void two_humps(Judge& judge) {
  const Points points(judge);
  // The paper's load is 0.25, at which nothing is steady here (DRAGONFLY-7).
  const runs::Run shallow = points.at("ugal_l", "wc", 0.2, slow(16));
  const runs::Run deep = points.at("ugal_l", "wc", 0.2, slow(256));
  const runs::Run lighter = points.at("ugal_l", "wc", 0.1, slow(256));
  const LoadCurve to_its_load = points.curve("UGAL-L", "ugal_l", "wc", {0.2, 0.22, 0.24, 0.25});
  const auto ratio = [](const runs::Run& run) {
    return latency(run, "minimal") / latency(run, "nonminimal");
  };
  judge.set("dragonfly.fig12.16", ratio(shallow));
  judge.set("dragonfly.fig12.256", ratio(deep));
  judge.set("dragonfly.fig12.load", to_its_load.highest_kept());
  judge.set("dragonfly.fig12.minimal", latency(deep, "minimal") / latency(lighter, "minimal"));
  judge.set("dragonfly.fig12.detours",
            deep.value("nonminimal_part") / lighter.value("nonminimal_part"));
  judge.draw(histogram_figure("fig12a", 16, latencies(shallow.csv("latencies.csv"), 5, 50)));
  judge.draw(histogram_figure("fig12b", 256, latencies(deep.csv("latencies.csv"), 50, 50)));
}

namespace {

std::vector<LoadCurve> both_routings(const Points& points, const std::string& traffic,
                                     const std::vector<double>& loads, unsigned flits) {
  return {points.curve("UGAL-L_VC_H", "ugal_l_vc_h", traffic, loads, depth(flits)),
          points.curve("UGAL-L_CR", "ugal_l_cr", traffic, loads, depth(flits))};
}

}  // namespace

void credit_round_trip(Judge& judge) {
  const Points points(judge);
  // Both count waiting flits; UGAL-L_CR also senses, and signals, by round trips of credits.
  const auto at_03 = [&](const std::string& routing, unsigned flits, const char* queue) {
    Words words = depth(flits);
    words.push_back(std::string("ugal_queue=") + queue);
    return points.at(routing, "wc", 0.3, patient(words));
  };
  const runs::Run h16 = at_03("ugal_l_vc_h", 16, "waiting");
  const runs::Run h256 = at_03("ugal_l_vc_h", 256, "waiting");
  const runs::Run cr16 = at_03("ugal_l_cr", 16, "waiting+late");
  const runs::Run cr256 = at_03("ugal_l_cr", 256, "waiting+late");
  // Effect of the signals only: `both` counts credits too, and ugal_l_cr delays them in addition.
  const runs::Run both16 = at_03("ugal_l_vc_h", 16, "both");
  const runs::Run both256 = at_03("ugal_l_vc_h", 256, "both");
  const runs::Run signal16 = at_03("ugal_l_cr", 16, "both");
  const runs::Run signal256 = at_03("ugal_l_cr", 256, "both");
  const runs::Run cr_wc = points.at("ugal_l_cr", "wc", 0.6, depth(16));
  const runs::Run h_wc = points.at("ugal_l_vc_h", "wc", 0.6, depth(16));
  const runs::Run cr_ur = points.at("ugal_l_cr", "uniform", 0.9, depth(16));
  const runs::Run h_ur = points.at("ugal_l_vc_h", "uniform", 0.9, depth(16));
  std::vector<std::pair<unsigned, std::array<std::vector<LoadCurve>, 2>>> figures;
  for (const unsigned flits : {16u, 256u})
    figures.push_back({flits,
                       {both_routings(points, "wc", {0.02, 0.1, 0.3}, flits),
                        both_routings(points, "uniform", {0.1, 0.5}, flits)}});
  judge.set("dragonfly.fig16.wc16", latency(cr16) / latency(h16));
  judge.set("dragonfly.fig16.wc256", latency(cr256) / latency(h256));
  judge.set("dragonfly.fig16.depth", latency(cr256) / latency(cr16));
  judge.set("dragonfly.fig16.throughput.wc", accepted(cr_wc) / accepted(h_wc));
  judge.set("dragonfly.fig16.throughput.ur", accepted(cr_ur) / accepted(h_ur));
  judge.set("dragonfly.fig16.undelayed", latency(both256) / latency(h256));
  judge.set("dragonfly.fig16.undelayed16", latency(both16) / latency(h16));
  judge.set("dragonfly.fig16.signal16", latency(signal16) / latency(both16));
  judge.set("dragonfly.fig16.signal256", latency(signal256) / latency(both256));
  for (const auto& [flits, curves] : figures) {
    judge.draw(latency_figure(fmt::format("fig16wc{}", flits),
                              fmt::format("Worst-case traffic, buffers of {} flits", flits), "",
                              curves[0]));
    judge.draw(latency_figure(fmt::format("fig16ur{}", flits),
                              fmt::format("Uniform traffic, buffers of {} flits", flits), "",
                              curves[1]));
  }
}

void progressive(Judge& judge) {
  const Points points(judge);
  const auto at_03 = [&](const std::string& routing, unsigned flits) {
    return points.at(routing, "wc", 0.3, patient(depth(flits)));
  };
  const runs::Run par16 = at_03("par", 16), par256 = at_03("par", 256);
  judge.set("dragonfly.par.over_h", latency(par16) / latency(at_03("ugal_l_vc_h", 16)));
  judge.set("dragonfly.par.over_g", latency(par16) / latency(at_03("ugal_g", 16)));
  judge.set("dragonfly.par.depth", latency(par256) / latency(par16));
  judge.set("dragonfly.par.wc", accepted(points.at("par", "wc", 0.45)));
  judge.set("dragonfly.par.ur", accepted(points.at("par", "uniform", 0.9)) /
                                    accepted(points.at("ugal_l_vc_h", "uniform", 0.9)));
}

}  // namespace gf::papers::isca08
