// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/nvlink_runs.h"
#include "tests/support/program.h"
#include "tests/support/results.h"

namespace gf::test::workload_choice_test {
namespace {

using nvlink_runs::run_small;

TEST(NvlinkRun, UnknownWorkloadIsAUsageError) {
  const Captured run = exits(2, run_small({"-p", "workload=hpgmg_uwm"}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("hpgmg_uwm"), HasSubstr("nearest: hpgmg_uvm")));
}

TEST(NvlinkRun, WrongWorkloadFileIsNamedWithItsLine) {
  const ScratchDirectory scratch;
  write_file(scratch / "bad",
             "[workload]\nname = x\n[data.d]\nbytes = 4 KiB\nplacement = anywhere\n"
             "[kernel.k]\nctas = 1\ndo = compute 1\n");
  const Captured run = exits(5, run_small({"-p", "workload=file:" + (scratch / "bad").string()}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("bad:5: "), HasSubstr("anywhere")));
}

TEST(NvlinkRun, AWorkloadMadeForMoreGpusRunsTheSameProgramOnFewer) {
  const auto instructions = [](const char* gpus, const char* made_for) {
    return results_of(
               run_small({"-p", std::string("gpus=") + gpus, "-p",
                          std::string("made_for=") + made_for, "-p", "workload=random_asymmetric",
                          "-p", "workload_options=phase=1000,phases=2", "--json"}))
        .at("warp_instructions");
  };
  // GPUs read from their partners, so one that is alone has nothing to do.
  EXPECT_GT(instructions("4", "0"), 0);
  EXPECT_EQ(instructions("1", "4"), instructions("4", "0"));
  EXPECT_EQ(instructions("2", "4"), instructions("4", "0"));
  EXPECT_LT(instructions("1", "0"), instructions("1", "4"));
}

TEST(NvlinkRun, AWorkloadMadeForFewerGpusIsRefused) {
  const Captured run = exits(2, run_small({"-p", "gpus=4", "-p", "made_for=2"}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("made_for"), HasSubstr("0, or 4 ... 72")));
}

TEST(NvlinkRun, RunsAFile) {
  const ScratchDirectory scratch;
  write_file(scratch / "my.workload", program({"workloads", "--example"}).out);
  const Captured run =
      exits(0, run_small({"-p", "workload=file:" + (scratch / "my.workload").string(), "--outdir",
                          scratch / "run"}));
  EXPECT_THAT(read_file(scratch / "run/kernels.csv"),
              AllOf(HasSubstr("\n0,scale,"), HasSubstr("\n1,check,")));
}

}  // namespace
}  // namespace gf::test::workload_choice_test
