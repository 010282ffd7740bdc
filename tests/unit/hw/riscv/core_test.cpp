// SPDX-License-Identifier: Apache-2.0
// Holds: hw/riscv/tight_memory.h
// A core in simulated time: when its accesses of the bus are seen, how it sleeps, how it fails.
#include "hw/riscv/core.h"

#include <gmock/gmock.h>

#include "core/quiescence.h"
#include "core/watchdog.h"
#include "tests/support/errors.h"
#include "tests/support/riscv_bench.h"

namespace gf::hw::riscv::core_test {
namespace {

using test::RiscvBench;
using test::RiscvProgram;
using test::WordsTarget;
using testing::HasSubstr;

constexpr unsigned kMie = 0x304;

void set_device(RiscvProgram& program) { program.set(1, WordsTarget::kBase); }

/// Enables the external interrupt, which ends a wfi, and sleeps.
void sleep(RiscvProgram& program) {
  program.set(2, kExternalInterrupt);
  program.csrrw(0, kMie, 2);
  program.wfi();
}

void store_twice_and_sleep(RiscvBench& bench) {
  bench.params.io_cycles = 6;
  RiscvProgram program;
  set_device(program);    // two cycles
  program.addi(3, 0, 7);  // three
  program.sw(3, 1, 4);    // at the end of the fourth
  program.sw(3, 1, 8);    // io_cycles and a cycle later
  sleep(program);
  bench.build(program);
  sc_core::sc_start();
  ASSERT_EQ(bench.device->writes.size(), 2u);
  EXPECT_EQ(bench.device->writes[0].offset, 4u);
  EXPECT_EQ(bench.device->writes[0].value, 7u);
}

TEST(RiscvCore, TheBusSeesAnAccessWhenTheCyclesBeforeItHavePassed) {
  RiscvBench bench;
  store_twice_and_sleep(bench);
  EXPECT_EQ(bench.device->writes[0].at, 4 * bench.period);
  EXPECT_EQ(bench.device->writes[1].at, (4 + 6 + 1) * bench.period);
  EXPECT_TRUE(bench.core->idle());
  EXPECT_EQ(bench.core->stats().accesses.value(), 2u);
}

TEST(RiscvCore, TheTargetsTimeIsPartOfTheAccess) {
  RiscvBench bench;
  bench.params.io_cycles = 6;
  RiscvProgram program;
  set_device(program);
  program.lw(3, 1, 4);
  program.sw(3, 1, 8);
  sleep(program);
  bench.build(program);
  bench.device->words[1] = 0x1234;
  bench.device->delay = sc_core::sc_time(25, sc_core::SC_NS);  // three cycles, begun ones count
  sc_core::sc_start();
  ASSERT_EQ(bench.device->writes.size(), 1u);
  EXPECT_EQ(bench.device->writes[0].value, 0x1234u);
  const unsigned load = 1 + bench.params.load_cycles;
  EXPECT_EQ(bench.device->writes[0].at, (2 + load + 6 + 3 + 1) * bench.period);
}

TEST(RiscvCore, MemoryWithoutDirectAccessIsTheSameInTheSameTime) {
  RiscvBench bench;
  bench.direct = false;
  store_twice_and_sleep(bench);
  EXPECT_EQ(bench.device->writes[1].at, (4 + 6 + 1) * bench.period);
}

TEST(RiscvCore, HowFarItRunsAheadMovesNothing) {
  RiscvBench bench;
  bench.params.quantum = 1;
  store_twice_and_sleep(bench);
  EXPECT_EQ(bench.device->writes[0].at, 4 * bench.period);
  EXPECT_EQ(bench.device->writes[1].at, (4 + 6 + 1) * bench.period);
}

TEST(RiscvCore, AnInterruptEndsItsSleepAtOnce) {
  struct Line final : sc_core::sc_module {
    SC_HAS_PROCESS(Line);
    Line(const sc_core::sc_module_name& name, RiscvBench& bench) : sc_module(name), bench(bench) {
      SC_THREAD(work);
    }
    void work() {
      wait(sc_core::sc_time(1234, sc_core::SC_NS));
      bench.core->set_interrupt(kExternalInterrupt, true);
    }
    RiscvBench& bench;
  };
  RiscvBench bench;
  RiscvProgram program;
  set_device(program);
  sleep(program);
  program.sw(2, 1, 0);
  program.csrrw(0, kMie, 0);
  program.wfi();
  bench.build(program);
  Line line("line", bench);
  sc_core::sc_start();
  ASSERT_EQ(bench.device->writes.size(), 1u);
  EXPECT_EQ(bench.device->writes[0].at, sc_core::sc_time(1234, sc_core::SC_NS) + bench.period);
  EXPECT_EQ(bench.core->stats().sleeps.value(), 2u);
  // The line is still high: whoever raised it has not been served.
  const std::vector<core::Wait> waits = core::pending_waits();
  ASSERT_EQ(waits.size(), 1u);
  EXPECT_THAT(waits[0].what, HasSubstr("its program, at pc"));
}

/// Reads a word of the device for ever.
void poll(RiscvBench& bench, RiscvProgram& program) {
  set_device(program);
  program.lw(3, 1, 4);
  program.jal(0, -4);
  bench.build(program);
}

TEST(RiscvCore, WhoPollsTheSameWhileALineIsHighIsALivelock) {
  RiscvBench bench;
  RiscvProgram program;
  poll(bench, program);
  bench.device->words[1] = 7;
  bench.core->set_interrupt(kExternalInterrupt, true);
  EXPECT_EQ(core::run_simulation({}).end, core::RunEnd::kLivelock);
  EXPECT_LT(sc_core::sc_time_stamp(), 2 * bench.patience);
}

TEST(RiscvCore, WhileNoLineIsHighAProgramMayPoll) {
  RiscvBench bench;
  RiscvProgram program;
  poll(bench, program);
  sc_core::sc_start(10 * bench.patience);
  EXPECT_EQ(sc_core::sc_get_status(), sc_core::SC_PAUSED);
  EXPECT_GT(bench.core->stats().accesses.value(), 10'000u);
}

TEST(RiscvCore, AsleepItHasNoEvents) {
  RiscvBench bench;
  RiscvProgram program;
  set_device(program);
  sleep(program);
  bench.build(program);
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
  ASSERT_EQ(bench.core->stats().sleeps.value(), 1u);
  EXPECT_FALSE(sc_core::sc_pending_activity());
  const sc_dt::uint64 deltas = sc_core::sc_delta_count();
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC));
  EXPECT_EQ(sc_core::sc_delta_count(), deltas);
  EXPECT_TRUE(bench.core->idle());
}

TEST(RiscvCore, ATrapEndsTheRunAndSaysWhere) {
  RiscvBench bench;
  RiscvProgram program;
  program.addi(3, 0, 1);
  program.lw(3, 0, 64);
  bench.build(program);
  const std::string error = test::error_of([] { core::run_simulation({}); });
  EXPECT_THAT(error, HasSubstr("program.elf: core: load access fault (0x40) without a handler at "
                               "pc 0x100004 (in no function), "));
}

TEST(RiscvCore, ARegisterThatIsNotThereIsATrap) {
  RiscvBench bench;
  RiscvProgram program;
  set_device(program);
  program.sw(3, 1, 64);
  bench.build(program);
  EXPECT_THAT(test::error_of([] { core::run_simulation({}); }),
              HasSubstr("store access fault (0x40000040)"));
}

TEST(RiscvCore, AProgramThatLoopsForEverIsALivelock) {
  RiscvBench bench;
  RiscvProgram program;
  program.jal(0, 0);
  bench.build(program);
  const core::RunEndReport end = core::run_simulation({});
  EXPECT_EQ(end.end, core::RunEnd::kLivelock);
  EXPECT_THAT(end.explanation,
              HasSubstr("core: the program has neither slept nor read or written anything new on "
                        "the bus for 1 ms and is at pc 0x100000"));
}

TEST(RiscvCore, RefusesWhatItsParametersCannotBe) {
  RiscvBench bench;
  bench.params.quantum = 0;
  EXPECT_THAT(test::error_of([&] { bench.build(RiscvProgram{}); }), HasSubstr("core.quantum = 0"));
}

}  // namespace
}  // namespace gf::hw::riscv::core_test
