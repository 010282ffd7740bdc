// SPDX-License-Identifier: Apache-2.0
#include <tuple>

#include "tests/support/check_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::input_kind_test {
namespace {

using check_command::check;

TEST(Check, GoodFilesAreSummedUp) {
  const Captured graphs = exits(0, check("a.csv", "graph,src,dst,bytes,start_ns\ng,0,1,4 KiB,0\n"));
  EXPECT_THAT(graphs.out, HasSubstr("a.csv: ok, congestion graphs: 1 graphs, 1 communications"));
  EXPECT_THAT(check("a.ini", "seed = 1\n").out,
              AllOf(HasSubstr("ok, parameters: 1 parameters that pcie_t1 and"),
                    HasSubstr("not checked"), HasSubstr("(kind config, guessed because no line")));
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

TEST(Check, KindCanBeForced) {
  const std::string tree = "[s]\nchildren = gpu0, gpu1\n";
  EXPECT_THAT(check("a.ini", tree, {"--kind", "tree"}).out, HasSubstr("2 GPUs"));
  EXPECT_EQ(check("a.ini", tree, {"--kind", "graphs"}).code, 5);
  const Captured wrong = exits(2, check("a.ini", tree, {"--kind", "three"}));
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("three"), HasSubstr("tree")));
}

TEST(Check, UnknownEndingAsksForTheKind) {
  const Captured run = exits(5, check("a.xyz", ""));
  EXPECT_THAT(run.out, HasSubstr("--kind"));
}

TEST(Check, OneBadFileAmongGoodOnes) {
  const ScratchDirectory scratch;
  write_file(scratch / "good.ini", "seed = 1\n");
  EXPECT_THAT(exits(2, program({"check", scratch / "good.ini", scratch / "missing.ini"})).out,
              AllOf(HasSubstr("good.ini: ok"), HasSubstr("missing.ini: no such file")));
  write_file(scratch / "bad.ini", "x\n");
  EXPECT_EQ(program({"check", scratch / "bad.ini", scratch / "missing.ini"}).code, 5);
  EXPECT_EQ(program({"check", scratch / "missing.xyz"}).code, 2);
  EXPECT_EQ(program({"check"}).code, 2);
}

}  // namespace
}  // namespace gf::test::input_kind_test
