// SPDX-License-Identifier: Apache-2.0
#include "tests/support/check_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::check_test {
namespace {

using check_command::check;

TEST(Check, WorkloadsOfGpusAreRead) {
  const std::string example = program({"workloads", "--example"}).out;
  EXPECT_THAT(check("a.workload", example).out,
              HasSubstr("ok, GPU workload: scale_and_count: 2 kernels, 3 data structures"));
  EXPECT_EQ(check("a.workload", example + "do = nothing\n").code, 5);
  EXPECT_THAT(check("a.ini", example).out,
              HasSubstr("(kind workload, guessed from 'workload.name'"));
}

TEST(Check, BadLinesAreNamed) {
  EXPECT_THAT(exits(5, check("a.csv", "graph,src,dst,bytes,start_ns\ng,1,1,4 KiB,0\n")).out,
              HasSubstr("a.csv:2: "));
  EXPECT_THAT(exits(5, check("a.ini", "x = 1\noops\n")).out, HasSubstr("a.ini:2: "));
  EXPECT_EQ(check("a.dot", "digraph { a -> b; b -> a; }").code, 5);
}

}  // namespace
}  // namespace gf::test::check_test
