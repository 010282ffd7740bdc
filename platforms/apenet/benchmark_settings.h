// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/params.h"
#include "core/units.h"
#include "hw/apenet/card.h"
#include "tlm_models/host/messages/benchmark.h"

namespace gf::platforms::apenet {

/// What a run measures, as its parameters say.
struct BenchmarkSettings {
  std::string test = "latency";
  std::string src = "gpu";
  std::string dst = "gpu";
  core::Bytes min{32};
  core::Bytes max = core::mebibytes(4);
  unsigned window = 64;
  unsigned iterations = 0;  ///< 0: as the test has it.
  core::Bytes volume = core::mebibytes(16);
  unsigned peer = 1;
  unsigned place = 2;
  std::string read_by = "p2p";
  std::string staging = "none";
  std::string staged = "both";
  core::Bytes staging_chunk = core::kibibytes(64);
  bool trace = false;
  unsigned trace_node = 0;

  void declare(const core::ParamScope& root);
  /// Throws UserError naming `path`.
  void validate(const std::string& path, unsigned nodes) const;

  [[nodiscard]] model::MessagePath path() const;
  [[nodiscard]] std::vector<std::uint64_t> sizes() const;  ///< Powers of two from min to max.
  [[nodiscard]] model::BenchmarkRound round(std::uint64_t size) const;
  [[nodiscard]] bool is_latency() const;  ///< The second column is a time.
  /// "# APEnet+ Latency Test, GPU to GPU ...\n# Size          Latency (us)\n".
  [[nodiscard]] std::string header(const std::string& machine) const;
  /// Of results: "latency", "bandwidth", "step".
  [[nodiscard]] std::string quantity() const;
};

/// Short names of the card's parameters that experiments vary; the longer name wins.
void declare_short_names(const core::ParamScope& root, const BenchmarkSettings& settings,
                         hw::apenet::CardParams& card);

}  // namespace gf::platforms::apenet
