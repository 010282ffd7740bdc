// SPDX-License-Identifier: Apache-2.0
// A run writes the same bytes whatever the number of processes that simulate its network and the
// devices on it; they end together, and outputs that several processes cannot give are refused.
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/ranks_command.h"
#include "tests/support/run_file.h"

namespace gf::test::ranks_mpi_test {
namespace {

using namespace ranks_command;  // NOLINT: what these tests share

TEST_F(AnyRanks, EndAtTheSameCycle) {
  const Captured whole = run(kBusy, 1, {"--stop-at", "777 ns"});
  const Captured shared = run(kBusy, 2, {"--stop-at", "777 ns"});
  EXPECT_EQ(shared.out, whole.out);
  EXPECT_EQ(shared.err, whole.err);
  expect_same(2, kFiles);
}

TEST_F(AnyRanks, ReportTheSameDeadlock) {
  const Words unsafe = kBusy + Words{"--routing", "val", "--load",      "0.9", "-p",
                                     "vcs=1",     "-p",  "unsafe=true", "-p",  "vc_buffer=2"};
  const Captured whole = exits(4, run(unsafe, 1));
  const Captured shared = exits(4, run(unsafe, 3));
  EXPECT_EQ(shared.err, whole.err);
}

TEST_F(AnyRanks, SayOnceWhatIsWrong) {
  const Captured wrong = exits(2, program({"run", "dragonfly", "--load", "2", "--ranks", "2"}));
  EXPECT_EQ(wrong.err, program({"run", "dragonfly", "--load", "2"}).err);
}

TEST_F(AnyRanks, RefuseWhatNoneOfThemSees) {
  const auto refusal = [](const Words& words) {
    const Captured refused = exits(2, program(Words{"run"} + words));
    return refused.err;
  };
  EXPECT_THAT(refusal({"dragonfly", "--ranks", "2", "--follow", "copy 0->2, packet 1"}),
              HasSubstr("--follow: shows"));
  EXPECT_THAT(refusal({"torus", "--ranks", "2", "--workload", "ring", "-p", "copies.setup=0 s"}),
              HasSubstr("more than 0 with --ranks"));
  EXPECT_THAT(refusal({"torus", "--ranks", "2", "--workload", "allgather:bytes=1 KiB,check=true"}),
              HasSubstr("1 for check=true"));
  const ScratchDirectory scratch;
  const auto tasks = [&](const std::string& lines) {
    write_file(scratch / "tasks.csv", "graph,id,src,dst,bytes,after\n" + lines);
    return refusal({"torus", "--ranks", "2", "--schedule", scratch / "tasks.csv"});
  };
  EXPECT_THAT(tasks("far,a,0,63,64,\nfar,b,0,1,64,a\n"),
              AllOf(HasSubstr("graph far, task b"), HasSubstr("task a ends on device 63")));
  EXPECT_THAT(tasks("one,,0,63,64,\ntwo,,0,1,64,\n"), HasSubstr("1 for 2 graphs"));
  EXPECT_THAT(refusal({"dragonfly", "--ranks", "3", "-p", "partitions=2"}),
              AllOf(HasSubstr("partitions = 2"), HasSubstr("at least 3, the number of ranks")));
  EXPECT_THAT(refusal({"pcie_t2", "--ranks", "2"}), HasSubstr("expected 1 for pcie_t2"));
  EXPECT_THAT(refusal({"dragonfly", "--ranks", "5000"}), HasSubstr("1 ... 4096"));
}

}  // namespace
}  // namespace gf::test::ranks_mpi_test
