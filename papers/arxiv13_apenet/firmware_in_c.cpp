// SPDX-License-Identifier: Apache-2.0
// The published times with firmware in C that runs from on-chip memory, as a bracket for the
// default, which runs from DDR3 behind caches. Also other firmware, other tables of buffers, and
// other clocks and memories of the same processor.
#include <array>
#include <fmt/format.h>
#include <map>

#include "papers/arxiv13_apenet/apenet_experiments.h"
#include "papers/arxiv13_apenet/card_runs.h"

namespace gf::papers::apenet13 {
namespace {

/// Program and tables in on-chip memory.
const Words kTight = {"card.nios.iss.icache=0 B", "card.nios.iss.dcache=0 B"};
constexpr double kMega = 1e6;

Words tight(const Words& settings, const Words& more = {}) {
  return with(with(kTight, settings), more);
}

std::map<std::string, runs::Run> ask_ways(Judge& judge, const Words& more) {
  std::map<std::string, runs::Run> asked;
  for (const MemoryPair& way : kWays)
    asked.emplace(way.id, ask_cluster(judge, tight(settings_of(way), more)));
  return asked;
}

std::map<std::string, SizeCurve> curves_of(const std::map<std::string, runs::Run>& asked,
                                           Chart& chart) {
  std::map<std::string, SizeCurve> curves;
  for (const MemoryPair& way : kWays) {
    curves[way.id] = curve_of(asked.at(way.id));
    add_curve(chart, way.name, curves[way.id]);
  }
  return curves;
}

Chart plain_chart(const std::string& x, const std::string& y, const std::string& unit) {
  Chart chart;
  chart.x = {x, "", Scale::kLog2, {}, {}, {}};
  chart.y = {y, unit, Scale::kLinear, 0.0, {}, {}};
  return chart;
}

}  // namespace

void firmware_latencies(Judge& judge) {
  const auto asked = ask_ways(judge, {"test=latency", "max=4 KiB"});
  const runs::Run staged = ask_cluster(
      judge, tight({"src=gpu", "dst=gpu", "test=latency", "max=4 KiB"}, {"staging=plain"}));
  Chart chart = size_chart("latency", "us", Scale::kLinear);
  for (const auto& [id, curve] : curves_of(asked, chart))
    judge.set("apenet.fw.latency." + id, curve.at(32));
  const SizeCurve staging = curve_of(staged);
  add_curve(chart, "staging", staging);
  judge.set("apenet.fw.latency.staging", staging.at(32));
  chart.guides = {printed(6.3, "H-H: 6.3 us"), printed(8.2, "G-G: 8.2 us"),
                  printed(16.8, "staging: 16.8 us")};
  judge.draw({"fw_latency", "Half a round trip, firmware in on-chip memory",
              "For each type of buffer.", chart});
}

void firmware_bandwidths(Judge& judge) {
  const auto asked = ask_ways(judge, {"test=bw", "volume=4 MiB", "iterations=1"});
  const runs::Run read = ask_node(judge, tight({"test=read", "src=gpu", "min=1 MiB", "max=1 MiB"}));
  Chart chart = size_chart("bandwidth", "MB/s", Scale::kLinear);
  std::map<std::string, SizeCurve> curves = curves_of(asked, chart);
  chart.guides = {printed(1200, "H-H: best performance of 1.2 GB/s"),
                  printed(1080, "H-G: a 10 % penalty")};
  const std::string id = "apenet.fw.bw.";
  for (const auto& [way, curve] : curves) judge.set(id + way, curve.highest());
  judge.set(id + "price", 100 * (1 - curves["hg"].highest() / curves["hh"].highest()));
  judge.set(id + "rx", curves["gg"].highest() / curves["hg"].highest());
  judge.set(id + "read", read.value("bandwidth.1048576") / 1e9);
  judge.draw({"fw_bw", "Bandwidth between two nodes, firmware in on-chip memory",
              "For each type of buffer.", chart});
}

void firmware_buffers(Judge& judge) {
  const std::vector<double> places = {1, 10, 100, 1000};
  const std::vector<std::pair<std::string, Words>> programs = {
      {"list", {"nios.program=list"}},
      {"hash", {"nios.program=hash"}},
      {"block", {"nios.program=list", "accelerated=buf_list"}}};
  std::map<std::string, std::vector<runs::Run>> asked;
  for (const auto& [name, settings] : programs)
    for (const double place : places)
      asked[name].push_back(ask_node(
          judge, with(settings, {"test=latency", "src=host", "dst=host", "min=4 KiB", "max=4 KiB",
                                 "iterations=5", fmt::format("place={}", place)})));
  Chart chart = plain_chart("registered buffers", "time per packet", "us");
  chart.y.scale = Scale::kLog10;
  chart.y.low = {};
  const std::string id = "apenet.fw.buffers.";
  std::map<std::string, std::vector<double>> times;
  for (const auto& [name, settings] : programs) {
    for (const runs::Run& run : asked[name]) times[name].push_back(run.value("rx_task") * kMega);
    chart.series.push_back({name, Role::kSimulated, Mark::kLinePoints, places, times[name], ""});
  }
  const std::vector<double>& list = times["list"];
  judge.set(id + "entry", (list[3] - list[0]) / (places[3] - places[0]) * 1e3);  // ns
  judge.set(id + "linear", (list[3] - list[2]) / (list[2] - list[1]) / 10);
  judge.set(id + "list", list[3]);
  for (const std::string name : {"hash", "block"}) {
    judge.set(id + name, times[name][3]);
    judge.set(id + name + ".grows", times[name][3] / times[name][0]);
  }
  judge.draw({"fw_buffers", "Receiving a packet by registered buffers",
              "The receiving buffer is the last in the list.", chart});
}

void firmware_better(Judge& judge) {
  struct Probe {
    const char* id;
    const char* platform;
    Words settings;
    const char* value;
    bool larger_is_better;
  };
  const std::vector<Probe> probes = {
      {"latency", "apenet_cluster", one_size("32 B"), "latency.32", false},
      {"bw4k", "apenet_cluster", with(one_size("4 KiB"), {"test=bw"}), "bandwidth.4096", true},
      {"alltoall", "apenet_cluster", with(one_size("4 KiB"), {"test=alltoall"}), "step.4096",
       false}};
  std::map<std::string, std::pair<runs::Run, runs::Run>> asked;
  for (const Probe& probe : probes) {
    const auto ask = [&](const char* program) {
      return ask_platform(judge, probe.platform, with(probe.settings, {program}));
    };
    asked.emplace(probe.id, std::pair{ask("nios.program=list"), ask("nios.program=lean")});
  }
  for (const Probe& probe : probes) {
    const auto& [list, lean] = asked.at(probe.id);
    const double gain = list.value(probe.value) / lean.value(probe.value);
    judge.set(std::string("apenet.fw.better.") + probe.id,
              probe.larger_is_better ? 1 / gain : gain);
  }
}

void firmware_clocks(Judge& judge) {
  struct Clock {
    double megahertz;
    const char* period;
  };
  const std::vector<Clock> clocks = {{50, "20 ns"}, {100, "10 ns"}, {200, "5 ns"}, {400, "2.5 ns"}};
  const std::vector<std::pair<std::string, Words>> memories = {{"tight", kTight}, {"caches", {}}};
  std::map<std::string, std::vector<runs::Run>> asked;
  for (const auto& [memory, settings] : memories)
    for (const Clock& clock : clocks)
      asked[memory].push_back(ask_cluster(
          judge,
          with(settings, {"test=bw", "src=host", "dst=host", "min=4 KiB", "max=4 KiB",
                          "volume=512 KiB", std::string("card.nios.clock=") + clock.period})));
  Chart chart = plain_chart("clock in MHz", "bandwidth", "MB/s");
  const std::string id = "apenet.fw.clock.";
  for (const auto& [memory, settings] : memories) {
    Series series{memory, Role::kSimulated, Mark::kLinePoints, {}, {}, ""};
    for (std::size_t i = 0; i < clocks.size(); ++i) {
      series.x.push_back(clocks[i].megahertz);
      series.y.push_back(asked[memory][i].value("bandwidth.4096") / kMega);
      if (memory == "tight")
        judge.set(fmt::format("{}busy.{}", id, clocks[i].megahertz),
                  100 * asked[memory][i].value("processor_busy.4096"));
    }
    judge.set(id + memory + ".low", series.y[1] / series.y[0]);
    judge.set(id + memory + ".high", series.y[3] / series.y[2]);
    chart.series.push_back(series);
  }
  judge.set(id + "price",
            asked["caches"][2].value("bandwidth.4096") / asked["tight"][2].value("bandwidth.4096"));
  judge.draw({"fw_clock", "Bandwidth by the clock of the processor",
              "Host to host, messages of 4 KB.", chart});
}

}  // namespace gf::papers::apenet13
