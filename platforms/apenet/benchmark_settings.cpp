// SPDX-License-Identifier: Apache-2.0
#include "platforms/apenet/benchmark_settings.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/error.h"

namespace gf::platforms::apenet {
namespace {

/// A test, as users of the OSU micro-benchmarks know it.
struct TestRow {
  const char* name;
  const char* title;
  const char* column;
  const char* quantity;
  unsigned iterations;  ///< Round trips, windows or steps [assumed: nothing varies between them]
};
constexpr TestRow kTests[] = {
    {"latency", "Latency Test", "Latency (us)", "latency", 20},
    {"bw", "Bandwidth Test", "Bandwidth (MB/s)", "bandwidth", 2},
    {"bibw", "Bi-Directional Bandwidth Test", "Bandwidth (MB/s)", "bandwidth", 2},
    {"read", "Memory Read Test, TX FIFOs flushed", "Bandwidth (MB/s)", "bandwidth", 1},
    {"alltoall", "All-to-All Personalized Exchange Latency Test", "Avg Latency(us)", "latency", 2},
    {"halo", "Halo Exchange Test, a message to each neighbour", "Step (us)", "step", 3},
};

const TestRow& row_of(const std::string& test) {
  return *std::find_if(std::begin(kTests), std::end(kTests),
                       [&](const TestRow& row) { return test == row.name; });
}

std::vector<std::string> test_names() {
  std::vector<std::string> names;
  for (const TestRow& row : kTests) names.emplace_back(row.name);
  return names;
}

constexpr unsigned kLeastMessages = 4;  ///< A size, however large.

}  // namespace

void BenchmarkSettings::declare(const core::ParamScope& root) {
  const core::Bytes least(1);
  const core::Bytes most = core::mebibytes(64);
  root.add_choice("test", test, test_names(), "what is measured",
                  "[APENET13], benchmarks; OSU 3.6");
  root.add_choice("src", src, {"host", "gpu"}, "memory that messages come from", "[APENET13]");
  root.add_choice("dst", dst, {"host", "gpu"}, "memory that messages go to", "[APENET13]");
  root.add("min", min, "smallest message", "[APENET13], figures: 32 B", core::between(least, most));
  root.add("max", max, "largest message", "[APENET13], figures: 4 MB", core::between(least, most));
  root.add("window", window, "bw, bibw, read: messages sent without waiting", "OSU 3.6: 64",
           core::between(1u, 4096u));
  root.add(
      "iterations", iterations,
      "round trips, windows or steps of a size; 0: 20 round trips, 2 windows (read: 1), 2 or 3 "
      "steps",
      "assumed", core::between(0u, 100000u));
  root.add("volume", volume, "most bytes that a node sends for a size: fewer messages then",
           "assumed", core::at_least(least));
  root.add("peer", peer, "latency, bw, bibw: node that node 0 talks to", "assumed: a neighbour");
  root.add("place", place, "of the receiving buffer in the card's buffer list, from 1",
           "assumed: behind the sending one", core::between(1u, 65000u));
  root.add_choice("read_by", read_by, {"p2p", "bar1"}, "how the card reads GPU memory",
                  "[APENET13]");
  root.add_choice("staging", staging, {"none", "plain", "pipelined"},
                  "GPU buffers go by host memory: a message at a time, or chunks in two buffers",
                  "[APENET13]: P2P = OFF");
  root.add_choice("staged", staged, {"both", "source"}, "staging of which GPU buffers",
                  "[APENET13], HSG: P2P = OFF or RX");
  root.add("staging_chunk", staging_chunk, "staging = pipelined: bytes copied at a time", "assumed",
           core::at_least(least));
  root.add("trace", trace, "record the PCIe transactions of a card's link: pcie_trace.csv", "none");
  root.add("trace_node", trace_node, "trace: whose card", "none");
}

void declare_short_names(const core::ParamScope& root, const BenchmarkSettings& settings,
                         hw::apenet::CardParams& card) {
  std::string blocks = "none";
  root.add_choice("generation", card.gpu_p2p_tx.generation.generation,
                  hw::apenet::generation_names(), "version of the block that reads GPU memory",
                  "[APENET13]: v3 is the latest");
  root.add("prefetch", card.gpu_p2p_tx.generation.window,
           "generation = v2: bytes asked for and not there yet", "[APENET13]: 4 to 32 KB",
           core::between(core::Bytes(128), core::mebibytes(1)));
  root.add_choice("accelerated", blocks, {"none", "buf_list", "v2p", "both"},
                  "look-ups that hardware blocks do instead of the processor",
                  "[APENET13]: ongoing work");
  card.nios.hw_buf_list = blocks == "buf_list" || blocks == "both";
  card.nios.hw_v2p = blocks == "v2p" || blocks == "both";
  card.tx_fifo.flush = settings.test == "read";
}

void BenchmarkSettings::validate(const std::string& path, unsigned nodes) const {
  if (max < min) {
    core::fail_config(path, "max", core::to_text(max), "at least min = " + core::to_text(min),
                      "raise it");
  }
  const bool group = test == "alltoall" || test == "halo" || test == "bibw";
  if (group && nodes < 2) {
    core::fail_config(path, "test", test, "latency, bw or read on one node",
                      "run it on apenet_cluster");
  }
  if (peer >= nodes || (nodes > 1 && peer == 0)) {
    core::fail_config(path, "peer", std::to_string(peer),
                      nodes > 1 ? fmt::format("1 ... {}", nodes - 1) : "0", "node 0 talks to it");
  }
  if (trace_node >= nodes) {
    core::fail_config(path, "trace_node", std::to_string(trace_node),
                      nodes > 1 ? fmt::format("0 ... {}", nodes - 1) : "0", "a node of the torus");
  }
  if (staging != "none" && src == "host" && dst == "host") {
    core::fail_config(path, "staging", staging, "none between host buffers",
                      "set src or dst to gpu");
  }
  if (test == "read" && staging != "none") {
    core::fail_config(path, "staging", staging, "none for test = read", "nothing is delivered");
  }
}

model::MessagePath BenchmarkSettings::path() const {
  model::MessagePath path;
  path.from_gpu = src == "gpu";
  path.to_gpu = dst == "gpu";
  path.bar1 = read_by == "bar1";
  path.stage_source = staging != "none" && path.from_gpu;
  path.stage_destination = staging != "none" && path.to_gpu && staged == "both";
  if (staging == "pipelined") {
    path.chunk = staging_chunk.count();
    path.slots = 2;
  }
  return path;
}

std::vector<std::uint64_t> BenchmarkSettings::sizes() const {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t size = min.count(); size <= max.count(); size *= 2) sizes.push_back(size);
  return sizes;
}

model::BenchmarkRound BenchmarkSettings::round(std::uint64_t size) const {
  model::BenchmarkRound round;
  round.size = size;
  round.iterations = iterations == 0 ? row_of(test).iterations : iterations;
  const auto within = static_cast<unsigned>(
      std::clamp<std::uint64_t>(volume.count() / size, kLeastMessages, 1u << 20));
  const bool windows = test == "bw" || test == "bibw" || test == "read";
  if (windows) {
    round.window = std::min(window, within);
  } else {
    round.iterations = std::min(round.iterations, within);
  }
  return round;
}

bool BenchmarkSettings::is_latency() const { return quantity() != "bandwidth"; }

std::string BenchmarkSettings::quantity() const { return row_of(test).quantity; }

std::string BenchmarkSettings::header(const std::string& machine) const {
  const TestRow& row = row_of(test);
  const std::string way = test == "read" ? src + " memory" : src + " to " + dst;
  const std::string how = staging == "none" ? "" : ", staging " + staging;
  return fmt::format("# APEnet+ {} (OSU-like)\n# {}{}, {}\n{:<10}{:>20}\n", row.title, way, how,
                     machine, "# Size", row.column);
}

}  // namespace gf::platforms::apenet
