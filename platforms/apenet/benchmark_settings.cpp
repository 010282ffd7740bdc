// SPDX-License-Identifier: Apache-2.0
#include "platforms/apenet/benchmark_settings.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "platforms/cluster/cards/processor_choice.h"

namespace gf::platforms::apenet {
namespace {

/// A test, with the names known from the OSU micro-benchmarks.
struct TestRow {
  const char* name;
  const char* title;
  const char* column;
  const core::OutputNote& note;
  unsigned iterations;  ///< Round trips, windows or steps [assumed: nothing varies between them]
};
constexpr TestRow kTests[] = {
    {"latency", "Latency Test", "Latency (us)", kLatency, 20},
    {"bw", "Bandwidth Test", "Bandwidth (MB/s)", kBandwidth, 2},
    {"bibw", "Bi-Directional Bandwidth Test", "Bandwidth (MB/s)", kBandwidth, 2},
    {"read", "Memory Read Test, TX FIFOs flushed", "Bandwidth (MB/s)", kBandwidth, 1},
    {"alltoall", "All-to-All Personalized Exchange Test", "Step (us)", kStep, 2},
    {"halo", "Halo Exchange Test, a message to each neighbour", "Step (us)", kStep, 3},
};

const TestRow& row_of(const std::string& test) {
  return *std::find_if(std::begin(kTests), std::end(kTests),
                       [&](const TestRow& row) { return test == row.name; });
}

constexpr unsigned kLeastMessages = 4;  ///< For each size, however large.

}  // namespace

std::vector<std::string> benchmark_names() {
  std::vector<std::string> names;
  for (const TestRow& row : kTests) names.emplace_back(row.name);
  return names;
}

void declare_short_names(const core::ParamScope& root, const BenchmarkSettings& settings,
                         hw::apenet::CardParams& card) {
  std::string blocks = "none";
  hw::apenet::GenerationSettings& reader = card.gpu_p2p_tx.generation;
  reader.declare_only(root, {"generation"});
  root.add("prefetch", reader.window.variable(),
           "generation = v2: prefetch window, in bytes requested but not yet received",
           "[APENET13]: 4 to 32 KB", core::between(core::Bytes(128), core::mebibytes(1)));
  root.add("accelerated", blocks, "look-ups done by hardware blocks instead of the processor",
           "[APENET13]: ongoing work", core::one_of({"none", "buf_list", "v2p", "both"}));
  declare_processor(root, card);
  card.soft_core.declare_only(root, {"gdb"});
  card.nios.hw_buf_list = blocks == "buf_list" || blocks == "both";
  card.nios.hw_v2p = blocks == "v2p" || blocks == "both";
  // The paper measures only reading, by flushing the data at the FIFO ([APENET13], memory read
  // test).
  card.tx_fifo.flush = settings.test == "read";
}

void BenchmarkSettings::validate(const std::string& path, unsigned nodes) const {
  core::ParamGroup::validate(path);
  if (max < min) {
    core::fail_config(path, "max", core::to_text(max), "at least min = " + core::to_text(min),
                      "raise it");
  }
  const bool group = is_exchange() || test == "bibw";
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

void BenchmarkSettings::require_library(const std::string& path, unsigned nodes) const {
  if (nodes < 2)
    core::fail_config(path, "over", "ib", "apenet on one node", "set shape to two nodes or more");
  if (test == "read")
    core::fail_config(path, "test", test, "another test with over = ib",
                      "test = read flushes the FIFO of the APEnet+ cards");
  if (src != dst)
    core::fail_config(path, "dst", dst, "src = " + src.get() + " with over = ib",
                      "over = ib needs both buffers in the same kind of memory");
  if (staging != "none")
    core::fail_config(path, "staging", staging, "none with over = ib",
                      "set ib.buffers=staged for a program that copies");
  if (trace != "none")
    core::fail_config(path, "trace", trace, "none with over = ib",
                      "only the APEnet+ cards are traced");
}

CardWatch BenchmarkSettings::watch() const {
  return {trace == "bus" || trace == "both", trace == "nios" || trace == "both", trace_node,
          trace_instructions, peer};
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
  // `volume` bounds the simulated work of a large size: the window, or the iterations.
  const bool windows = test == "bw" || test == "bibw" || test == "read";
  if (windows) {
    round.window = std::min(window.get(), within);
  } else {
    round.iterations = std::min(round.iterations, within);
  }
  return round;
}

bool BenchmarkSettings::is_exchange() const { return test == "alltoall" || test == "halo"; }

bool BenchmarkSettings::is_latency() const { return &note() != &kBandwidth; }

const core::OutputNote& BenchmarkSettings::note() const { return row_of(test).note; }

std::string BenchmarkSettings::quantity() const {
  const std::string name = note().name;
  return name.substr(0, name.find('.'));
}

std::string BenchmarkSettings::header(const std::string& network,
                                      const std::string& machine) const {
  const TestRow& row = row_of(test);
  const std::string way = test == "read" ? src + " memory" : src + " to " + dst;
  const std::string how = staging == "none" ? "" : ", staging " + staging;
  return fmt::format("# {} {} (OSU-like)\n# {}{}, {}\n{:<10}{:>20}\n", network, row.title, way, how,
                     machine, "# Size", row.column);
}

}  // namespace gf::platforms::apenet
