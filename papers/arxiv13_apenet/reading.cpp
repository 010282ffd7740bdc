// SPDX-License-Identifier: Apache-2.0
// What the card reads and what it gets through its loop-back: the low-level table, the bus timings
// and the prefetch figures.
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

#include "papers/arxiv13_apenet/apenet_experiments.h"
#include "papers/arxiv13_apenet/card_runs.h"

namespace gf::papers::apenet13 {
namespace {

constexpr const char* kNode = "apenet_node";
const Words kMegabyte = {"min=1 MiB", "max=1 MiB", "window=16"};
const Words kCurve = {"volume=2 MiB", "iterations=1"};

Words read_gpu(const std::string& architecture, const std::string& how) {
  return with(kMegabyte,
              {"test=read", "src=gpu", "architecture=" + architecture, "read_by=" + how});
}

Words generation(const std::string& test, const std::string& version, const std::string& window) {
  return with(kCurve, {"test=" + test, "generation=" + version, "prefetch=" + window});
}

/// Requests written and bytes that came, by time from the descriptor on, of a pcie_trace.csv.
struct Transactions {
  std::vector<double> request_times, requested, data_times, arrived;
  std::array<double, 5> arrow{};  ///< Times by number.
};

Transactions read_trace(const ChildRun& run, double most_us) {
  Transactions seen;
  double began = 0, requested = 0, arrived = 0;
  std::ifstream in(run.directory / "pcie_trace.csv");
  std::string line;
  std::getline(in, line);  // header
  while (std::getline(in, line)) {
    std::stringstream row(line);
    std::string us, direction, kind, address, bytes, wire, arrow;
    for (std::string* field : {&us, &direction, &kind, &address, &bytes, &wire, &arrow})
      std::getline(row, *field, ',');
    const double at = std::stod(us);
    if (arrow == "1") began = at;
    if (began == 0 || kind != "MWr") continue;
    if (!arrow.empty()) seen.arrow.at(std::stoul(arrow)) = at - began;
    if (at - began > most_us || at == began) continue;
    if (direction == "out" && bytes == "8") {
      seen.request_times.push_back(at - began);
      seen.requested.push_back((requested += 128) / 1024);
    } else if (direction == "in") {
      seen.data_times.push_back(at - began);
      seen.arrived.push_back((arrived += std::stod(bytes)) / 1024);
    }
  }
  return seen;
}

Figure timing_figure(const Transactions& seen) {
  Chart chart;
  chart.x = {"time from the descriptor", "us", Scale::kLinear, 0.0, {}, {}};
  chart.y = {"bytes", "KiB", Scale::kLinear, 0.0, {}, {}};
  chart.series = {
      {"asked for", Role::kSimulated, Mark::kSteps, seen.request_times, seen.requested, ""},
      {"come", Role::kSimulated, Mark::kSteps, seen.data_times, seen.arrived, ""}};
  for (const int arrow : {1, 2, 3}) {
    chart.guides.push_back({Guide::Along::kX, seen.arrow.at(static_cast<std::size_t>(arrow)),
                            fmt::format("arrow {}", arrow)});
  }
  return {"pcie_timings", "Transactions of the card's link, first part of a message of 1 MiB",
          fmt::format("Version 2, window 32 KB. Arrow 4, the last data: {:.0f} us.", seen.arrow[4]),
          chart};
}

}  // namespace

ExperimentResult low_level(const ExperimentContext& context) {
  ExperimentResult result;
  const CardRuns runs(context, result);
  const auto add = [&](const char* id, const char* what, Kind kind, double published,
                       const Words& settings) {
    const double measured = runs.run(kNode, settings).value("bandwidth.1048576") / 1e9;
    result.measurements.push_back(row(std::string("apenet.table1.") + id, what, kind, published,
                                      measured, "GB/s", relative(0.05, "two digits are printed")));
  };
  const std::string id = "apenet.table1.";
  add("host", "host memory read", Kind::kCalibrated, 2.4,
      with(kMegabyte, {"test=read", "src=host"}));
  add("fermi_p2p", "GPU memory read, Fermi, P2P", Kind::kDerived, 1.5, read_gpu("fermi", "p2p"));
  add("fermi_bar1", "GPU memory read, Fermi, BAR1", Kind::kDerived, 0.15,
      read_gpu("fermi", "bar1"));
  add("kepler_p2p", "GPU memory read, Kepler, P2P", Kind::kEmergent, 1.6,
      read_gpu("kepler", "p2p"));
  add("kepler_bar1", "GPU memory read, Kepler, BAR1", Kind::kDerived, 1.6,
      read_gpu("kepler", "bar1"));
  add("loop_gpu", "GPU to GPU loop-back, Fermi, P2P", Kind::kEmergent, 1.1,
      with(kMegabyte, {"test=bw", "src=gpu", "dst=gpu"}));
  add("loop_host", "host to host loop-back", Kind::kCalibrated, 1.2,
      with(kMegabyte, {"test=bw", "src=host", "dst=host"}));
  return result;
}

ExperimentResult bus_timing(const ExperimentContext& context) {
  ExperimentResult result;
  const CardRuns runs(context, result);
  const ChildRun& run = runs.run(
      kNode, {"test=read", "generation=v2", "min=1 MiB", "max=1 MiB", "window=1", "trace=true"},
      {"--timeline"});
  const std::string printed = "two digits are printed";
  const auto add = [&](const char* id, const char* what, Kind kind, double published,
                       double measured, const char* unit, Tolerance tolerance) {
    result.measurements.push_back(row(std::string("apenet.timing.") + id, what, kind, published,
                                      measured, unit, std::move(tolerance)));
  };
  add("interval", "between requests", Kind::kDerived, 80, run.value("trace.request_interval") * 1e9,
      "ns", relative(0.05, "80 ns by design, 76 measured; the GPU's rate stretches it"));
  add("delay", "descriptor to first request (1 to 2)", Kind::kEmergent, 3,
      run.value("trace.delay") * 1e6, "us", absolute(0.5, "one digit is printed"));
  add("head", "first request to first data (2 to 3)", Kind::kCalibrated, 1.8,
      run.value("trace.head_latency") * 1e6, "us", relative(0.05, printed));
  add("data", "first to last data of 1 MB (3 to 4)", Kind::kDerived, 663,
      run.value("trace.data_time") * 1e6, "us", relative(0.05, "1 MiB here, 1 MB there"));
  add("rate", "data rate", Kind::kDerived, 1536, run.value("trace.data_rate") / 1e6, "MB/s",
      relative(0.05, "a parameter of the GPU"));
  add("protocol", "requests' payload", Kind::kDerived, 96, run.value("trace.protocol_rate") / 1e6,
      "MB/s", relative(0.05, "8 B each"));
  add("link_in", "link use, data", Kind::kCalibrated, 53, run.value("trace.link_in") * 100, "%",
      relative(0.05, "answers of 64 B with 24 B around them"));
  add("link_out", "link use, requests", Kind::kEmergent, 13, run.value("trace.link_out") * 100, "%",
      in_range(9, 11, "no DLLPs here: row APENET-1"));
  result.figures = {timing_figure(read_trace(run, 40))};
  return result;
}

ExperimentResult prefetch(const ExperimentContext& context) {
  ExperimentResult result;
  const CardRuns runs(context, result);
  Chart reading = size_chart("reading", "MB/s", Scale::kLinear);
  Chart loop = size_chart("loop-back", "MB/s", Scale::kLinear);
  std::map<std::string, Curve> read, looped;
  const std::pair<const char*, const char*> versions[] = {
      {"v1", "4 KiB"}, {"v2", "4 KiB"}, {"v2", "8 KiB"}, {"v2", "32 KiB"}, {"v3", "32 KiB"}};
  for (const auto& [version, window] : versions) {
    const bool windowed = std::string(version) == "v2";
    const std::string name = windowed ? fmt::format("{}, {}", version, window) : version;
    read[name] = runs.curve(kNode, generation("read", version, window));
    looped[name] = runs.curve(kNode, generation("bw", version, window));
    add_curve(reading, name, read[name]);
    add_curve(loop, name, looped[name]);
  }
  const std::string id = "apenet.fig.prefetch.";
  const std::string printed = "two digits are printed";
  result.measurements = {
      row(id + "v1", "version 1, plateau", Kind::kCalibrated, 600.0, read["v1"].highest(), "MB/s",
          relative(0.07, printed)),
      row(id + "window", "version 2: window of 8 KB over 4 KB", Kind::kCalibrated, 1.2,
          read["v2, 8 KiB"].highest() / read["v2, 4 KiB"].highest(), "x", relative(0.07, printed)),
      row(id + "v2", "version 2, 32 KB, plateau", Kind::kDerived, 1500.0,
          read["v2, 32 KiB"].highest(), "MB/s", relative(0.07, printed)),
      row(id + "v3", "reading: version 3 over version 2", Kind::kEmergent, "the same",
          read["v3"].highest() / read["v2, 32 KiB"].highest(), "x",
          in_range(0.97, 1.03, "the GPU is the limit of both")),
      row(id + "loop", "loop-back: version 3 over version 2", Kind::kEmergent, "higher",
          looped["v3"].highest() / looped["v2, 32 KiB"].highest(), "x",
          at_least(1.05, "processor time spared goes to receiving"))};
  result.figures = {
      {"prefetch", "GPU memory read, FIFOs flushed", "By version and window.", reading},
      {"loop_back", "GPU to GPU loop-back", "The processor sends and receives.", loop}};
  return result;
}

}  // namespace gf::papers::apenet13
