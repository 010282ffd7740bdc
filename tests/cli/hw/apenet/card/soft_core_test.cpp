// SPDX-License-Identifier: Apache-2.0
// cmake/Firmware.cmake firmware/README.md nios.model=iss as users have it. Skipped without
// riscv64-unknown-elf-gcc, but for what is refused.
#include <sstream>

#include "core/text/json.h"
#include "tests/support/compiled_firmware.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::soft_core_test {
namespace {

using namespace compiled_firmware;  // NOLINT: what these tests share

TEST_F(FirmwareCompiled, RunsInPlaceOfTheCostTable) {
  const Captured run = exits(0, run_one({"test=latency"}));
  EXPECT_THAT(run.out, HasSubstr("\n32 "));
  EXPECT_NE(run.out, run_one({"test=latency", "card.nios.clock=20 ns"}).out) << "cycles matter";
  EXPECT_EQ(run.out, run_one({"test=latency", "card.nios.rx_retire=5000"}).out)
      << "costs of the table do not";
}

TEST_F(FirmwareCompiled, ALineOfCMovesTheLatency) {
  const std::string slow =
      "#include \"card_registers.h\"\n#include \"firmware.h\"\n"
      "int main(void) {\n"
      "  __asm__ volatile(\"csrw mie, %0\" : : \"r\"(1u << 11));\n"
      "  for (;;) {\n"
      "    switch (card_read(CARD_TASK)) {\n"
      "      case CARD_TASK_NONE: __asm__ volatile(\"wfi\"); continue;\n"
      "      case CARD_TASK_REGISTER: carry_out_registration(); break;\n"
      "      case CARD_TASK_TX: feed_message(); break;\n"
      "      case CARD_TASK_TX_RETIRE: retire_message(); break;\n"
      "      default:\n"
      "        for (volatile int i = 0; i < 1000; ++i) {}\n"
      "        receive_packet();\n"
      "    }\n"
      "    card_write(CARD_TASK_DONE, 1);\n"
      "  }\n"
      "}\n";
  const auto latency = [](const Captured& run) {
    return std::stod(run.out.substr(run.out.rfind("\n32 ") + 4));
  };
  const double before = latency(run_one({"test=latency"}));
  const double after = latency(run_one({"test=latency", "nios.firmware=" + compile(slow)}));
  EXPECT_GT(after, before + 1000 * 4 * 0.005) << "a thousand turns of at least four cycles of 5 ns";
}

TEST_F(FirmwareCompiled, OneThatLoopsIsALivelockAndSaysWhere) {
  const Captured run =
      exits(4, run_one({"nios.firmware=" +
                        compile("int main(void) { for (;;) __asm__ volatile(\"\"); }\n")}));
  EXPECT_THAT(
      run.err,
      AllOf(HasSubstr("has neither slept nor read or written anything new on the bus for 10 ms"),
            HasSubstr("(main")));
}

TEST_F(FirmwareCompiled, OneThatPollsForEverIsALivelockToo) {
  const Captured run =
      exits(4, run_one({"nios.firmware=" + compile("#include \"card_registers.h\"\n"
                                                   "#include \"firmware.h\"\n"
                                                   "int main(void) { for (;;) "
                                                   "card_read(CARD_TASK); }\n")}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("anything new on the bus for 10 ms"), HasSubstr("(main")));
}

TEST_F(FirmwareCompiled, OneThatTrapsSaysWhereAndWhen) {
  const Captured nothing =
      exits(5, run_one({"nios.firmware=" +
                        compile("int main(void) { ((void (*)(void))0x10)(); return 0; }\n")}));
  EXPECT_THAT(nothing.err, AllOf(HasSubstr("instruction access fault (0x10) without a handler"),
                                 HasSubstr("at pc 0x10 (in no function), ")));
}

TEST_F(FirmwareCompiled, OneThatOverrunsItsStackTraps) {
  const Captured run = exits(
      5, run_one(
             {"nios.firmware=" +
              compile("int deep(int n) { volatile int a[64]; a[0] = n; return n < 0 ? 0 : deep(n + "
                      "1) + a[0]; }\nint main(void) { return deep(0); }\n")}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("store access fault"), HasSubstr("(deep")));
}

TEST_F(FirmwareCompiled, OneThatNeverAnswersIsADeadlock) {
  const Captured run = exits(
      4, run_one({"nios.firmware=" + compile("int main(void) { for (;;) __asm__(\"wfi\"); }\n")}));
  EXPECT_THAT(run.err, HasSubstr("its program, at pc"));
  EXPECT_THAT(run.err, HasSubstr("(main"));
}

TEST_F(FirmwareCompiled, OneThatDropsMessagesIsNamedWithTheTime) {
  std::string forgets = read_file(std::string(GF_SOURCE_DIR) + "/firmware/main.c");
  const std::string registers = "carry_out_registration()";
  forgets.replace(forgets.find(registers), registers.size(), "card_write(CARD_REG_DONE, 1)");
  const std::string file = compile(forgets);
  for (const char* test : {"test=latency", "schedule=ring.csv"}) {
    if (test == std::string("schedule=ring.csv"))
      write_file(scratch / "ring.csv", "graph,src,dst,bytes\na,0,1,4096\n");
    const Captured run =
        test == std::string("test=latency")
            ? run_one({"nios.firmware=" + file, test})
            : program({"run", "apenet_cluster", "-p", "nios.model=iss", "-p", "shape=2", "-p",
                       "nios.firmware=" + file, "--schedule", scratch / "ring.csv", "--quiet"});
    EXPECT_EQ(run.code, 5) << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("mine.elf: at "), HasSubstr(" us "), HasSubstr(" dropped"),
                               HasSubstr("the firmware has lost them")));
  }
}

TEST_F(FirmwareCompiled, ARegisterThatIsNotThereIsATrap) {
  const Captured run = exits(
      5, run_one({"nios.firmware=" +
                  compile("int main(void) { *(volatile int *)0x40000ffc = 1; return 0; }\n")}));
  EXPECT_THAT(run.err, HasSubstr("store access fault (0x40000ffc)"));
}

TEST_F(FirmwareCompiled, DrivesTheBlocksThatLookUpAndVersion1) {
  const Captured plain = run_one({"test=latency"});
  for (const char* const blocks : {"buf_list", "v2p", "both"}) {
    const Captured run = exits(0, run_one({"test=latency", std::string("accelerated=") + blocks}));
    EXPECT_NE(run.out, plain.out) << blocks;
  }
  const Captured v1 = exits(0, run_one({"test=latency", "src=gpu", "generation=v1"}));
  EXPECT_NE(v1.out, run_one({"test=latency", "src=gpu"}).out);
}

/// Firmware that polls the register of tasks in place of wfi.
std::string main_that_polls() {
  std::string text = read_file(std::string(GF_SOURCE_DIR) + "/firmware/main.c");
  const std::string sleeps = "__asm__ volatile(\"wfi\");";
  text.erase(text.find(sleeps), sleeps.size());
  return text;
}

/// A run of `options` that traces its instructions: what the statistics say of the core, and lines
/// of the trace.
struct TracedRun {
  Captured run;
  double executed = 0;
  std::vector<std::string> lines;
};
TracedRun traced(const ScratchDirectory& scratch, std::vector<std::string> options) {
  const std::string out = scratch / "traced";
  options.insert(options.end(), {"test=latency", "trace=nios"});
  TracedRun traced;
  traced.run = run_one(options, {"--outdir", out, "--force"});
  if (traced.run.code != 0) return traced;
  const auto stats = core::parse_json(read_file(out + "/stats.json")).at("stats");
  traced.executed = stats.at("node_0.card.soft_core.core").at("instructions").at("value");
  std::istringstream file(read_file(out + "/nios_trace.csv"));
  for (std::string line; std::getline(file, line);) traced.lines.push_back(line);
  return traced;
}

TEST_F(FirmwareCompiled, ATraceHasEachInstruction) {
  const TracedRun run = traced(scratch, {"window=1"});
  ASSERT_EQ(run.run.code, 0) << run.run.err;
  EXPECT_EQ(run.run.out, run_one({"test=latency", "window=1"}).out) << "who looks changes nothing";
  EXPECT_EQ(run.lines.size(), run.executed + 1);
  EXPECT_EQ(run.lines[0], "time_us,pc,function,offset,cycles,stall");
  EXPECT_EQ(run.lines[1], "0.000000,0x80001000,start,0,24,fetch") << "the caches are empty";
  EXPECT_THAT(run.lines, testing::Contains(testing::ContainsRegex(",receive_packet,[0-9]*,5,bus")));
  const TracedRun cut = traced(scratch, {"trace_instructions=100"});
  EXPECT_EQ(cut.lines.size(), 101u);
  EXPECT_THAT(cut.run.err, HasSubstr("the trace ends here: 100 instructions are recorded"));
}

TEST_F(FirmwareCompiled, PollsOfAnEmptyQueueAreNotExecutedOneByOne) {
  const std::string put = "software.put=100 us";  // the card has little to do
  const TracedRun run = traced(scratch, {put, "nios.firmware=" + compile(main_that_polls())});
  ASSERT_EQ(run.run.code, 0) << run.run.err;
  EXPECT_LT(static_cast<double>(run.lines.size()), run.executed / 10);
  const auto latency = [](const std::string& table) {
    return std::stod(table.substr(table.rfind("\n32 ") + 4));
  };
  const double slept = latency(run_one({"test=latency", put}).out);
  EXPECT_NEAR(latency(run.run.out), slept, 0.5) << "us; a poll takes a fraction of one";
}

/// Both applications check what they have computed from bytes that cards have written.
TEST_F(FirmwareCompiled, WhatTheBlocksFindIsWhereTheBytesBelong) {
  for (const char* const name : {"list", "hash", "lean"}) {
    for (const char* const app : {"apenet_hsg", "apenet_bfs"}) {
      const Captured run =
          program({"run", app, "-p", "bytes=true", "-p", "card.nios.model=iss", "-p",
                   std::string("card.nios.program=") + name, "-p", "card.nios.hw_buf_list=true",
                   "-p", "card.nios.hw_v2p=true", "--quiet"});
      EXPECT_EQ(run.code, 0) << name << ", " << app << ": " << run.err;
    }
  }
}

TEST_F(FirmwareCompiled, WaitsForTheBlocksAsLongAsTheyTake) {
  const auto latency = [](const std::string& cycles) {
    const Captured run = exits(0, run_one({"test=latency", "src=host", "dst=host",
                                           "accelerated=both", "card.nios.hw_lookup=" + cycles}));
    return std::stod(run.out.substr(run.out.rfind("\n32 ") + 4));
  };
  // A search and a walk, each of so many cycles of 5 ns; us have two decimals.
  EXPECT_NEAR(latency("212") - latency("12"), 2 * 200 * 5e-3, 0.0101);
}

}  // namespace
}  // namespace gf::test::soft_core_test
