// SPDX-License-Identifier: Apache-2.0
// Holds: hw/riscv/hart/csr_file.h hw/riscv/hart/core_params.h hw/riscv/hart/tag_cache.h hw/riscv/hart/hart_bus_if.h
// What instructions take, and what traps and interrupts do.
#include "hw/riscv/hart/hart.h"

#include <gmock/gmock.h>

#include "tests/support/riscv_program.h"

namespace gf::hw::riscv::hart_test {
namespace {

using test::LoneHart;
using test::RiscvProgram;

constexpr unsigned kMstatus = 0x300, kMie = 0x304, kMtvec = 0x305, kMepc = 0x341, kMcause = 0x342,
                   kMtval = 0x343, kMcycle = 0xB00, kMinstret = 0xB02, kMhartid = 0xF14;

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

TEST(RiscvHart, CachesMissOnceALine) {
  CoreParams params;
  params.load_cycles = 0;
  params.icache = params.dcache = core::kibibytes(1);
  params.miss_cycles = 20;
  RiscvProgram program;
  program.set(1, RiscvProgram::kBase + 4096);
  for (int i = 0; i < 6; ++i) program.lw(2, 1, 4 * i);
  program.ecall();
  LoneHart lone(program, params);
  EXPECT_EQ(lone.hart.run(1000), Halt::kTrap);
  // Nine instructions in two lines of 32 B, loads from one.
  EXPECT_EQ(lone.hart.icache().misses(), 2u);
  EXPECT_EQ(lone.hart.dcache().misses(), 1u);
  EXPECT_EQ(lone.hart.dcache().hits(), 5u);
  EXPECT_EQ(lone.hart.cycles(), 9u + 3u * 20u);
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

TEST(RiscvHart, ReadOnlyAndUnknownRegistersCannotBeWritten) {
  EXPECT_EQ(trapped([](RiscvProgram& p) { p.csrrw(0, kMhartid, 1); }).cause, 2u);
  EXPECT_EQ(trapped([](RiscvProgram& p) { p.csrrs(2, 0x7C0, 0); }).cause, 2u);
  const std::uint32_t after_reading = trapped([](RiscvProgram& p) {
                                        p.csrrs(2, kMhartid, 0);
                                        p.ecall();
                                      }).pc;
  EXPECT_EQ(after_reading, 16u) << "reading a read-only one is no trap";
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

TEST(RiscvHart, CountsItsCycles) {
  RiscvProgram program;
  program.csrrs(1, kMcycle, 0);
  for (int i = 0; i < 5; ++i) program.addi(3, 3, 1);
  program.csrrs(2, kMcycle, 0);
  program.ecall();
  LoneHart lone(program);
  lone.hart.run(100);
  EXPECT_EQ(lone.hart.reg(2) - lone.hart.reg(1), 6u);
}

/// Returns `counter` after it was written and `instructions` more have passed.
std::uint32_t counted_from_5(std::uint32_t counter, int instructions) {
  RiscvProgram program;
  program.i_type(0x73, 5, 0, 5, static_cast<std::int32_t>(counter));  // csrrwi
  for (int i = 0; i < instructions; ++i) program.addi(3, 3, 1);
  program.csrrs(2, counter, 0);
  program.ecall();
  LoneHart lone(program);
  lone.hart.run(100);
  return lone.hart.reg(2);
}

TEST(RiscvHart, AWriteOfACounterReplacesItsIncrement) {
  for (const std::uint32_t counter : {kMcycle, kMinstret}) {
    EXPECT_EQ(counted_from_5(counter, 0), 5u) << counter;
    EXPECT_EQ(counted_from_5(counter, 3), 8u) << counter;
  }
}

TEST(RiscvHart, AnInstructionReadsCountersAsTheyWereBeforeIt) {
  RiscvProgram program;
  program.csrrs(1, kMinstret, 0);
  program.csrrs(2, kMcycle, 0);
  program.ecall();
  LoneHart lone(program);
  lone.hart.run(100);
  EXPECT_EQ(lone.hart.reg(1), 0u);
  EXPECT_EQ(lone.hart.reg(2), 1u);
}

TEST(RiscvHart, AWriteOfAnUpperHalfKeepsTheLowerOneToo) {
  RiscvProgram program;
  program.i_type(0x73, 5, 0, 5, static_cast<std::int32_t>(kMinstret));         // csrrwi
  program.i_type(0x73, 5, 0, 1, static_cast<std::int32_t>(kMinstret + 0x80));  // csrrwi minstreth
  program.csrrs(1, kMinstret, 0);
  program.csrrs(2, kMinstret + 0x80, 0);
  program.ecall();
  LoneHart lone(program);
  lone.hart.run(100);
  EXPECT_EQ(lone.hart.reg(1), 5u);
  EXPECT_EQ(lone.hart.reg(2), 1u);
}

// The ways by which software finds out, those of riscv-tests among them (rv32mi/breakpoint, and the
// start-up code of every test for physical memory protection).
TEST(RiscvHart, SoftwareThatProbesFindsNoTrigger) {
  RiscvProgram program;
  program.set(3, 0xFFFFFFFF);
  for (const std::uint32_t number : {0x7A0u, 0x7A1u, 0x7A2u, 0x7A3u}) program.csrrw(0, number, 3);
  program.csrrs(10, 0x7A0, 0);  // tselect
  program.csrrs(11, 0x7A1, 0);  // tdata1, of type 0
  program.ecall();
  LoneHart lone(program);
  lone.hart.set_reg(10, 1);
  lone.hart.set_reg(11, 1);
  EXPECT_EQ(lone.hart.run(100), Halt::kTrap);
  EXPECT_EQ(lone.hart.cause(), 11u) << "the ecall, nothing before it";
  EXPECT_EQ(lone.hart.reg(10), 0u);
  EXPECT_EQ(lone.hart.reg(11), 0u);
}

TEST(RiscvHart, RegistersOfMemoryProtectionTrap) {
  for (const std::uint32_t number : {0x3A0u, 0x3B0u, 0x3EFu}) {
    EXPECT_EQ(trapped([=](RiscvProgram& p) { p.csrrw(0, number, 1); }).cause, 2u) << number;
    EXPECT_EQ(trapped([=](RiscvProgram& p) { p.csrrs(2, number, 0); }).cause, 2u) << number;
  }
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
