// SPDX-License-Identifier: Apache-2.0
// Holds: hw/riscv/hart/core_params.h
#include "hw/riscv/hart/tag_cache.h"

#include <gmock/gmock.h>

#include "hw/riscv/hart/hart.h"
#include "tests/support/riscv_program.h"
#include "tests/support/trapped_hart.h"

namespace gf::hw::riscv::tag_cache_test {
namespace {

using test::LoneHart;
using test::RiscvProgram;

TEST(RiscvHart, CachesMissOnceALine) {
  CoreParams params;
  params.load_cycles = 0;
  params.icache = params.dcache = core::kibibytes(1);
  params.miss_cycles = 20;
  params.fetch_miss_cycles = 10;
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
  EXPECT_EQ(lone.hart.cycles(), 9u + 20u + 2u * 10u);
}

TEST(RiscvHart, AStoreThatMissesLoadsItsLine) {
  CoreParams params;
  params.load_cycles = 0;
  params.dcache = core::kibibytes(1);
  params.miss_cycles = 20;
  RiscvProgram program;
  program.set(1, RiscvProgram::kBase + 4096);
  program.sw(0, 1, 0);   // misses
  program.lw(2, 1, 28);  // in the same line
  program.sw(0, 1, 32);  // in the next one
  program.ecall();
  LoneHart lone(program, params);
  EXPECT_EQ(lone.hart.run(1000), Halt::kTrap);
  EXPECT_EQ(lone.hart.dcache().misses(), 2u);
  EXPECT_EQ(lone.hart.dcache().hits(), 1u);
}

}  // namespace
}  // namespace gf::hw::riscv::tag_cache_test
