// SPDX-License-Identifier: Apache-2.0
#include "tests/support/compiled_firmware.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::nios_files_test {
namespace {

using namespace compiled_firmware;  // NOLINT: what these tests share

/// From on-chip memory: the order in which files are linked decides what collides in caches.
TEST_F(FirmwareCompiled, IsWhatItsReadmeSaysToCompile) {
  const auto latency = [](const std::string& program) {
    const Captured run = exits(0, run_one({"test=latency", "card.nios.iss.?cache=0 B", program}));
    return run.out;
  };
  const std::string list = latency("nios.program=list");
  EXPECT_EQ(latency("nios.firmware=" + compile()), list);
  const std::pair<std::string, std::vector<std::string>> others[] = {{"hash", {"hash"}},
                                                                     {"lean", {"hash", "lean"}}};
  for (const auto& [name, folders] : others) {
    const std::string other = latency("nios.program=" + name);
    EXPECT_NE(other, list) << name;
    EXPECT_EQ(latency("nios.firmware=" + compile("", folders)), other) << name;
  }
}

TEST(Firmware, WhatIsNoProgramIsRefused) {
  EXPECT_THAT(exits(5, run_one({std::string("nios.firmware=") + GF_SOURCE_DIR + "/README.md"})).err,
              HasSubstr("README.md: is no ELF file"));
  for (const char* file : {"/dev/zero", "/proc"}) {
    EXPECT_THAT(exits(5, run_one({std::string("nios.firmware=") + file})).err,
                HasSubstr(std::string(file) + ": is a "));
  }
  const Captured other = exits(5, run_one({std::string("nios.firmware=") + GF_PROGRAM}));
  EXPECT_THAT(other.err, HasSubstr("is not of 32 bits"));
}

TEST(Firmware, ATraceNeedsAProgram) {
  const Captured run = exits(2, program({"run", "apenet_node", "-p", "trace=nios", "-p", "max=32 B",
                                         "-p", "nios.model=cost_table"}));
  EXPECT_THAT(run.err, HasSubstr("trace = nios: expected none or bus with nios.model = "
                                 "cost_table; only nios.model = iss executes instructions"));
}

}  // namespace
}  // namespace gf::test::nios_files_test
