// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/ticks.h"
#include "core/trace/probe.h"
#include "hw/riscv/hart/hart_watch_client.h"

namespace gf::hw::riscv {

class Core;

/// Waveforms of a core: its program counter and the reason of its stalls. The core is not watched
/// unless a probe is selected.
class CoreProbes final : public HartWatchClient {
 public:
  CoreProbes(const Core& core, const std::string& path, core::Ticks period);

  [[nodiscard]] bool on() const { return pc_.on() || stall_.on(); }
  void set_asleep(bool asleep);

  bool instruction_comes(std::uint32_t pc) override;
  void instruction_done(const Stalls& stalls) override;

 private:
  void show(core::Ticks begin, std::uint64_t cycles, HartStall why);

  const Core& core_;
  const core::Ticks period_;
  core::Ticks began_ = 0;
  core::Probe pc_;
  core::Probe stall_;
};

}  // namespace gf::hw::riscv
