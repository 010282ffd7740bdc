// SPDX-License-Identifier: Apache-2.0
// Does a card that reads and writes GPU memory directly lose to copies through host memory when the
// tree gets busy?
#include <fmt/format.h>

#include "questions/cluster_experiments.h"
#include "questions/cluster_runs.h"

namespace gf::papers::cluster {
namespace {

constexpr unsigned kGpus = 8;     ///< Per node, four behind each switch; card at the first.
constexpr unsigned kStreams = 3;  ///< At most.
constexpr unsigned kMiB = 1u << 20;

/// Direction of the background copies.
enum class Background {
  kIntoGpu,  ///< From neighbours into the GPU that sends or receives.
  kAcross,   ///< Both ways between the switches; the GPU and the card are at different ones.
};

/// Returns a stream of four copies, one after the other.
std::string stream(unsigned from, unsigned to) {
  std::string text;
  for (unsigned n = 0; n < 4; ++n)
    text += fmt::format("busy,s{0}_{1}_{2},{0},{1},{3},{4}\n", from, to, n, kMiB,
                        n == 0 ? "" : fmt::format("s{}_{}_{}", from, to, n - 1));
  return text;
}

/// Returns a copy of 1 MiB from node 0 to node 1, and `streams` background streams on each node.
std::string schedule(Background where, unsigned streams) {
  const unsigned gpu = where == Background::kIntoGpu ? 0 : kGpus / 2;
  std::string text = "graph,id,src,dst,bytes,after\n";
  text += fmt::format("busy,copy,{},{},{},\n", gpu, kGpus + gpu, kMiB);
  for (const unsigned node : {0u, kGpus})
    for (unsigned i = 0; i < streams; ++i) {
      if (where == Background::kIntoGpu) {
        text += stream(node + 1 + i, node);
      } else {
        text += stream(node + kGpus / 2 + i, node + i) + stream(node + i, node + kGpus / 2 + i);
      }
    }
  return text;
}

runs::Run ask_busy(Judge& judge, const std::string& path, Background where, unsigned streams) {
  return ask_schedule(judge, {"nodes=2", "node.gpus=8", "node.switches=2", "path=" + path},
                      schedule(where, streams),
                      fmt::format("{}, {} streams {}", path, streams,
                                  where == Background::kIntoGpu ? "into the GPU" : "across"));
}

}  // namespace

void p2p_busy(Judge& judge) {
  struct Curve {
    const char* id;
    Background where;
    std::vector<runs::Run> direct, staged;
  };
  Curve curves[] = {{"into", Background::kIntoGpu, {}, {}},
                    {"across", Background::kAcross, {}, {}}};
  for (Curve& curve : curves)
    for (unsigned streams = 0; streams <= kStreams; ++streams) {
      curve.direct.push_back(ask_busy(judge, "direct", curve.where, streams));
      curve.staged.push_back(ask_busy(judge, "staged", curve.where, streams));
    }
  Chart chart;
  chart.x = {"streams in the background", "", Scale::kLinear, {}, {}, {}};
  chart.y = {"staged over direct, time", "x", Scale::kLinear, 0.0, {}, {}};
  for (const Curve& curve : curves) {
    Series series{curve.id, Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
    for (unsigned streams = 0; streams <= kStreams; ++streams) {
      series.x.push_back(streams);
      series.y.push_back(time_of(curve.staged[streams].csv("tasks.csv"), "busy", "copy") /
                         time_of(curve.direct[streams].csv("tasks.csv"), "busy", "copy"));
    }
    judge.set(fmt::format("cluster.p2p_busy.{}.idle", curve.id), series.y.front());
    judge.set(fmt::format("cluster.p2p_busy.{}.busy", curve.id), series.y.back());
    chart.series.push_back(std::move(series));
  }
  chart.guides = {{Guide::Along::kY, 1, "below it staging wins"}};
  judge.draw({"p2p_busy", "A copy of 1 MiB between two nodes",
              "into: copies into the same GPU memory; across: both ways between the switches.",
              chart});
}

}  // namespace gf::papers::cluster
