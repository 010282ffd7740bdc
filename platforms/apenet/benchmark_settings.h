// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/param/param.h"
#include "core/stats/result_value.h"
#include "hw/apenet/card/card.h"
#include "platforms/cluster/cards/apenet_cards.h"
#include "workloads/messages/benchmark.h"

namespace gf::platforms::apenet {

inline constexpr core::OutputNote kLatency{
    "latency.*", "s", "half of the time of a round trip of messages of this size", "test=latency"};
inline constexpr core::OutputNote kBandwidth{
    "bandwidth.*", "B/s", "data bytes per second of messages of this size", "test=bw, bibw, read"};
inline constexpr core::OutputNote kStep{"step.*", "s",
                                        "time of a step of the exchange of messages of this size",
                                        "test=alltoall, halo"};

/// Returns the names of the available tests.
std::vector<std::string> benchmark_names();

/// The parameters that define what a run measures.
struct BenchmarkSettings : core::ParamGroup {
  core::Param<std::string> test =
      param("test", "latency", "benchmark to run", "[APENET13], benchmarks; OSU 3.6",
            core::one_of(benchmark_names()));
  core::Param<std::string> src = param("src", "gpu", "memory from which messages are sent",
                                       "[APENET13]", core::one_of({"host", "gpu"}));
  core::Param<std::string> dst = param("dst", "gpu", "memory to which messages are sent",
                                       "[APENET13]", core::one_of({"host", "gpu"}));
  core::Param<core::Bytes> min =
      param("min", core::Bytes(32), "size of the smallest message", "[APENET13], figures: 32 B",
            core::between(core::Bytes(1), core::mebibytes(64)));
  core::Param<core::Bytes> max =
      param("max", core::mebibytes(4), "size of the largest message", "[APENET13], figures: 4 MB",
            core::between(core::Bytes(1), core::mebibytes(64)));
  core::Param<unsigned> window =
      param("window", 64u, "bw, bibw, read: number of messages sent without waiting", "OSU 3.6: 64",
            core::between(1u, 4096u));
  core::Param<unsigned> iterations = param("iterations", 0u,
                                           "round trips, windows or steps per size; 0: 20 round "
                                           "trips, 2 windows (read: 1), 2 or 3 steps",
                                           "assumed", core::between(0u, 100000u),
                                           core::experiment_choice("length of the measurement"));
  core::Param<core::Bytes> volume =
      param("volume", core::mebibytes(16),
            "maximum bytes that a node sends per message size; may reduce the number of messages",
            "assumed", core::at_least(core::Bytes(1)),
            core::experiment_choice("length of the measurement"));
  core::Param<unsigned> peer =
      param("peer", 1u, "latency, bw, bibw: node with which node 0 communicates",
            "assumed: a neighbour", {}, core::experiment_choice("choice of the experiment"));
  core::Param<unsigned> place =
      param("place", 2u, "position of the receiving buffer in the card's buffer list, from 1",
            "assumed: after the sending one", core::between(1u, 65000u),
            core::experiment_choice("choice of the experiment"));
  core::Param<std::string> read_by = param("read_by", "p2p", "how the card reads GPU memory",
                                           "[APENET13]", core::one_of({"p2p", "bar1"}));
  core::Param<std::string> staging =
      param("staging", "none",
            "staging of GPU buffers in host memory: none, one message at a time (plain), or in "
            "chunks with two buffers (pipelined)",
            "[APENET13]: P2P = OFF", core::one_of({"none", "plain", "pipelined"}));
  core::Param<std::string> staged =
      param("staged", "both", "GPU buffers that are staged: both, or only the source",
            "[APENET13], HSG: P2P = OFF or RX", core::one_of({"both", "source"}));
  core::Param<core::Bytes> staging_chunk =
      param("staging_chunk", core::kibibytes(64), "staging = pipelined: bytes copied at a time",
            "assumed", core::at_least(core::Bytes(1)),
            core::experiment_choice("choice of the experiment"));
  core::Param<std::string> trace =
      param("trace", "none",
            "trace of a node's card: PCIe transactions on its link in pcie_trace.csv (bus), "
            "instructions of its processor in nios_trace.csv (nios), or both",
            "none", core::one_of({"none", "bus", "nios", "both"}));
  core::Param<unsigned> trace_node =
      param("trace_node", 0u, "trace: node whose card is recorded", "none");
  core::Param<unsigned> trace_instructions = param(
      "trace_instructions", 1'000'000u, "trace = nios: maximum number of instructions recorded",
      "none: 24 B of host memory each", core::at_least(1u));

  /// Throws UserError that names `path`.
  void validate(const std::string& path, unsigned nodes) const;
  /// Like validate(), for what an MPI library over InfiniBand can do.
  void require_library(const std::string& path, unsigned nodes) const;

  [[nodiscard]] CardWatch watch() const;
  [[nodiscard]] model::MessagePath path() const;
  [[nodiscard]] std::vector<std::uint64_t> sizes() const;  ///< Powers of two from min to max.
  [[nodiscard]] model::BenchmarkRound round(std::uint64_t size) const;
  [[nodiscard]] bool is_exchange() const;  ///< All nodes send to several others at a time.
  [[nodiscard]] bool is_latency() const;   ///< The second column is a time.
  /// Returns "# APEnet+ Latency Test, GPU to GPU ...\n# Size          Latency (us)\n".
  [[nodiscard]] std::string header(const std::string& network, const std::string& machine) const;
  /// Returns the note of the quantity that the test measures for each size.
  [[nodiscard]] const core::OutputNote& note() const;
  /// Returns the name of that quantity: "latency", "bandwidth", "step".
  [[nodiscard]] std::string quantity() const;
};

/// Declares short names for the card's parameters that experiments vary; the longer name has
/// priority.
void declare_short_names(const core::ParamScope& root, const BenchmarkSettings& settings,
                         hw::apenet::CardParams& card);

}  // namespace gf::platforms::apenet
