// SPDX-License-Identifier: Apache-2.0
// Holds: hw/riscv/debug/gdb_link.h
// gdb-multiarch attaches and debugs; skipped where there is none.
#include "hw/riscv/debug/gdb_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/system/child_process.h"
#include "core/system/find_program.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/riscv_bench.h"

namespace gf::hw::riscv::gdb_server_test {
namespace {

using test::RiscvBench;
using test::RiscvProgram;
using test::WordsTarget;

/// Counts x5 up to 100 with a store of it to memory (x6) each time, tells the device, and sleeps.
RiscvProgram counting() {
  RiscvProgram program;
  program.set(6, RiscvProgram::kBase + 0x400);
  program.set(7, WordsTarget::kBase);
  program.addi(8, 0, 100);  // at 0x100010
  program.addi(5, 5, 1);    // at 0x100014
  program.sw(5, 6, 0);      // at 0x100018
  program.branch(1, 5, 8, -8);
  program.sw(5, 7, 4);
  program.set(2, kExternalInterrupt);
  program.csrrw(0, 0x304, 2);
  program.wfi();
  program.fill_to(0x500);
  return program;
}

/// What gdb says to `commands`, while the simulation runs to its end.
std::string session(RiscvBench& bench, const std::vector<std::string>& commands) {
  auto server = std::make_unique<GdbServer>(*bench.core, 0);
  core::ChildSpec spec;
  spec.command = {core::find_program("gdb-multiarch")->string(), "-batch", "-nx"};
  const auto add = [&](const std::string& command) {
    spec.command.insert(spec.command.end(), {"-ex", command});
  };
  add("set architecture riscv:rv32");
  add("target remote 127.0.0.1:" + std::to_string(server->port()));
  for (const std::string& command : commands) add(command);
  spec.output_file = bench.scratch / "out.txt";
  spec.error_file = bench.scratch / "err.txt";
  core::ChildProcess gdb(spec);
  sc_core::sc_start();
  server.reset();
  gdb.wait();
  return test::read_file(spec.output_file) + test::read_file(spec.error_file);
}

class RiscvGdb : public testing::Test {
 protected:
  void SetUp() override {
    if (!core::find_program("gdb-multiarch")) GTEST_SKIP() << "no gdb-multiarch";
    bench.build(counting());
  }
  /// The program has gone on to its end, as if nobody had looked.
  void expect_end() const {
    ASSERT_EQ(bench.device->writes.size(), 1u);
    EXPECT_EQ(bench.device->writes[0].value, 100u);
    // Five instructions before the loop, 100 turns of it, one that tells.
    const unsigned taken = 99 * bench.params.branch_cycles;
    EXPECT_EQ(bench.device->writes[0].at, (5 + 300 + taken + 1) * bench.period);
  }
  RiscvBench bench;
};

TEST_F(RiscvGdb, BreaksStepsAndGoesOn) {
  const std::string said =
      session(bench, {"print $pc", "break *0x100018", "continue", "print $x5", "ignore 1 41",
                      "continue", "print $x5", "monitor time", "monitor time", "stepi", "print $pc",
                      "monitor time", "delete", "continue"});
  EXPECT_THAT(said, HasSubstr("$1 = (void (*)()) 0x100000")) << said;
  EXPECT_THAT(said, HasSubstr("$2 = 1")) << said;
  EXPECT_THAT(said, HasSubstr("$3 = 43")) << said;
  EXPECT_THAT(said, HasSubstr("$4 = (void (*)()) 0x10001c")) << said;
  // 5 + 3 * 42 + 1 instructions, 42 of them taken branches: time stands while it is asked.
  EXPECT_THAT(said, HasSubstr("2.16 us\n2.16 us\n")) << said;
  EXPECT_THAT(said, HasSubstr("2.17 us\n")) << said;
  expect_end();
}

TEST_F(RiscvGdb, WatchesMemory) {
  const std::string said =
      session(bench, {"watch *(int*)0x100400", "continue", "continue", "print *(int*)0x100400",
                      "delete", "rwatch *(int*)0x100400", "delete", "detach"});
  EXPECT_THAT(said, HasSubstr("Hardware watchpoint 1: *(int*)0x100400")) << said;
  EXPECT_THAT(said, HasSubstr("Old value = 1\nNew value = 2")) << said;
  EXPECT_THAT(said, HasSubstr("$1 = 2")) << said;
  expect_end();
}

TEST_F(RiscvGdb, ReadsAndWritesRegistersAndMemory) {
  const std::string said =
      session(bench, {"print/x *(int*)0x100000", "set *(int*)0x100404 = 0x1234",
                      "print/x *(int*)0x100404", "set $x9 = 77", "print $x9",
                      "print *(int*)0x40000008", "print *(int*)0x10", "set $x9 = 0", "detach"});
  EXPECT_THAT(said, HasSubstr("$1 = 0x100337")) << said;
  EXPECT_THAT(said, HasSubstr("$2 = 0x1234")) << said;
  EXPECT_THAT(said, HasSubstr("$3 = 77")) << said;
  EXPECT_THAT(said, HasSubstr("Cannot access memory at address 0x10")) << said;
  expect_end();
}

TEST_F(RiscvGdb, ADebuggerThatGoesLetsTheProgramRun) {
  session(bench, {"break *0x100018", "continue", "kill"});
  expect_end();
}

TEST(RiscvGdbServer, ListensOnThisMachineAloneAndRefusesATakenPort) {
  RiscvBench bench;
  bench.build(counting());
  const GdbLink first(0);
  EXPECT_THAT(test::error_of([&] { GdbLink second(first.port()); }),
              HasSubstr("gdb.port = " + std::to_string(first.port())));
  // Every address but the loopback's: it would answer on 127.0.0.2 if it listened on all.
  const int other = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(static_cast<std::uint16_t>(first.port()));
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1);
  EXPECT_NE(::connect(other, reinterpret_cast<const sockaddr*>(&at), sizeof at), 0);
  ::close(other);
}

}  // namespace
}  // namespace gf::hw::riscv::gdb_server_test
