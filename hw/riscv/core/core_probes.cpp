// SPDX-License-Identifier: Apache-2.0
#include "hw/riscv/core/core_probes.h"

#include <algorithm>

#include "hw/riscv/core/core.h"

namespace gf::hw::riscv {

CoreProbes::CoreProbes(const Core& core, const std::string& path, core::Ticks period)
    : core_(core),
      period_(period),
      pc_(path + ".pc", 32, "address of the instruction that is executed"),
      stall_(path + ".stall", 4,
             "0 none, 1 fetch, 2 load, 3 data cache miss, 4 bus, 5 branch, 6 multiply, 7 divide, "
             "8 asleep") {}

void CoreProbes::set_asleep(bool asleep) {
  const HartStall why = asleep ? HartStall::kAsleep : HartStall::kNone;
  stall_.set(core::now_ticks(), static_cast<std::uint64_t>(why));
}

bool CoreProbes::instruction_comes(std::uint32_t pc) {
  began_ = core_.date();
  pc_.set(began_, pc);
  return false;
}

void CoreProbes::instruction_done(const Stalls& stalls) {
  show(began_, stalls.fetch, HartStall::kFetch);
  show(began_ + (stalls.fetch + 1) * period_, stalls.execute, stalls.why);
}

void CoreProbes::show(core::Ticks begin, std::uint64_t cycles, HartStall why) {
  if (cycles == 0) return;
  // A target that waits within its call has let simulated time advance.
  const core::Ticks from = std::max(begin, core::now_ticks());
  stall_.set(from, static_cast<std::uint64_t>(why));
  stall_.set(std::max(from, begin + cycles * period_), 0);
}

}  // namespace gf::hw::riscv
