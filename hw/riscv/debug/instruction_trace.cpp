// SPDX-License-Identifier: Apache-2.0
#include "hw/riscv/debug/instruction_trace.h"

#include <fmt/format.h>
#include <ostream>
#include <utility>

#include "core/base/print.h"
#include "hw/riscv/core/core.h"

namespace gf::hw::riscv {

bool InstructionTrace::instruction_comes(std::uint32_t pc) {
  recording_ = !full();
  if (recording_) {
    steps_.push_back({core_.date(), pc});
  } else if (!std::exchange(warned_, true)) {
    const std::string text =
        fmt::format("{}: the trace ends here: {} instructions are recorded", core_.name(), most_);
    SC_REPORT_WARNING("gpufabric", text.c_str());
  }
  return false;
}

void InstructionTrace::instruction_done(const Stalls& stalls) {
  if (!recording_) return;
  Step& step = steps_.back();
  step.cycles = 1 + stalls.fetch + stalls.execute;
  step.why = stalls.fetch > stalls.execute ? HartStall::kFetch : stalls.why;
}

void InstructionTrace::write_csv(std::ostream& out) const {
  out << "time_us,pc,function,offset,cycles,stall\n";
  for (const Step& step : steps_) {
    const ElfImage::Function* const function = core_.image()->function_at(step.pc);
    core::print(out, "{:.6f},{:#x},{},{},{},{}\n", core::to_time(step.began).to_seconds() * 1e6,
                step.pc, function == nullptr ? "" : function->name,
                function == nullptr ? 0 : step.pc - function->address, step.cycles,
                name_of(step.why));
  }
}

}  // namespace gf::hw::riscv
