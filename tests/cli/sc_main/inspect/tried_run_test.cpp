// SPDX-License-Identifier: Apache-2.0
#include "tests/support/check_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::tried_run_test {
namespace {

using namespace check_command;  // NOLINT: what these tests share

TEST(Check, WrongMachinesAreWhatRunSays) {
  struct Case {
    const char* text;
    const char* said;
  };
  const std::string no_such = kTwo + "[parameters]\nnosuch.x = 3\n";
  const std::string out_of_range = kTwo + "[parameters]\nrc.hop_latency = 3000 s\n";
  const std::string seed = kTwo + "[parameters]\nseed = 3\n";
  for (const Case& wrong :
       {Case{"[rc]\nchildrn = gpu0, gpu1\n", "m.ini:2: unknown key 'rc.childrn'"},
        Case{"[rc]\nchildrn = gpu0, gpu1\n", "nearest: children"},
        Case{"[gpu0]\nlinks = gpu1 nvlink x12\n[gpu1]\n", "m.ini:2: the link 'nvlink x12'"},
        Case{"[gpu0]\nlinks = gpu1 nvlink2 x1\n[gpu1]\nlinks = gpu0 nvlink2 x2\n",
             "m.ini:4: the link gpu0 - gpu1"},
        Case{no_such.c_str(), "nosuch.x = 3"}, Case{out_of_range.c_str(), "out of range"},
        Case{seed.c_str(), "the machine's file cannot"}}) {
    const ScratchDirectory scratch;
    const std::string file = scratch / "m.ini";
    write_file(file, wrong.text);
    const Captured run = program({"run", "cluster", "--machine", file, "--dry-run"});
    const Captured said = program({"check", file, "--kind", "machine"});
    EXPECT_THAT(said.out, HasSubstr(wrong.said));
    EXPECT_EQ("gpufabric: " + said.out, run.err);
    EXPECT_EQ(said.code, run.code);
    const Captured guessed = program({"check", file});
    EXPECT_EQ(guessed.code, run.code) << guessed.out;
    EXPECT_THAT(guessed.out,
                AllOf(HasSubstr(wrong.said), HasSubstr("(kind machine, guessed from")));
  }
}

TEST(Check, WhatCheckRefusesIsNotRun) {
  const ScratchDirectory scratch;
  const std::string file = scratch / "m.ini";
  write_file(file, "[s]\nchildren = gpu0\n[n]\nkind = nic\n");
  EXPECT_THAT(program({"run", "cluster", "--machine", file}).err,
              HasSubstr("m.ini:4: n is not connected to s"));
}

TEST(Check, SchedulesThatAskForDevicesAreReadForEight) {
  const std::string ring = GF_SOURCE_DIR "/docs/examples/ring.sched";
  EXPECT_THAT(exits(0, program({"check", ring, ring + ":n=4"})).out,
              AllOf(HasSubstr("1 graphs, 112 tasks for devices = 8; not checked"),
                    HasSubstr("1 graphs, 24 tasks; not checked")));
  EXPECT_EQ(program({"check", ring + ":n=x"}).code, 2);
}

}  // namespace
}  // namespace gf::test::tried_run_test
