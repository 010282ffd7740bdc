// SPDX-License-Identifier: Apache-2.0
// What instructions take, and what traps and interrupts do.
#include "hw/riscv/hart/hart.h"

#include <gmock/gmock.h>

#include "tests/support/riscv_program.h"
#include "tests/support/trapped_hart.h"

namespace gf::hw::riscv::hart_test {
namespace {

using test::LoneHart;
using test::RiscvProgram;
using namespace trapped_hart;  // NOLINT: what these tests share

/// Cycles of one instruction, written by `write` behind two that set x1 to an address in memory.
template <class Write>
std::uint64_t cycles_of(const Write& write, const CoreParams& params = {}) {
  RiscvProgram program;
  program.set(1, RiscvProgram::kBase + 4096);
  write(program);
  LoneHart lone(program, params);
  lone.hart.run(2);
  const std::uint64_t before = lone.hart.cycles();
  lone.hart.run(1);
  return lone.hart.cycles() - before;
}

TEST(RiscvHart, EachInstructionTakesItsCycles) {
  CoreParams params;
  params.load_cycles = 3;
  params.branch_cycles = 5;
  params.multiply_cycles = 7;
  params.divide_cycles = 11;
  const auto of = [&](const auto& write) { return cycles_of(write, params); };
  EXPECT_EQ(of([](RiscvProgram& p) { p.addi(2, 1, 1); }), 1u);
  EXPECT_EQ(of([](RiscvProgram& p) { p.lw(2, 1, 0); }), 4u);
  EXPECT_EQ(of([](RiscvProgram& p) { p.sw(2, 1, 0); }), 1u);
  EXPECT_EQ(of([](RiscvProgram& p) { p.branch(0, 0, 0, 8); }), 6u) << "taken";
  EXPECT_EQ(of([](RiscvProgram& p) { p.branch(1, 0, 0, 8); }), 1u) << "not taken";
  EXPECT_EQ(of([](RiscvProgram& p) { p.jal(1, 8); }), 6u);
  EXPECT_EQ(of([](RiscvProgram& p) { p.r_type(1, 0, 2, 1, 1); }), 8u) << "mul";
  EXPECT_EQ(of([](RiscvProgram& p) { p.r_type(1, 4, 2, 1, 1); }), 12u) << "div";
}

TEST(RiscvHart, ATrapWithoutAHandlerHaltsAtItsInstruction) {
  RiscvProgram program;
  program.addi(1, 0, 5);
  program.word(0);
  LoneHart lone(program);
  EXPECT_EQ(lone.hart.run(100), Halt::kTrap);
  EXPECT_EQ(lone.hart.pc(), RiscvProgram::kBase + 4);
  EXPECT_EQ(lone.hart.cause(), 2u);
}

TEST(RiscvHart, HandlersAreToldOfCausePcAndValue) {
  const auto is = [](std::uint32_t cause, std::uint32_t pc, std::uint32_t value) {
    return testing::AllOf(testing::Field(&Trapped::cause, cause), testing::Field(&Trapped::pc, pc),
                          testing::Field(&Trapped::value, value));
  };
  EXPECT_THAT(trapped([](RiscvProgram& p) { p.ecall(); }), is(11, 12, 0));
  EXPECT_THAT(trapped([](RiscvProgram& p) { p.word(0x00100073); }),
              is(3, 12, RiscvProgram::kBase + 12));
  EXPECT_THAT(trapped([](RiscvProgram& p) { p.word(0xFFFFFFFF); }), is(2, 12, 0xFFFFFFFF));
  EXPECT_THAT(trapped([](RiscvProgram& p) { p.half(0); }), is(2, 12, 0));
  EXPECT_THAT(trapped([](RiscvProgram& p) { p.lw(2, 1, 1); }),
              is(4, 12, RiscvProgram::kBase + 0x101));
  EXPECT_THAT(trapped([](RiscvProgram& p) { p.lw(2, 0, 64); }), is(5, 12, 64));
  EXPECT_THAT(trapped([](RiscvProgram& p) { p.store(1, 2, 1, 3); }),
              is(6, 12, RiscvProgram::kBase + 0x103));
  EXPECT_THAT(trapped([](RiscvProgram& p) { p.sw(2, 0, 64); }), is(7, 12, 64));
  const Trapped nowhere = trapped([](RiscvProgram& p) { p.i_type(0x67, 0, 0, 0, 64); });
  EXPECT_THAT(nowhere, is(1, 64 - RiscvProgram::kBase, 64)) << "a jump into nothing";
}

TEST(RiscvHart, AHandlerThatIsNowhereHalts) {
  RiscvProgram program;
  program.set(1, 0x40);
  program.csrrw(0, kMtvec, 1);
  program.ecall();
  LoneHart lone(program);
  EXPECT_EQ(lone.hart.run(1000), Halt::kTrap);
  EXPECT_EQ(lone.hart.pc(), 0x40u);
  EXPECT_EQ(lone.hart.cause(), 1u);
}

TEST(RiscvHart, WaitsForAnInterruptAndComesBackBehindIt) {
  RiscvProgram program;
  program.set(1, RiscvProgram::kBase + 0x100);
  program.csrrw(0, kMtvec, 1);
  program.set(2, kExternalInterrupt);
  program.csrrw(0, kMie, 2);
  program.i_type(0x73, 6, 0, 8, static_cast<std::int32_t>(kMstatus));  // csrrsi: MIE
  program.wfi();
  program.addi(5, 5, 1);
  program.jal(0, 0);
  program.fill_to(0x100);
  program.csrrs(10, kMcause, 0);
  program.csrrw(0, kMie, 0);
  program.mret();
  LoneHart lone(program);
  ASSERT_EQ(lone.hart.run(100), Halt::kWait);
  EXPECT_EQ(lone.hart.reg(5), 0u);
  lone.hart.csr.set_pending(kExternalInterrupt, true);
  EXPECT_EQ(lone.hart.run(100), Halt::kLimit);
  EXPECT_EQ(lone.hart.reg(10), 0x8000000Bu);
  EXPECT_EQ(lone.hart.reg(5), 1u);
}

TEST(RiscvHart, AProgramThatChangesItselfRunsAsChanged) {
  RiscvProgram program;
  program.set(1, RiscvProgram::kBase + 24);
  program.set(2, 0x00700193);  // addi x3, x0, 7
  program.sw(2, 1, 0);         // at 16
  program.jal(0, 4);
  program.addi(3, 0, 1);  // at 24: becomes the 7
  program.ecall();
  LoneHart lone(program);
  // Decoded before: what stands there is in the table already.
  lone.hart.set_pc(RiscvProgram::kBase + 24);
  lone.hart.run(1);
  ASSERT_EQ(lone.hart.reg(3), 1u);
  lone.hart.set_pc(RiscvProgram::kBase);
  lone.hart.run(100);
  EXPECT_EQ(lone.hart.reg(3), 7u);
}

TEST(RiscvHart, X0StaysZero) {
  RiscvProgram program;
  program.addi(0, 0, 5);
  program.addi(1, 0, 3);
  program.ecall();
  LoneHart lone(program);
  lone.hart.run(10);
  EXPECT_EQ(lone.hart.reg(0), 0u);
  EXPECT_EQ(lone.hart.reg(1), 3u);
}

}  // namespace
}  // namespace gf::hw::riscv::hart_test
