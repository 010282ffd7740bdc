// SPDX-License-Identifier: Apache-2.0
// Holds: hw/riscv/hart/hart_bus_if.h
#include "hw/riscv/hart/csr_file.h"

#include <gmock/gmock.h>

#include "hw/riscv/hart/hart.h"
#include "tests/support/riscv_program.h"
#include "tests/support/trapped_hart.h"

namespace gf::hw::riscv::csr_file_test {
namespace {

using test::LoneHart;
using test::RiscvProgram;
using namespace trapped_hart;  // NOLINT: what these tests share

TEST(RiscvHart, ReadOnlyAndUnknownRegistersCannotBeWritten) {
  EXPECT_EQ(trapped([](RiscvProgram& p) { p.csrrw(0, kMhartid, 1); }).cause, 2u);
  EXPECT_EQ(trapped([](RiscvProgram& p) { p.csrrs(2, 0x7C0, 0); }).cause, 2u);
  const std::uint32_t after_reading = trapped([](RiscvProgram& p) {
                                        p.csrrs(2, kMhartid, 0);
                                        p.ecall();
                                      }).pc;
  EXPECT_EQ(after_reading, 16u) << "reading a read-only one is no trap";
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

}  // namespace
}  // namespace gf::hw::riscv::csr_file_test
