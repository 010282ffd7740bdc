// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "core/base/ticks.h"
#include "hw/riscv/hart/hart_watch_client.h"

namespace gf::hw::riscv {

class Core;

/// Records the instructions that a core executes in host memory, 24 B each.
class InstructionTrace final : public HartWatchClient {
 public:
  /// Records the first `most` instructions; a warning reports if there are more.
  InstructionTrace(const Core& core, std::uint64_t most) : core_(core), most_(most) {}

  bool instruction_comes(std::uint32_t pc) override;
  void instruction_done(const Stalls& stalls) override;

  /// Writes a header and one line per instruction: its simulated start time in us, pc, function and
  /// offset, cycles, and the cause of most of its further cycles.
  void write_csv(std::ostream& out) const;

 private:
  struct Step {
    core::Ticks began;
    std::uint32_t pc;
    HartStall why = HartStall::kNone;
    std::uint64_t cycles = 0;
  };
  [[nodiscard]] bool full() const { return steps_.size() >= most_; }

  const Core& core_;
  const std::uint64_t most_;
  bool recording_ = false;  ///< The current instruction is recorded.
  bool warned_ = false;
  std::vector<Step> steps_;
};

}  // namespace gf::hw::riscv
