// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/check.cpp
#include <gmock/gmock.h>

#include "tests/support/program.h"

namespace gf::test::check_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

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
  EXPECT_THAT(check("a.ini", "[x]\ny = 1\n").out, HasSubstr("ok, parameters: 1 parameters"));
  EXPECT_THAT(check("a.signals", "credits: *credits*\n").out, HasSubstr("ok, signal groups: 1"));
  EXPECT_THAT(check("a.dot", "digraph { s -> a; s -> b; }").out,
              HasSubstr("ok, PCIe tree: 2 GPUs"));
}

TEST(Check, WorkloadsOfGpusAreRead) {
  const std::string example = program({"workloads", "--example"}).out;
  EXPECT_THAT(check("a.workload", example).out,
              HasSubstr("ok, workload of GPUs: scale_and_count: 2 kernels, 3 data structures"));
  EXPECT_EQ(check("a.workload", example + "do = nothing\n").code, 5);
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

TEST(Check, OneBadFileAmongGoodOnes) {
  const ScratchDirectory scratch;
  write_file(scratch / "good.ini", "x = 1\n");
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
