// SPDX-License-Identifier: Apache-2.0
// Receiving by registered buffers, more nodes than the paper had, and hardware blocks that it
// announces.
#include <fmt/format.h>

#include "papers/arxiv13_apenet/apenet_experiments.h"
#include "papers/arxiv13_apenet/card_runs.h"

namespace gf::papers::apenet13 {
namespace {

constexpr const char* kNode = "apenet_node";
constexpr const char* kCluster = "apenet_cluster";
const Words kMegabyte = {"min=1 MiB", "max=1 MiB", "window=4", "iterations=1"};

/// us of a firmware task that receives a packet of 4 KB.
double rx_time(const CardRuns& runs, const Words& more) {
  return runs.run(kNode, with(with(kMegabyte, {"test=bw", "src=host", "dst=host"}), more))
             .value("rx_task") *
         1e6;
}

}  // namespace

ExperimentResult receiving(const ExperimentContext& context) {
  ExperimentResult result;
  const CardRuns runs(context, result);
  Chart chart;
  chart.x = {"registered buffers", "", Scale::kLinear, 0.0, {}, {}};
  chart.y = {"time of a packet", "us", Scale::kLinear, 0.0, {}, {}};
  std::vector<double> places, times;
  for (const unsigned place : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
    places.push_back(place);
    times.push_back(rx_time(runs, {fmt::format("place={}", place)}));
  }
  chart.series = {{"processor", Role::kSimulated, Mark::kLinePoints, places, times, ""}};
  const double list = times[1] - rx_time(runs, {"place=2", "accelerated=buf_list"});
  const double pages = times[1] - rx_time(runs, {"place=2", "accelerated=v2p"});
  const double near = (times[3] - times[0]) / 7;
  const double far = (times[6] - times[0]) / 63;
  const std::string id = "apenet.rx.";
  result.measurements = {
      row(id + "packet", "a packet of 4 KB, two buffers", Kind::kCalibrated, 3.0, times[1], "us",
          relative(0.15, "in the order of 3 us")),
      row(id + "halves", "buffer list over V2P", Kind::kCalibrated, 1.0, list / pages, "x",
          relative(0.1, "equally dominated")),
      row(id + "share", "both of all", Kind::kDerived, "dominated", (list + pages) / times[1], "x",
          at_least(0.75, "the rest is small")),
      row(id + "linear", "a buffer's time up to 64 over up to 8", Kind::kDerived, 1.0, far / near,
          "x", relative(0.01, "linear in the registered buffers")),
      row(id + "buffer", "a buffer's time", Kind::kDerived, Value{}, far * 1e3, "ns",
          not_gated("20 cycles, assumed"))};
  result.figures = {{"rx", "Receiving a packet", "The receiving buffer is the last one.", chart}};
  return result;
}

ExperimentResult scaling(const ExperimentContext& context) {
  ExperimentResult result;
  const CardRuns runs(context, result);
  Words shapes = {"4x2x1", "4x4x1", "4x3x2", "4x4x4"};
  if (context.full) shapes.emplace_back("8x8x8");
  Chart chart;
  chart.x = {"nodes", "", Scale::kLog2, {}, {}, {}};
  chart.y = {"a node sends", "MB/s", Scale::kLinear, 0.0, {}, {}};
  Series halo{"halo, 64 KiB", Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
  Series all{"all-to-all, 4 KiB", Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
  const std::string id = "apenet.scale.";
  const auto busy = [&](const std::string& test, const std::string& shape, const ChildRun& run,
                        const std::string& bytes) {
    result.measurements.push_back(row(
        id + test + "." + shape,
        fmt::format("{}, {}: busiest processor over busiest link", test, shape), Kind::kEmergent,
        Value{}, run.value("processor_busy." + bytes) / run.value("link_busy." + bytes), "x",
        at_least(2, "it is the Nios that limits, not the torus")));
  };
  for (const std::string& shape : shapes) {
    const std::string size = "shape=" + shape;
    double nodes = 1;
    for (const char c : shape) nodes *= c == 'x' ? 1 : c - '0';
    const ChildRun& faces =
        runs.run(kCluster, with(one_size("64 KiB"), {"test=halo", size, "iterations=1"}));
    halo.x.push_back(nodes);
    halo.y.push_back(faces.value("rate.65536") / 1e6);
    busy("halo", shape, faces, "65536");
    if (nodes > 64) continue;  // half a million messages a step
    const ChildRun& everyone =
        runs.run(kCluster, with(one_size("4 KiB"), {"test=alltoall", size, "iterations=1"}));
    all.x.push_back(nodes);
    all.y.push_back(everyone.value("rate.4096") / 1e6);
    busy("alltoall", shape, everyone, "4096");
  }
  result.measurements.push_back(row(id + "halo", "halo: 4x4x4 over 4x3x2", Kind::kEmergent, Value{},
                                    halo.y[3] / halo.y[2], "x",
                                    in_range(0.9, 1.1, "a neighbour is a neighbour")));
  result.measurements.push_back(row(
      id + "alltoall", "all-to-all: a node of 4x4x4 over one of 4x2x1", Kind::kEmergent, Value{},
      all.y[3] / all.y[0], "x", in_range(0.95, 1.05, "links on the way are not the limit yet")));
  chart.series = {halo, all};
  result.figures = {{"scale", "More nodes than the paper had",
                     "Rates of one node, between GPUs, each message P2P.", chart}};
  return result;
}

ExperimentResult hardware_blocks(const ExperimentContext& context) {
  ExperimentResult result;
  const CardRuns runs(context, result);
  const Words blocks = {"none", "buf_list", "v2p", "both"};
  Chart chart;
  chart.x = {"hardware blocks", "", Scale::kLinear, {}, {}, blocks};
  chart.y = {"loop-back", "MB/s", Scale::kLinear, 0.0, {}, {}};
  const std::string id = "apenet.better.";
  std::map<std::string, std::map<std::string, double>> of;
  for (const std::string& block : blocks) {
    const Words with_block = {"accelerated=" + block};
    const Words stream = with(kMegabyte, with_block);
    of["host"][block] =
        runs.run(kNode, with(stream, {"src=host", "dst=host"})).value("bandwidth.1048576") / 1e6;
    of["gpu"][block] = runs.run(kNode, stream).value("bandwidth.1048576") / 1e6;
    of["latency"][block] =
        runs.run(kCluster, with(one_size("32 B"), with_block)).value("latency.32") * 1e6;
    of["alltoall"][block] =
        runs.run(kCluster, with(one_size("4 KiB"), with({"test=alltoall"}, with_block)))
            .value("latency.4096") *
        1e6;
  }
  for (const std::string& block : {blocks[1], blocks[2], blocks[3]}) {
    const auto gain = [&](const char* key) { return of[key][block] / of[key]["none"]; };
    const bool both = block == "both";
    result.measurements.push_back(row(id + block + ".host", block + ": loop-back H-H",
                                      Kind::kEmergent, Value{}, gain("host"), "x",
                                      at_least(both ? 1.6 : 1.2, "receiving was the limit")));
    result.measurements.push_back(row(id + block + ".gpu", block + ": loop-back G-G",
                                      Kind::kEmergent, Value{}, gain("gpu"), "x",
                                      at_least(1.1, "until reading is the limit")));
    result.measurements.push_back(row(id + block + ".latency", block + ": latency G-G",
                                      Kind::kEmergent, Value{}, gain("latency"), "x",
                                      at_most(0.9, "a look-up less on the way")));
    result.measurements.push_back(row(id + block + ".alltoall", block + ": all-to-all, 8 nodes",
                                      Kind::kEmergent, Value{}, gain("alltoall"), "x",
                                      at_most(1.0, "it may not cost time")));
  }
  for (const char* key : {"host", "gpu"}) {
    Series series{std::string(key) + " to " + key, Role::kSimulated, Mark::kBars, {}, {}, ""};
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      series.x.push_back(static_cast<double>(i));
      series.y.push_back(of[key][blocks[i]]);
    }
    chart.series.push_back(series);
  }
  result.figures = {
      {"better", "What hardware blocks for receiving buy", "Loop-back, 1 MiB.", chart}};
  return result;
}

}  // namespace gf::papers::apenet13
