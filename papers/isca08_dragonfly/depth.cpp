// SPDX-License-Identifier: Apache-2.0
// Figs. 11, 12 and 16: what the depth of the input buffers does to the packets that go minimally,
// and what credits that tell of congestion do about it.
#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <limits>

#include "papers/isca08_dragonfly/dragonfly_experiments.h"
#include "papers/isca08_dragonfly/points.h"

namespace gf::papers::isca08 {
namespace {

Words depth(unsigned flits) { return {fmt::format("vc_buffer={}", flits)}; }

/// Near saturation it takes long to be steady.
Words slow(unsigned flits) {
  Words words = patient(depth(flits));
  words.emplace_back("measurement.warmup_most=100");
  return words;
}

/// latencies.csv in bins of equal width, in per cent of all packets.
struct Latencies {
  std::vector<double> edges;
  std::vector<double> minimal;
  std::vector<double> nonminimal;
};

Latencies latencies(const std::filesystem::path& file, double width, unsigned bins) {
  Latencies all{{}, std::vector<double>(bins), std::vector<double>(bins)};
  for (unsigned i = 0; i <= bins; ++i) all.edges.push_back(i * width);
  std::ifstream in(file);
  std::string header;
  std::getline(in, header);
  double cycles = 0, minimal = 0, nonminimal = 0, total = 0;
  for (char comma = 0; in >> cycles >> comma >> minimal >> comma >> nonminimal;) {
    const auto bin = std::min(bins - 1, static_cast<unsigned>(cycles / width));
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
  chart.y = {"part of all packets", "%", Scale::kLinear, 0.0, {}, {}};
  chart.series = {
      {"minimal", Role::kSimulated, Mark::kHistogram, all.edges, all.minimal, ""},
      {"non-minimal", Role::kSimulated, Mark::kHistogram, all.edges, all.nonminimal, ""}};
  return {id, fmt::format("Latency of packets at 0.25, worst case, buffers of {} flits", flits),
          "The last bin holds all that took longer.", chart};
}

}  // namespace

ExperimentResult buffers(const ExperimentContext& context) {
  ExperimentResult result;
  const Points points(context, result);
  const auto loads = points.loads({0.02, 0.1, 0.2, 0.25}, {.02, .05, .1, .15, .2, .25, .3});
  const std::vector<Series> curves = {points.curve("16 flits", "ugal_l", "wc", loads, depth(16)),
                                      points.curve("256 flits", "ugal_l", "wc", loads, depth(256))};
  result.figures = {latency_figure("fig11", "UGAL-L, worst case, buffers of 16 and 256 flits",
                                   "Latency falls again as more packets leave the minimal way.",
                                   curves)};
  const auto at_02 = [](const Series& curve) {
    const auto found = std::find(curve.x.begin(), curve.x.end(), 0.2);
    return found == curve.x.end() ? std::numeric_limits<double>::quiet_NaN()
                                  : curve.y[static_cast<std::size_t>(found - curve.x.begin())];
  };
  const double growth = at_02(curves[1]) / at_02(curves[0]);
  result.measurements = {emergent("dragonfly.fig11.depth", "mean latency at 0.2, 256 over 16 flits",
                                  "grows", growth,
                                  at_least(2, "minimal packets fill the buffers first"))};
  return result;
}

ExperimentResult two_humps(const ExperimentContext& context) {
  ExperimentResult result;
  const Points points(context, result);
  const ChildRun& shallow = points.at("ugal_l", "wc", 0.25, slow(16));
  const ChildRun& deep = points.at("ugal_l", "wc", 0.25, slow(256));
  result.figures = {
      histogram_figure("fig12a", 16, latencies(shallow.directory / "latencies.csv", 5, 50)),
      histogram_figure("fig12b", 256, latencies(deep.directory / "latencies.csv", 50, 50))};
  const auto ratio = [](const ChildRun& run) {
    return run.value("latency_minimal_mean") / run.value("latency_nonminimal_mean");
  };
  const std::string fill = "minimal packets fill the buffers before others take detours";
  result.measurements = {
      emergent("dragonfly.fig12.16", "minimal over non-minimal latency at 0.25, 16 flits",
               "above 1", ratio(shallow), at_least(1.5, fill)),
      emergent("dragonfly.fig12.256", "the same, 256 flits", "far above 1", ratio(deep),
               at_least(5, fill)),
  };
  return result;
}

ExperimentResult credit_round_trip(const ExperimentContext& context) {
  ExperimentResult result;
  const Points points(context, result);
  const auto latency = [&](const std::string& routing, unsigned flits) {
    return points.at(routing, "wc", 0.3, patient(depth(flits))).value("latency_mean");
  };
  const double h16 = latency("ugal_l_vc_h", 16), h256 = latency("ugal_l_vc_h", 256);
  const double cr16 = latency("ugal_l_cr", 16), cr256 = latency("ugal_l_cr", 256);
  const auto accepted = [&](const std::string& routing, const std::string& traffic, double load) {
    return points.accepted(routing, traffic, load, depth(16));
  };
  const double wc = accepted("ugal_l_cr", "wc", 0.6) / accepted("ugal_l_vc_h", "wc", 0.6);
  const double ur = accepted("ugal_l_cr", "uniform", 0.9) / accepted("ugal_l_vc_h", "uniform", 0.9);
  Words both = depth(256);
  both.emplace_back("ugal_queue=both");
  const double undelayed = points.at("ugal_l_vc_h", "wc", 0.3, patient(both)).value("latency_mean");
  const std::string id = "dragonfly.fig16.";
  const std::string order = "an order that the text states";
  result.measurements = {
      emergent(id + "wc16", "WC at 0.3, 16 flits: latency, UGAL-L_CR over _VC_H", "lower",
               cr16 / h16, at_most(0.9, order)),
      emergent(id + "wc256", "WC at 0.3, 256 flits: the same", "much lower", cr256 / h256,
               at_most(0.5, order)),
      emergent(id + "depth", "UGAL-L_CR: latency, 256 over 16 flits", "nearly independent",
               cr256 / cr16, in_range(0.7, 1.3, "nearly 1")),
      emergent(id + "throughput.wc", "WC: accepted, UGAL-L_CR over _VC_H", "none lost", wc,
               at_least(0.97, order)),
      emergent(id + "throughput.ur", "UR: accepted at 0.9, UGAL-L_CR over _VC_H", "none lost", ur,
               at_least(0.97, order)),
      emergent(id + "undelayed", "256 flits: _VC_H that counts credits, not delayed, over _VC_H",
               {}, undelayed / h256, not_gated("what of the gain is the count: row DRAGONFLY-2")),
  };
  const auto loads = points.loads({0.02, 0.1, 0.3}, {.02, .05, .1, .2, .3, .35, .4, .45});
  const auto up = points.loads({0.1, 0.5}, {.1, .3, .5, .6, .7});
  const auto curves = [&](const std::string& traffic, const std::vector<double>& at, unsigned n) {
    return std::vector<Series>{points.curve("UGAL-L_VC_H", "ugal_l_vc_h", traffic, at, depth(n)),
                               points.curve("UGAL-L_CR", "ugal_l_cr", traffic, at, depth(n))};
  };
  for (const unsigned n : {16u, 256u}) {
    result.figures.push_back(latency_figure(fmt::format("fig16wc{}", n),
                                            fmt::format("Worst case, buffers of {} flits", n), "",
                                            curves("wc", loads, n)));
    result.figures.push_back(latency_figure(fmt::format("fig16ur{}", n),
                                            fmt::format("Uniform, buffers of {} flits", n), "",
                                            curves("uniform", up, n)));
  }
  return result;
}

}  // namespace gf::papers::isca08
