// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/nvlink_runs.h"
#include "tests/support/program.h"

namespace gf::test::workload_choice_test {
namespace {

using nvlink_runs::run_small;

TEST(NvlinkRun, UnknownWorkloadIsAUsageError) {
  const Captured run = run_small({"-p", "workload=hpgmg_uwm"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("hpgmg_uwm"), HasSubstr("nearest: hpgmg_uvm")));
}

TEST(NvlinkRun, WrongWorkloadFileIsNamedWithItsLine) {
  const ScratchDirectory scratch;
  write_file(scratch / "bad",
             "[workload]\nname = x\n[data.d]\nbytes = 4 KiB\nplacement = anywhere\n"
             "[kernel.k]\nctas = 1\ndo = compute 1\n");
  const Captured run = run_small({"-p", "workload=file:" + (scratch / "bad").string()});
  EXPECT_EQ(run.code, 5);
  EXPECT_THAT(run.err, AllOf(HasSubstr("bad:5: "), HasSubstr("anywhere")));
}

TEST(NvlinkRun, RunsAFile) {
  const ScratchDirectory scratch;
  write_file(scratch / "my.workload", program({"workloads", "--example"}).out);
  const Captured run = run_small(
      {"-p", "workload=file:" + (scratch / "my.workload").string(), "--outdir", scratch / "run"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(read_file(scratch / "run/kernels.csv"),
              AllOf(HasSubstr("\n0,scale,"), HasSubstr("\n1,check,")));
}

}  // namespace
}  // namespace gf::test::workload_choice_test
