// SPDX-License-Identifier: Apache-2.0
// The card's reads and its loop-back: the low-level table, the bus timings and the prefetch
// figures.
#include <array>
#include <fmt/format.h>
#include <map>

#include "papers/arxiv13_apenet/apenet_experiments.h"
#include "papers/arxiv13_apenet/card_runs.h"

namespace gf::papers::apenet13 {
namespace {

const Words kMegabyte = {"min=1 MiB", "max=1 MiB", "window=16"};
const Words kCurve = {"volume=2 MiB", "iterations=1"};

/// A loop-back from host memory in which neither the processor nor reading is the limit.
const Words kLinkIsTheLimit =
    with(kMegabyte, {"test=bw", "src=host", "accelerated=both", "card.nios.clock=2.5 ns",
                     "card.tx_dma.tags=31", "card.tx_fifo.drain=8 GB/s"});

Words read_gpu(const std::string& architecture, const std::string& how) {
  return with(kMegabyte,
              {"test=read", "src=gpu", "architecture=" + architecture, "read_by=" + how});
}

Words generation(const std::string& test, const std::string& version, const std::string& window) {
  return with(kCurve, {"test=" + test, "generation=" + version, "prefetch=" + window});
}

/// Requests written and bytes received in a pcie_trace.csv, by time since the descriptor.
struct Transactions {
  std::vector<double> request_times, requested, data_times, arrived;
  std::array<double, 5> arrow{};  ///< Times by number.
};

Transactions transactions(const core::CsvTable& trace, double most_us) {
  Transactions seen;
  double began = 0, requested = 0, arrived = 0;
  for (std::size_t row = 0; row < trace.rows(); ++row) {
    const double at = trace.number(row, "us");
    const std::string& arrow = trace.text(row, "arrow");
    const std::string& bytes = trace.text(row, "bytes");
    // Times count from the descriptor, arrow 1, as in the paper's figure; earlier transactions
    // belong to no message.
    if (arrow == "1") began = at;
    if (began == 0 || trace.text(row, "kind") != "MWr") continue;
    if (!arrow.empty()) seen.arrow.at(std::stoul(arrow)) = at - began;
    if (at - began > most_us || at == began) continue;
    const std::string& direction = trace.text(row, "direction");
    // A write of 8 B to the GPU is a request for 128 B.
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
      {"requested", Role::kSimulated, Mark::kSteps, seen.request_times, seen.requested, ""},
      {"come", Role::kSimulated, Mark::kSteps, seen.data_times, seen.arrived, ""}};
  for (const int arrow : {1, 2, 3})
    chart.guides.push_back({Guide::Along::kX, seen.arrow.at(static_cast<std::size_t>(arrow)),
                            fmt::format("arrow {}", arrow)});
  chart.guides.push_back(
      {Guide::Along::kX, 3.0, "the paper's arrow 2: 3 us", "3 us", Role::kPublished});
  chart.guides.push_back({Guide::Along::kX, 3.0 + 1.8, "the paper's arrow 3: 1.8 us later",
                          "1.8 us later", Role::kPublished});
  return {"pcie_timings", "Transactions on the card's link at the start of a message of 1 MiB",
          fmt::format("Version 2, window of 32 KB. Arrow 4, the last data: {:.0f} us after arrow "
                      "3; in the paper 663 us.",
                      seen.arrow[4]),
          chart};
}

}  // namespace

void low_level(Judge& judge) {
  const std::pair<const char*, runs::Run> asked[] = {
      {"host", ask_node(judge, with(kMegabyte, {"test=read", "src=host"}))},
      {"fermi_p2p", ask_node(judge, read_gpu("fermi", "p2p"))},
      {"fermi_bar1", ask_node(judge, read_gpu("fermi", "bar1"))},
      {"kepler_p2p", ask_node(judge, read_gpu("kepler", "p2p"))},
      {"kepler_bar1", ask_node(judge, read_gpu("kepler", "bar1"))},
      {"loop_gpu", ask_node(judge, with(kMegabyte, {"test=bw", "src=gpu", "dst=gpu"}))},
      {"loop_host", ask_node(judge, with(kMegabyte, {"test=bw", "src=host", "dst=host"}))}};
  std::map<std::string, double> rates;
  for (const auto& [id, run] : asked) {
    rates[id] = run.value("bandwidth.1048576") / 1e9;
    judge.set(std::string("apenet.table1.") + id, rates[id]);
  }
  judge.set("apenet.table1.kepler_gain", 100 * (rates["kepler_p2p"] / rates["fermi_p2p"] - 1));
  judge.set("apenet.table1.loop_price", 100 * (1 - rates["loop_gpu"] / rates["loop_host"]));
  judge.set("apenet.table1.bar1_gain", rates["kepler_bar1"] / rates["fermi_bar1"]);
}

void bus_timing(Judge& judge) {
  const Words traced = {"test=read", "generation=v2", "min=1 MiB",
                        "max=1 MiB", "window=1",      "trace=bus"};
  const runs::Run run = ask_node(judge, traced);
  const runs::Run with_dllps = ask_node(judge, with(traced, {"*.dllps=true"}));
  const runs::Run prompt =
      ask_node(judge, with(traced, {"*.dllps=true", "card.pcie.prompt_updates=true"}));
  const runs::Run gpu_sink = ask_node(judge, with(kLinkIsTheLimit, {"dst=gpu"}));
  const runs::Run host_sink = ask_node(judge, with(kLinkIsTheLimit, {"dst=host"}));
  const std::string id = "apenet.timing.";
  judge.set(id + "interval", run.value("trace.request_interval") * 1e9);
  judge.set(id + "interval.measured", run.value("trace.request_interval") * 1e9);
  judge.set(id + "delay", run.value("trace.delay") * 1e6);
  judge.set(id + "head", run.value("trace.head_latency") * 1e6);
  judge.set(id + "data", run.value("trace.data_time") * 1e6);
  judge.set(id + "rate", run.value("trace.data_rate") / 1e6);
  judge.set(id + "protocol", run.value("trace.protocol_rate") / 1e6);
  judge.set(id + "link_in", run.value("trace.link_in") * 100);
  judge.set(id + "link_out", run.value("trace.link_out") * 100);
  judge.set(id + "link_in.dllps", with_dllps.value("trace.link_in") * 100);
  judge.set(id + "link_out.dllps", with_dllps.value("trace.link_out") * 100);
  judge.set(id + "link_out.prompt", prompt.value("trace.link_out") * 100);
  judge.set(id + "sink",
            gpu_sink.value("bandwidth.1048576") / host_sink.value("bandwidth.1048576"));
  judge.draw(timing_figure(transactions(run.csv("pcie_trace.csv"), 40)));
}

void prefetch(Judge& judge) {
  struct Version {
    const char* name;
    const char* version;
    const char* window;
  };
  constexpr Version kVersions[] = {{"v1", "v1", "4 KiB"},
                                   {"v2, 4 KiB", "v2", "4 KiB"},
                                   {"v2, 8 KiB", "v2", "8 KiB"},
                                   {"v2, 32 KiB", "v2", "32 KiB"},
                                   {"v3", "v3", "32 KiB"}};
  std::vector<runs::Run> asked;
  for (const Version& v : kVersions)
    for (const char* test : {"read", "bw"})
      asked.push_back(ask_node(judge, generation(test, v.version, v.window)));
  Chart reading = size_chart("reading", "MB/s", Scale::kLinear);
  Chart loop = size_chart("loop-back", "MB/s", Scale::kLinear);
  std::map<std::string, double> read, looped;
  std::size_t next = 0;
  for (const Version& v : kVersions) {
    const SizeCurve reads = curve_of(asked.at(next++)), loops = curve_of(asked.at(next++));
    read[v.name] = reads.highest();
    looped[v.name] = loops.highest();
    add_curve(reading, v.name, reads);
    add_curve(loop, v.name, loops);
  }
  reading.guides = {printed(600, "version 1: throttled to 600 MB/s"),
                    printed(1500, "version 2, 32 KB: peak of 1.5 GB/s")};
  loop.guides = {printed(1100, "table: 1.1 GB/s")};
  const std::string id = "apenet.fig.prefetch.";
  judge.set(id + "v1", read["v1"]);
  judge.set(id + "window", 100 * (read["v2, 8 KiB"] / read["v2, 4 KiB"] - 1));
  judge.set(id + "v2", read["v2, 32 KiB"]);
  judge.set(id + "v3", read["v3"] / read["v2, 32 KiB"]);
  judge.set(id + "loop", looped["v3"] / looped["v2, 32 KiB"]);
  judge.draw(
      {"prefetch", "GPU memory read with flushed FIFOs", "For each version and window.", reading});
  judge.draw({"loop_back", "GPU to GPU loop-back", "The processor both sends and receives.", loop});
}

}  // namespace gf::papers::apenet13
