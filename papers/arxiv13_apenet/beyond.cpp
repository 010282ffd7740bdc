// SPDX-License-Identifier: Apache-2.0
// Receiving with many registered buffers, more nodes than in the paper, and the hardware blocks
// that the paper announces.
#include <fmt/format.h>
#include <map>
#include <optional>

#include "papers/arxiv13_apenet/apenet_experiments.h"
#include "papers/arxiv13_apenet/card_runs.h"

namespace gf::papers::apenet13 {
namespace {

const Words kStream = {"min=1 MiB", "max=1 MiB", "window=4", "iterations=1"};

runs::Run ask_receiving(Judge& judge, const Words& more) {
  return ask_node(judge, with(with(kStream, {"test=bw", "src=host", "dst=host"}), more));
}

/// Returns us of a firmware task that receives a packet of 4 KB.
double rx_time(const runs::Run& run) { return run.value("rx_task") * 1e6; }

/// A packet to GPU memory, whose buffer is the one at a place of the list, with its page translated
/// by the processor or by a block.
struct GpuWalk {
  GpuWalk(Judge& judge, unsigned place)
      : code(ask(judge, place, "none")), block(ask(judge, place, "v2p")) {}
  /// Returns us of the processor's translation.
  [[nodiscard]] double time() const { return rx_time(code) - rx_time(block); }
  runs::Run code;
  runs::Run block;

 private:
  static runs::Run ask(Judge& judge, unsigned place, const char* blocks) {
    return ask_node(judge,
                    with(kStream, {"test=bw", "src=host", "dst=gpu", fmt::format("place={}", place),
                                   std::string("accelerated=") + blocks}));
  }
};

}  // namespace

void receiving(Judge& judge) {
  const std::vector<double> places = {1, 2, 4, 8, 16, 32, 64};
  std::vector<runs::Run> asked;
  for (const double place : places)
    asked.push_back(ask_receiving(judge, {fmt::format("place={}", place)}));
  const runs::Run no_list = ask_receiving(judge, {"place=2", "accelerated=buf_list"});
  const runs::Run no_pages = ask_receiving(judge, {"place=2", "accelerated=v2p"});
  const GpuWalk few(judge, 2), many(judge, 64);
  std::vector<double> times;
  for (const runs::Run& run : asked) times.push_back(rx_time(run));
  // The time that hardware saves on a packet is the time that the processor spent on it.
  const double list = times[1] - rx_time(no_list);
  const double pages = times[1] - rx_time(no_pages);
  // Slopes over the first 8 and over all 64 buffers: if they are equal, the time grows linearly
  // with the length of the list.
  const double near = (times[3] - times[0]) / 7;
  const double far = (times[6] - times[0]) / 63;
  const std::string id = "apenet.rx.";
  judge.set(id + "packet", times[1]);
  judge.set(id + "halves", list / pages);
  judge.set(id + "share", (list + pages) / times[1]);
  judge.set(id + "linear", far / near);
  judge.set(id + "buffer", far * 1e3);
  judge.set(id + "walk", many.time() / few.time());
  Chart chart;
  chart.x = {"registered buffers", "", Scale::kLinear, 0.0, {}, {}};
  chart.y = {"time per packet", "us", Scale::kLinear, 0.0, {}, {}};
  chart.series = {{"processor", Role::kSimulated, Mark::kLinePoints, places, times, ""}};
  chart.guides = {printed(3, "of the order of 3 us")};
  judge.draw({"rx", "Receiving a packet", "The receiving buffer is the last in the list.", chart});
}

namespace {

/// A torus and the runs on it.
struct Torus {
  std::string shape;
  runs::Run halo;
  std::optional<runs::Run> all;  ///< Nothing where a step would have half a million messages.
};

Torus ask_torus(Judge& judge, const std::string& shape, bool everyone) {
  const Words common = {"shape=" + shape, "iterations=1"};
  const auto ask = [&](const char* test, const char* size) {
    return ask_cluster(judge, with(with(one_size(size), {std::string("test=") + test}), common));
  };
  Torus torus{shape, ask("halo", "64 KiB"), {}};
  if (everyone) torus.all = ask("alltoall", "4 KiB");
  return torus;
}

double busy_ratio(const runs::Run& run, const std::string& bytes) {
  return run.value("processor_busy." + bytes) / run.value("link_busy." + bytes);
}

double nodes_of(const std::string& shape) {
  double nodes = 1;
  for (const char c : shape) nodes *= c == 'x' ? 1 : c - '0';
  return nodes;
}

}  // namespace

void scaling(Judge& judge) {
  const std::string id = "apenet.scale.";
  std::vector<Torus> tori;
  for (const char* shape : {"4x2x1", "4x4x1", "4x3x2", "4x4x4"})
    tori.push_back(ask_torus(judge, shape, true));
  Series halo{"halo, 64 KiB", Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
  Series all{"all-to-all, 4 KiB", Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
  for (const Torus& torus : tori) {
    judge.set(id + "halo." + torus.shape, busy_ratio(torus.halo, "65536"));
    judge.set(id + "alltoall." + torus.shape, busy_ratio(*torus.all, "4096"));
    halo.x.push_back(nodes_of(torus.shape));
    halo.y.push_back(torus.halo.value("rate.65536") / 1e6);
    all.x.push_back(nodes_of(torus.shape));
    all.y.push_back(torus.all->value("rate.4096") / 1e6);
  }
  judge.set(id + "halo", halo.y[3] / halo.y[2]);
  judge.set(id + "alltoall", all.y[3] / all.y[0]);
  Chart chart;
  chart.x = {"nodes", "", Scale::kLog2, {}, {}, {}};
  chart.y = {"sent per node", "MB/s", Scale::kLinear, 0.0, {}, {}};
  chart.series = {halo, all};
  judge.draw({"scale", "More nodes than in the paper",
              "Rate of one node, between GPUs, with P2P for each message.", chart});
}

void scaling_full(Judge& judge) {
  const Torus torus = ask_torus(judge, "8x8x8", false);
  const Torus beside = ask_torus(judge, "4x3x2", false);
  judge.set("apenet.full.scale.halo.8x8x8", busy_ratio(torus.halo, "65536"));
  judge.set("apenet.full.scale.halo",
            torus.halo.value("rate.65536") / beside.halo.value("rate.65536"));
}

namespace {

const Words kBlocks = {"none", "buf_list", "v2p", "both"};

/// A measure of the gain from a hardware block.
struct Probe {
  const char* id;
  const char* platform;
  Words settings;
  const char* value;
};
const std::vector<Probe>& probes() {
  static const std::vector<Probe> all = {
      {"host", "apenet_node", with(kStream, {"src=host", "dst=host"}), "bandwidth.1048576"},
      {"gpu", "apenet_node", kStream, "bandwidth.1048576"},
      {"latency", "apenet_cluster", one_size("32 B"), "latency.32"},
      {"alltoall", "apenet_cluster", with(one_size("4 KiB"), {"test=alltoall"}), "step.4096"}};
  return all;
}

}  // namespace

void hardware_blocks(Judge& judge) {
  std::map<std::string, std::map<std::string, runs::Run>> asked;  // by probe, by block
  for (const Probe& probe : probes())
    for (const std::string& block : kBlocks)
      asked[probe.id].emplace(block, ask_platform(judge, probe.platform,
                                                  with(probe.settings, {"accelerated=" + block})));
  Chart chart;
  chart.x = {"hardware blocks", "", Scale::kLinear, {}, {}, kBlocks};
  chart.y = {"loop-back", "MB/s", Scale::kLinear, 0.0, {}, {}};
  for (const Probe& probe : probes()) {
    Series series{
        std::string(probe.id) + " to " + probe.id, Role::kSimulated, Mark::kBars, {}, {}, ""};
    const double none = asked[probe.id].at("none").value(probe.value);
    for (std::size_t i = 0; i < kBlocks.size(); ++i) {
      const double value = asked[probe.id].at(kBlocks[i]).value(probe.value);
      if (i > 0) judge.set("apenet.better." + kBlocks[i] + "." + probe.id, value / none);
      series.x.push_back(static_cast<double>(i));
      series.y.push_back(value / 1e6);
    }
    // One chart has one axis: latencies and exchanges appear only in rows.
    if (std::string(probe.platform) == "apenet_node") chart.series.push_back(series);
  }
  judge.draw({"better", "Gain from hardware blocks for receiving", "Loop-back, 1 MiB.", chart});
}

}  // namespace gf::papers::apenet13
