// SPDX-License-Identifier: Apache-2.0
// Two nodes of the torus: bandwidth, latency and overhead by kind of buffer, compared with staging
// and with InfiniBand.
#include <fmt/format.h>
#include <map>

#include "papers/arxiv13_apenet/apenet_experiments.h"
#include "papers/arxiv13_apenet/card_runs.h"

namespace gf::papers::apenet13 {
namespace {

const Words kShort = {"max=4 KiB"};
constexpr double kKiB = 1024;

constexpr const MemoryPair& kHostToHost = kWays[0];
constexpr const MemoryPair& kGpuToGpu = kWays[3];

runs::Run ask_way(Judge& judge, const char* test, const MemoryPair& way, const Words& more) {
  return ask_cluster(judge, with(with({std::string("test=") + test}, settings_of(way)), more));
}

runs::Run ask_bandwidth(Judge& judge, const MemoryPair& way, const Words& more = {}) {
  return ask_way(judge, "bw", way, with({"volume=8 MiB"}, more));
}
runs::Run ask_latency(Judge& judge, const MemoryPair& way, const Words& more = {}) {
  return ask_way(judge, "latency", way, with(kShort, more));
}
runs::Run ask_overhead(Judge& judge, const MemoryPair& way, const Words& more = {}) {
  return ask_way(judge, "bw", way, with(kShort, more));
}

/// Returns us per message of a bandwidth test.
SizeCurve overhead_of(const runs::Run& run) {
  SizeCurve curve = curve_of(run);
  for (std::size_t i = 0; i < curve.sizes.size(); ++i)
    // Bytes divided by MB/s are microseconds.
    curve.values[i] = curve.sizes[i] / curve.values[i];
  return curve;
}

/// Returns the last size up to which `a` is at least `b`, KiB.
double best_up_to(const SizeCurve& a, const SizeCurve& b) {
  double size = 0;
  for (std::size_t i = 0; i < a.sizes.size() && a.values[i] >= b.values[i]; ++i) size = a.sizes[i];
  return size / kKiB;
}

/// Settings for MVAPICH2 between GPUs over InfiniBand, with its card in a slot of that width.
Words infiniband(const char* slot) { return {"over=ib", std::string("ib.slot=") + slot}; }

}  // namespace

void bandwidths(Judge& judge) {
  std::vector<runs::Run> asked;
  for (const MemoryPair& way : kWays) asked.push_back(ask_bandwidth(judge, way));
  Chart chart = size_chart("bandwidth", "MB/s", Scale::kLinear);
  std::map<std::string, SizeCurve> by;
  for (std::size_t i = 0; i < kWays.size(); ++i) {
    by[kWays[i].name] = curve_of(asked[i]);
    add_curve(chart, kWays[i].name, by[kWays[i].name]);
  }
  chart.guides = {printed(1200, "H-H: best performance of 1.2 GB/s"),
                  printed(1080, "H-G: a 10 % penalty"),
                  {Guide::Along::kX, 32 * kKiB, "G-G reaches its plateau beyond 32 KB (the text)",
                   "32 KB", Role::kPublished}};
  const SizeCurve &hh = by["H-H"], &hg = by["H-G"], &gg = by["G-G"];
  const std::string id = "apenet.fig.bw.";
  judge.set(id + "hh", hh.highest());
  judge.set(id + "hg", 100 * (1 - hg.highest() / hh.highest()));
  judge.set(id + "rx", gg.highest() / hg.highest());
  judge.set(id + "gg32", gg.at(32 * kKiB) / gg.highest());
  judge.set(id + "gg8", gg.at(8 * kKiB) / gg.highest());
  judge.set(id + "steep", hh.at(8 * kKiB) / hh.highest() * gg.highest() / gg.at(8 * kKiB));
  judge.set(id + "compromise", hg.at(8 * kKiB) / gg.at(8 * kKiB));
  judge.draw({"bw", "Bandwidth between two nodes", "For each type of buffer.", chart});
}

void against_infiniband(Judge& judge) {
  const runs::Run with_p2p = ask_bandwidth(judge, kGpuToGpu);
  const runs::Run plain = ask_bandwidth(judge, kGpuToGpu, {"staging=plain"});
  const runs::Run two_buffers = ask_bandwidth(judge, kGpuToGpu, {"staging=pipelined"});
  const runs::Run ib_x4 = ask_bandwidth(judge, kGpuToGpu, infiniband("x4"));
  const runs::Run ib_x8 = ask_bandwidth(judge, kGpuToGpu, infiniband("x8"));
  const SizeCurve p2p = curve_of(with_p2p), staged = curve_of(plain),
                  pipelined = curve_of(two_buffers);
  const SizeCurve x4 = curve_of(ib_x4), x8 = curve_of(ib_x8);
  Chart chart = size_chart("bandwidth", "MB/s", Scale::kLog10);
  add_curve(chart, "P2P", p2p);
  add_curve(chart, "staging", staged);
  add_curve(chart, "staging, pipelined", pipelined);
  add_curve(chart, "MVAPICH2/IB x8", x8);
  add_curve(chart, "MVAPICH2/IB x4", x4);
  chart.guides = {{Guide::Along::kX, 32 * kKiB, "P2P is effective up to 32 KB (the text)", "32 KB",
                   Role::kPublished}};
  const std::string id = "apenet.fig.vs_ib.";
  judge.set(id + "crossover", best_up_to(p2p, staged));
  judge.set(id + "pipelined", best_up_to(p2p, pipelined));
  judge.set(id + "small", p2p.at(kKiB) / staged.at(kKiB));
  judge.set(id + "large", staged.at(64 * kKiB) / p2p.at(64 * kKiB));
  judge.set(id + "ib1", p2p.at(kKiB) / x8.at(kKiB));
  judge.set(id + "ib", best_up_to(p2p, x8));
  judge.draw({"vs_ib", "Bandwidth between GPUs of two nodes",
              "InfiniBand by RDMA cards and the steps of MVAPICH2.", chart});
}

void latencies(Judge& judge) {
  std::map<std::string, runs::Run> asked;
  for (const MemoryPair& way : kWays) asked.emplace(way.name, ask_latency(judge, way));
  asked.emplace("G-G, staging", ask_latency(judge, kGpuToGpu, {"staging=plain"}));
  asked.emplace("G-G, MVAPICH2/IB", ask_latency(judge, kGpuToGpu, infiniband("x8")));
  Chart chart = size_chart("latency", "us", Scale::kLinear);
  std::map<std::string, SizeCurve> by;
  for (const auto& [name, run] : asked) {
    by[name] = curve_of(run);
    add_curve(chart, name, by[name]);
  }
  chart.guides = {printed(6.3, "H-H: 6.3 us"), printed(8.2, "G-G: 8.2 us"),
                  printed(16.8, "staging: 16.8 us"), printed(17.4, "MVAPICH2/IB: 17.4 us")};
  const double hh = by["H-H"].at(32), staged = by["G-G, staging"].at(32);
  const std::string id = "apenet.latency.";
  judge.set(id + "hh", hh);
  judge.set(id + "gg", by["G-G"].at(32));
  judge.set(id + "staging", staged);
  judge.set(id + "ib", by["G-G, MVAPICH2/IB"].at(32));
  judge.set(id + "copy", staged - hh);
  judge.draw({"latency", "Half a round trip between two nodes", "For each type of buffer.", chart});
}

void overheads(Judge& judge) {
  const runs::Run host = ask_overhead(judge, kHostToHost);
  const runs::Run gpu = ask_overhead(judge, kGpuToGpu);
  const runs::Run staging = ask_overhead(judge, kGpuToGpu, {"staging=plain"});
  const runs::Run waits = ask_overhead(judge, kGpuToGpu, {"staging=plain", "window=2"});
  const SizeCurve hh = overhead_of(host), gg = overhead_of(gpu), staged = overhead_of(staging);
  Chart chart = size_chart("time per message", "us", Scale::kLinear);
  add_curve(chart, "H-H", hh);
  add_curve(chart, "G-G, P2P", gg);
  add_curve(chart, "G-G, staging", staged);
  chart.guides = {printed(5, "H-H: 5 us"), printed(8, "G-G: 3 us more"),
                  printed(17, "staging: 17 us")};
  const std::string id = "apenet.overhead.";
  judge.set(id + "hh", hh.at(32));
  judge.set(id + "gg", gg.at(32) - hh.at(32));
  judge.set(id + "staging", staged.at(32));
  judge.set(id + "staging.window", overhead_of(waits).at(32));
  judge.draw({"overhead", "Time per message in the bandwidth test", "This is LogP's host overhead.",
              chart});
}

}  // namespace gf::papers::apenet13
