// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/many/sweep_executors.h
#include <csignal>
#include <cstdlib>
#include <unistd.h>

#include "core/system/child_process.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/sweep_command.h"

namespace gf::test::sweep_slurm_test {
namespace {

/// Shell scripts in the place of sbatch and scancel.
TEST_F(SweepTest, AnInterruptedSbatchMayStillTellItsJob) {
  const auto script = [&](const char* name, const std::string& text) {
    const fs::path file = scratch_ / "bin" / name;
    write_file(file, "#!/bin/bash\n" + text);
    fs::permissions(file, fs::perms::owner_all);
  };
  script("sbatch", "trap 'echo 42; exit 1' TERM\ntouch \"$BEGUN\"\nsleep 1000 & wait\n");
  script("scancel", "echo \"$@\" > \"$ENDED\"\n");
  ::setenv("PATH", ((scratch_ / "bin").string() + ":" + std::getenv("PATH")).c_str(), 1);
  ::setenv("BEGUN", (scratch_ / "begun").c_str(), 1);
  ::setenv("ENDED", (scratch_ / "ended").c_str(), 1);
  ASSERT_EQ(program({"sweep", "store_goodput", "-p", "bytes=4 B,32 B", "-p", "fabric=pcie,nvlink",
                     "--outdir", scratch_ / "before"})
                .code,
            0);
  core::ChildProcess sweep(
      {Words{GF_PROGRAM} + six("s") + Words{"--slurm"}, {}, scratch_ / "err", false});
  while (!sweep.ended() && !fs::exists(scratch_ / "begun")) ::usleep(10'000);
  sweep.signal(SIGINT);
  sweep.wait();
  EXPECT_EQ(sweep.exit_code(), 130);
  EXPECT_EQ(read_file(scratch_ / "ended"), "42\n");
  EXPECT_THAT(read_file(scratch_ / "err"),
              AllOf(HasSubstr("interrupted; finished points are in the store; run it again"),
                    Not(HasSubstr("0 of 6"))));
}

TEST_F(SweepTest, TheScriptForSlurmMakesThePoints) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/proc/nowhere", 1);
  ASSERT_EQ(program(six("s") + Words{"--slurm", "--quiet"}).code, 2);
  ::setenv("PATH", path.c_str(), 1);
  const std::string script = scratch_ / "s/sweep.sbatch";
  EXPECT_EQ(capture({"/bin/bash", "-n", script}).code, 0);
  EXPECT_THAT(read_file(script), HasSubstr("#SBATCH --array=0-5\n"));
  for (const char* task : {"0", "1", "2", "3", "4", "5"})
    EXPECT_EQ(
        capture({"/usr/bin/env", std::string("SLURM_ARRAY_TASK_ID=") + task, "/bin/bash", script})
            .code,
        0);
  const auto before = made();
  EXPECT_EQ(before.size(), 6u);
  ASSERT_EQ(program(six("s")).code, 0);
  EXPECT_EQ(made(), before);
}

TEST_F(SweepTest, AnArrayOfSlurmHasAThousandTasksAtMost) {
  ::setenv("PATH", "/proc/nowhere", 1);
  EXPECT_EQ(program({"sweep", "store_goodput", "-p", "stores=2..2501/lin:2500", "--slurm",
                     "--outdir", scratch_ / "s"})
                .code,
            2);
  EXPECT_THAT(read_file(scratch_ / "s/sweep.sbatch"),
              AllOf(HasSubstr("#SBATCH --array=0-999\n"), HasSubstr("k < 2500; k += 1000")));
}

}  // namespace
}  // namespace gf::test::sweep_slurm_test
