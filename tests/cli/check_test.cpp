// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/inspect/check.cpp sc_main/inspect/input_kind.h sc_main/inspect/tried_run.h
// sc_main/inspect/config_fit.h
#include <gmock/gmock.h>
#include <tuple>

#include "tests/support/program.h"

namespace gf::test::check_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// `gpufabric check` of a file with this name and text.
Captured check(const std::string& name, const std::string& text,
               std::vector<std::string> more = {}) {
  const ScratchDirectory scratch;
  write_file(scratch / name, text);
  more.insert(more.begin(), {"check", scratch / name});
  return program(more);
}

TEST(Check, GoodFilesAreSummedUp) {
  const Captured graphs = check("a.csv", "graph,src,dst,bytes,start_ns\ng,0,1,4 KiB,0\n");
  EXPECT_EQ(graphs.code, 0);
  EXPECT_THAT(graphs.out, HasSubstr("a.csv: ok, congestion graphs: 1 graphs, 1 communications"));
  EXPECT_THAT(check("a.ini", "seed = 1\n").out,
              AllOf(HasSubstr("ok, parameters: 1 parameters that pcie_t1 and"),
                    HasSubstr("not checked"), HasSubstr("(kind config, guessed as no line")));
  EXPECT_THAT(check("a.signals", "credits: *credits*\n").out, HasSubstr("ok, signal groups: 1"));
  EXPECT_THAT(check("a.dot", "digraph { s -> a; s -> b; }").out,
              HasSubstr("ok, PCIe tree: 2 GPUs"));
}

TEST(Check, OlderFormsOfTreesAndGraphsAreNoted) {
  const char* const note = "; note: it can be written as a machine file";
  const std::string older = "[s]\nchildren = gpu0, gpu1\n";
  const std::string machine = "[s]\nchildren = gpu[0..1]\n";
  for (const auto& [name, text, kind] :
       {std::tuple("a.dot", std::string("digraph { s -> a; s -> b; }"), "tree"),
        std::tuple("a.ini", older, "tree"),
        std::tuple("a.nvlink", std::string("gpus 2\nlink gpu_0 gpu_1\n"), "nvlink")})
    EXPECT_THAT(check(name, text, {"--kind", kind}).out,
                AllOf(HasSubstr(note), HasSubstr("docs/machines.md")));
  EXPECT_THAT(check("a.ini", machine, {"--kind", "tree"}).out,
              AllOf(HasSubstr("ok, PCIe tree: 2 GPUs"), Not(HasSubstr("note"))));
  EXPECT_THAT(check("a.nvlink", "[gpu0]\nlinks = gpu1 nvlink2\n[gpu1]\nkind = gpu\n").out,
              AllOf(HasSubstr("ok, NVLink graph: 2 GPUs"), Not(HasSubstr("note"))));
}

TEST(Check, WorkloadsOfGpusAreRead) {
  const std::string example = program({"workloads", "--example"}).out;
  EXPECT_THAT(check("a.workload", example).out,
              HasSubstr("ok, workload of GPUs: scale_and_count: 2 kernels, 3 data structures"));
  EXPECT_EQ(check("a.workload", example + "do = nothing\n").code, 5);
  EXPECT_THAT(check("a.ini", example).out,
              HasSubstr("(kind workload, guessed from 'workload.name'"));
}

TEST(Check, BadLinesAreNamed) {
  const Captured graphs = check("a.csv", "graph,src,dst,bytes,start_ns\ng,1,1,4 KiB,0\n");
  EXPECT_EQ(graphs.code, 5);
  EXPECT_THAT(graphs.out, HasSubstr("a.csv:2: "));
  const Captured config = check("a.ini", "x = 1\noops\n");
  EXPECT_EQ(config.code, 5);
  EXPECT_THAT(config.out, HasSubstr("a.ini:2: "));
  EXPECT_EQ(check("a.dot", "digraph { a -> b; b -> a; }").code, 5);
}

TEST(Check, KindCanBeForced) {
  const std::string tree = "[s]\nchildren = gpu0, gpu1\n";
  EXPECT_THAT(check("a.ini", tree, {"--kind", "tree"}).out, HasSubstr("2 GPUs"));
  EXPECT_EQ(check("a.ini", tree, {"--kind", "graphs"}).code, 5);
  const Captured wrong = check("a.ini", tree, {"--kind", "three"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("three"), HasSubstr("tree")));
}

TEST(Check, UnknownEndingAsksForTheKind) {
  const Captured run = check("a.xyz", "");
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.out, HasSubstr("--kind"));
}

const std::string kTwo = "[rc]\nkind = root_complex\nchildren = gpu[0..1] pcie gen3 x16\n";

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
        Case{seed.c_str(), "its file cannot"}}) {
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

TEST(Check, ParametersAreThoseOfAPlatform) {
  const Captured wrong = check("a.ini", "[rc]\nhop_latencies = 1 ns\n");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.out, AllOf(HasSubstr("rc.hop_latencies = 1 ns"), HasSubstr("a.ini:2"),
                               HasSubstr("rc.hop_latency"), HasSubstr("parameters of pcie_t2")));
  const Captured out_of_range = check("a.ini", "[rc]\nhop_latency = 3000 s\n");
  EXPECT_EQ(out_of_range.code, 2);
  EXPECT_THAT(out_of_range.out, HasSubstr("out of range"));
  EXPECT_THAT(check("a.ini", "[rc]\nhop_latency = 130 ns\n").out,
              HasSubstr("1 parameters that pcie_t2 and"));
}

TEST(Check, UnknownKeysNameTheNearest) {
  EXPECT_THAT(check("a.ini", "[s]\nchildren = gpu0\nknd = switch\n", {"--kind", "tree"}).out,
              HasSubstr("unknown key 's.knd'; expected one of kind, preset, children, links, pcie, "
                        "lanes, nvlinks; nearest: kind"));
  EXPECT_THAT(check("a.ini", kTwo + "rellays = none\n", {"--kind", "machine"}).out,
              HasSubstr("unknown key 'rc.rellays'"));
  EXPECT_THAT(check("a.ini", "rellays = none\n" + kTwo).out, HasSubstr("nearest: relays"));
  EXPECT_THAT(
      check("a.ini",
            "[s]\nchildren = gpu0, gpu1, n\n[n]\nkind = nic\n[network]\nkind = torus\nnodess = 3\n")
          .out,
      AllOf(HasSubstr("a.ini:7: unknown key 'network.nodess'"), HasSubstr("nearest: nodes")));
  EXPECT_THAT(
      check("a.workload", "[data.x]\nbites = 4 KiB\n").out,
      AllOf(HasSubstr("a.workload:2: unknown key 'data.x.bites'"), HasSubstr("nearest: bytes")));
}

TEST(Check, SchedulesThatAskForDevicesAreReadForEight) {
  const std::string ring = GF_SOURCE_DIR "/docs/examples/ring.sched";
  const Captured said = program({"check", ring, ring + ":n=4"});
  EXPECT_EQ(said.code, 0) << said.out;
  EXPECT_THAT(said.out, AllOf(HasSubstr("1 graphs, 112 tasks for devices = 8; not checked"),
                              HasSubstr("1 graphs, 24 tasks; not checked")));
  EXPECT_EQ(program({"check", ring + ":n=x"}).code, 2);
}

TEST(Check, OneBadFileAmongGoodOnes) {
  const ScratchDirectory scratch;
  write_file(scratch / "good.ini", "seed = 1\n");
  const Captured run = program({"check", scratch / "good.ini", scratch / "missing.ini"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.out, AllOf(HasSubstr("good.ini: ok"), HasSubstr("missing.ini: no such file")));
  write_file(scratch / "bad.ini", "x\n");
  EXPECT_EQ(program({"check", scratch / "bad.ini", scratch / "missing.ini"}).code, 5);
  EXPECT_EQ(program({"check", scratch / "missing.xyz"}).code, 2);
  EXPECT_EQ(program({"check"}).code, 2);
}

}  // namespace
}  // namespace gf::test::check_test
