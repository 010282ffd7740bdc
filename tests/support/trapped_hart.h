// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>

#include "hw/riscv/hart/hart.h"
#include "tests/support/riscv_program.h"

namespace gf::hw::riscv::trapped_hart {

using test::LoneHart;
using test::RiscvProgram;

inline constexpr unsigned kMstatus = 0x300, kMie = 0x304, kMtvec = 0x305, kMepc = 0x341,
                          kMcause = 0x342, kMtval = 0x343, kMcycle = 0xB00, kMinstret = 0xB02,
                          kMhartid = 0xF14;

/// What mcause, mepc and mtval are after `write`'s instruction has trapped into a handler.
struct Trapped {
  std::uint32_t cause, pc, value;
};
template <class Write>
Trapped trapped(const Write& write) {
  RiscvProgram program;
  program.set(1, RiscvProgram::kBase + 0x100);
  program.csrrw(0, kMtvec, 1);
  write(program);
  program.fill_to(0x100);
  program.csrrs(10, kMcause, 0);
  program.csrrs(11, kMepc, 0);
  program.csrrs(12, kMtval, 0);
  program.jal(0, 0);
  LoneHart lone(program);
  EXPECT_EQ(lone.hart.run(100), Halt::kLimit);
  return {lone.hart.reg(10), lone.hart.reg(11) - RiscvProgram::kBase, lone.hart.reg(12)};
}

}  // namespace gf::hw::riscv::trapped_hart
