// SPDX-License-Identifier: Apache-2.0
// Holds: hw/riscv/core/tight_memory.h hw/riscv/hart/poll_watch.h
// Holds: hw/riscv/hart/stable_value_extension.h
// A core in simulated time: when its accesses of the bus are seen, how it sleeps, how it fails.
#include "hw/riscv/core/core.h"

#include "core/time/quiescence.h"
#include "core/time/watchdog.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/riscv_bench.h"

namespace gf::hw::riscv::core_test {
namespace {

using test::RiscvBench;
using test::RiscvProgram;
using test::WordsTarget;

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
  EXPECT_THAT(waits[0].resource, HasSubstr("its program, at pc"));
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

/// Changes a word of the device at a time.
struct Change final : sc_core::sc_module {
  SC_HAS_PROCESS(Change);
  Change(const sc_core::sc_module_name& name, RiscvBench& bench) : sc_module(name), bench(bench) {
    SC_THREAD(work);
  }
  void work() {
    wait(sc_core::sc_time(123'456, sc_core::SC_NS));
    bench.device->change(1, 9);
  }
  RiscvBench& bench;
};

/// Polls until the device's word is not 0, and counts how often or not. Tells the device its cycles
/// and instructions then, and what it counted.
RiscvProgram polls_a_word(bool counts) {
  RiscvProgram program;
  set_device(program);
  if (counts) program.addi(4, 4, 1);
  program.lw(3, 1, 4);
  program.branch(0, 3, 0, counts ? -8 : -4);
  program.csrrs(7, 0xB00, 0);  // mcycle
  program.csrrs(8, 0xB02, 0);  // minstret
  program.sw(7, 1, 0);
  program.sw(8, 1, 0);
  program.sw(4, 1, 0);
  sleep(program);
  return program;
}

/// The same program on two cores: the device of one says that its words stand.
struct TwoPolls {
  explicit TwoPolls(bool counts) {
    polled.prefix = "polled_";
    slept.prefix = "slept_";
    for (RiscvBench* const bench : {&polled, &slept}) bench->build(polls_a_word(counts));
    slept.device->stand = true;
    Change first("change_polled", polled), second("change_slept", slept);
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS));
  }
  RiscvBench polled, slept;
};

void expect_alike(const WordsTarget& polled, const WordsTarget& slept) {
  ASSERT_EQ(polled.writes.size(), 3u);
  ASSERT_EQ(slept.writes.size(), 3u);
  EXPECT_GT(polled.writes[0].at, sc_core::sc_time(123'456, sc_core::SC_NS));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(slept.writes[i].at, polled.writes[i].at);
    EXPECT_EQ(slept.writes[i].value, polled.writes[i].value);
  }
}

TEST(RiscvCore, WhoPollsWhatStandsSleepsAndSeesItWhereItWouldHave) {
  const TwoPolls two(false);
  expect_alike(*two.polled.device, *two.slept.device);
  EXPECT_GT(two.polled.device->reads, 1000u);
  EXPECT_LE(two.slept.device->reads, 8u);
  EXPECT_EQ(two.slept.core->stats().accesses.value(), two.polled.core->stats().accesses.value());
}

TEST(RiscvCore, WhoCountsItsPollsIsNotPutToSleep) {
  const TwoPolls two(true);
  expect_alike(*two.polled.device, *two.slept.device);
  EXPECT_GT(two.polled.device->writes[2].value, 1000u);
  EXPECT_EQ(two.slept.device->reads, two.polled.device->reads);
}

TEST(RiscvCore, PollsOfWhatStandsHaveNoEvents) {
  RiscvBench bench;
  RiscvProgram program;
  poll(bench, program);
  bench.device->stand = true;
  sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_US));
  EXPECT_FALSE(sc_core::sc_pending_activity());
  EXPECT_TRUE(bench.core->idle());
  // A line that goes up is not waited for by who has not enabled it, but its polls go on.
  bench.core->set_interrupt(kExternalInterrupt, true);
  EXPECT_EQ(core::run_simulation({}).end, core::RunEnd::kLivelock);
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
