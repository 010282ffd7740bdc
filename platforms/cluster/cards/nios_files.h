// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/run/run_dir.h"
#include "core/stats/result_value.h"
#include "hw/riscv/debug/instruction_trace.h"
#include "platforms/cluster/cards/apenet_cluster.h"

namespace gf::platforms::apenet {

/// Output files about the programs on the cards' processors: cycles by function (nios.folded), and
/// the instructions of one processor (nios_trace.csv).
class NiosFiles {
 public:
  explicit NiosFiles(ApenetCluster& cluster) : cluster_(cluster) {}

  /// Records the first `most` instructions of `node`. Throws UserError if its processor runs no
  /// program.
  void record(unsigned node, unsigned most);
  void write(const core::RunDirectory& directory) const;
  [[nodiscard]] static std::vector<core::OutputNote> file_notes();

 private:
  void write_profile(const core::RunDirectory& directory) const;

  ApenetCluster& cluster_;
  std::unique_ptr<hw::riscv::InstructionTrace> trace_;
};

}  // namespace gf::platforms::apenet
