// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/many/sweep_executors.h runs/pool.h
#include <cstdlib>
#include <unistd.h>

#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/ranks_command.h"
#include "tests/support/run_file.h"

namespace gf::test::sweep_ranks_test {
namespace {

using ranks_command::AnyRanks;

/// Two loads of 72 nodes, with a store of its own.
class Sweeps : public AnyRanks {
 protected:
  Sweeps() { ::setenv("GPUFABRIC_STORE", (scratch_ / "store").c_str(), 1); }
  [[nodiscard]] Captured sweep(const std::string& name, const Words& more) const {
    return program(Words{"sweep", "dragonfly", "-p", "p=2", "-p", "a=4", "-p", "h=2", "-p",
                         "measurement.period=100", "-p", "load=0.1,0.2", "--outdir",
                         scratch_ / name} +
                   more);
  }
  [[nodiscard]] std::string table(const std::string& name) const {
    return read_file(scratch_ / (name + "/sweep.csv"));
  }
};

TEST_F(Sweeps, MakeTheSamePointsByRanks) {
  const Captured shared = exits(0, sweep("shared", {"--ranks", "2", "--verbose"}));
  const Captured again = exits(0, sweep("again", {"--store", scratch_ / "other"}));
  EXPECT_THAT(table("shared"), HasSubstr("\n0.2,1,"));
  EXPECT_EQ(table("shared"), table("again"));
  // They are the same runs: nobody starts mpirun for what the store has.
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/proc/nowhere", 1);
  const Captured stored = sweep("stored", {"--ranks", "3"});
  const Captured missing = sweep("missing", {"--ranks", "3", "--store", scratch_ / "third"});
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(stored.code, 0) << stored.err;
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.err, HasSubstr("needs mpirun"));
}

TEST_F(Sweeps, AskSlurmForACoreARank) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/proc/nowhere", 1);
  EXPECT_EQ(sweep("s", {"--ranks", "2", "--slurm"}).code, 2) << "no sbatch";
  ::setenv("PATH", path.c_str(), 1);
  const std::string script = scratch_ / "s/sweep.sbatch";
  EXPECT_THAT(read_file(script),
              AllOf(HasSubstr("#SBATCH --nodes=1\n"), HasSubstr("#SBATCH --cpus-per-task=2\n"),
                    HasSubstr(" --ranks 2 ")));
  for (const char* task : {"0", "1"})
    EXPECT_EQ(
        capture({"/usr/bin/env", std::string("SLURM_ARRAY_TASK_ID=") + task, "/bin/bash", script})
            .code,
        0);
  ::setenv("PATH", "/proc/nowhere", 1);
  EXPECT_EQ(sweep("s", {"--ranks", "2"}).code, 0) << "both are in the store";
  ::setenv("PATH", path.c_str(), 1);
}

TEST_F(Sweeps, RefuseWhatHasNoRanks) {
  EXPECT_THAT(sweep("s", {"--ranks", "0"}).err, HasSubstr("--ranks = 0: expected 1 ... 4096"));
  const Captured node = exits(1, program({"sweep", "store_goodput", "-p", "bytes=4 B,8 B",
                                          "--ranks", "2", "--outdir", scratch_ / "node"}));
  EXPECT_THAT(node.err, HasSubstr("expected 1 for store_goodput"));
}

}  // namespace
}  // namespace gf::test::sweep_ranks_test
