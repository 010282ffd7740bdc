// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "core/base/ticks.h"
#include "hw/riscv/hart/hart_watch_client.h"

namespace gf::hw::riscv {

class Core;

/// The instructions that a core has executed, one after the other, in host memory: 24 B each.
class InstructionTrace final : public HartWatchClient {
 public:
  /// Records the first `most`; a warning says when there are more.
  InstructionTrace(const Core& core, std::uint64_t most) : core_(core), most_(most) {}

  bool instruction_comes(std::uint32_t pc) override;
  void instruction_done(const Stalls& stalls) override;

  /// A line an instruction, below a header: simulated time of its begin in us, pc, function and
  /// offset, cycles, and what the most of the further ones among them were for.
  void write_csv(std::ostream& out) const;

 private:
  struct Step {
    core::Ticks began;
    std::uint32_t pc;
    Stall why = Stall::kNone;
    std::uint64_t cycles = 0;
  };
  [[nodiscard]] bool full() const { return steps_.size() >= most_; }

  const Core& core_;
  const std::uint64_t most_;
  bool recording_ = false;  ///< The instruction at hand.
  bool warned_ = false;
  std::vector<Step> steps_;
};

}  // namespace gf::hw::riscv
