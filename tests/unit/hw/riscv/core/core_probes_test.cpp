// SPDX-License-Identifier: Apache-2.0
// Holds: hw/riscv/hart/hart_watch_client.h hw/riscv/hart/hart_watch.cpp
// Holds: hw/riscv/debug/instruction_trace.h
// What a waveform and a trace show of a program: when each instruction began, what it waited for.
#include "hw/riscv/core/core_probes.h"

#include <gmock/gmock.h>
#include <sstream>

#include "hw/riscv/debug/instruction_trace.h"
#include "tests/support/heard_probe.h"
#include "tests/support/riscv_bench.h"

namespace gf::hw::riscv::core_probes_test {
namespace {

using test::RiscvBench;
using test::RiscvProgram;
using test::WordsTarget;

/// Loads, a multiplication, a jump, an access of the bus, and wfi.
RiscvProgram of_all_kinds() {
  RiscvProgram program;
  program.set(1, RiscvProgram::kBase + 4096);  // cycles 0, 1
  program.set(5, WordsTarget::kBase);          // 2, 3
  program.lw(2, 1, 0);                         // 4, further 5 and 6
  program.r_type(1, 0, 2, 1, 1);               // 7, further 8 to 12
  program.jal(0, 4);                           // 13, further 14 to 16
  program.sw(2, 5, 4);                         // 17, further 18 to 23
  program.wfi();                               // 24
  return program;
}

void build(RiscvBench& bench) {
  bench.params.load_cycles = 2;
  bench.params.multiply_cycles = 5;
  bench.params.branch_cycles = 3;
  bench.params.io_cycles = 6;
  bench.build(of_all_kinds());
}

TEST(RiscvProbes, ShowWhereTheProgramIsAndWhyItIsNoFurther) {
  RiscvBench bench;
  build(bench);
  const test::HeardProbe pc("core.pc"), stall("core.stall");
  const core::Ticks period = bench.period.value();
  sc_core::sc_start();
  const std::uint32_t base = RiscvProgram::kBase;
  const std::vector<std::uint32_t> cycles_of = {1, 1, 1, 1, 3, 6, 4, 7};
  std::uint64_t cycle = 0;
  for (std::size_t i = 0; i < cycles_of.size(); cycle += cycles_of[i++])
    EXPECT_EQ(pc.value(cycle * period), base + 4 * i) << cycle;
  EXPECT_EQ(pc.value(cycle * period), base + 4 * 8);
  const std::string expected = "000002206666605550444444088";
  for (std::uint64_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(stall.value(i * period), static_cast<unsigned>(expected[i] - '0')) << i;
}

TEST(RiscvProbes, ATraceHasEachInstructionWithItsCyclesAndWhatTheyWereFor) {
  RiscvBench bench;
  build(bench);
  InstructionTrace trace(*bench.core, 8);
  bench.core->hart().add_watch(trace);
  sc_core::sc_start();
  std::ostringstream csv;
  trace.write_csv(csv);
  EXPECT_EQ(csv.str(),
            "time_us,pc,function,offset,cycles,stall\n"
            "0.000000,0x100000,,0,1,\n"
            "0.010000,0x100004,,0,1,\n"
            "0.020000,0x100008,,0,1,\n"
            "0.030000,0x10000c,,0,1,\n"
            "0.040000,0x100010,,0,3,load\n"
            "0.070000,0x100014,,0,6,multiply\n"
            "0.130000,0x100018,,0,4,branch\n"
            "0.170000,0x10001c,,0,7,bus\n");
}

TEST(RiscvProbes, CachesThatMissAreTold) {
  RiscvBench bench;
  bench.params.load_cycles = 0;
  bench.params.icache = bench.params.dcache = core::kibibytes(1);
  bench.params.miss_cycles = 20;
  bench.params.fetch_miss_cycles = 10;
  RiscvProgram program;
  program.set(1, RiscvProgram::kBase + 4096);
  program.lw(2, 1, 0);
  program.wfi();
  bench.build(program);
  InstructionTrace trace(*bench.core, 100);
  bench.core->hart().add_watch(trace);
  sc_core::sc_start();
  std::ostringstream csv;
  trace.write_csv(csv);
  EXPECT_THAT(csv.str(), testing::HasSubstr("0.000000,0x100000,,0,11,fetch\n"));
  EXPECT_THAT(csv.str(), testing::HasSubstr(",0x100008,,0,21,miss\n"));
}

/// A debugger in front of others: what it stops has not happened to them.
TEST(RiscvProbes, WhatADebuggerStopsComesOnceToTheOthers) {
  struct StopsOnce final : HartWatchClient {
    bool instruction_comes(std::uint32_t pc) override {
      return pc == RiscvProgram::kBase + 4 && stops++ == 0;
    }
    int stops = 0;
  };
  struct Counts final : HartWatchClient {
    bool instruction_comes(std::uint32_t /*pc*/) override {
      ++comes;
      return false;
    }
    void instruction_done(const Stalls& /*stalls*/) override { ++done; }
    int comes = 0, done = 0;
  };
  RiscvProgram program;
  for (int i = 0; i < 3; ++i) program.addi(2, 2, 1);
  program.wfi();
  test::LoneHart lone(program, {});
  Counts counts;
  StopsOnce stops;
  lone.hart.add_watch(counts);
  lone.hart.add_watch_in_front(stops);
  EXPECT_EQ(lone.hart.run(100), Halt::kWatched);
  EXPECT_EQ(counts.comes, 1);
  EXPECT_EQ(lone.hart.run(100), Halt::kWait);
  EXPECT_EQ(counts.comes, 4);
  EXPECT_EQ(counts.done, 4);
}

}  // namespace
}  // namespace gf::hw::riscv::core_probes_test
