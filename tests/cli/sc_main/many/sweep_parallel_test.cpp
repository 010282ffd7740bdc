// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/many/sweep_executors.h
#include <csignal>
#include <cstdlib>
#include <unistd.h>

#include "core/system/child_process.h"
#include "core/system/find_program.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/sweep_command.h"

namespace gf::test::sweep_parallel_test {
namespace {

TEST_F(SweepTest, NoControlCharacterReachesAnExecutor) {
  fs::current_path(scratch_.path());
  const std::string harm = "y\ntouch pwned\n";
  const auto refuses = [&](const Words& words, const std::string& field) {
    const Captured run = program(Words{"sweep", "store_goodput", "-p", "bytes=4 B,8 B"} + words);
    EXPECT_EQ(run.code, 2) << field;
    EXPECT_THAT(run.err, AllOf(HasSubstr("gpufabric: " + field + " = "),
                               HasSubstr("no control character"), HasSubstr("could take \\x0a")));
    EXPECT_TRUE(fs::is_empty(scratch_.path())) << field;
  };
  for (const Words& executor : {Words{"--hosts", ":"}, Words{"--slurm"}}) {
    refuses(executor + Words{"-p", "fabric=pcie,\"nvlink\ntouch pwned\n\""}, "-p");
    refuses(executor + Words{"--outdir", harm}, "--outdir");
    refuses(executor + Words{"--store", harm}, "--store");
    refuses(executor + Words{"--config", harm}, "--config");
  }
  refuses({"--hosts", ":" + harm}, "--hosts");
  fs::current_path("/");
}

/// Of this machine, so that ~/.parallel is left alone.
class ParallelTest : public SweepTest {
 protected:
  void SetUp() override {
    if (!core::find_program("parallel")) GTEST_SKIP() << "no GNU parallel (Debian: parallel)";
    ::setenv("PARALLEL_HOME", (scratch_ / "parallel").c_str(), 1);
    fs::create_directories(scratch_ / "parallel");
  }
};

TEST_F(ParallelTest, MakesThePointsAndTheSameTable) {
  ASSERT_EQ(program(six("pool") + Words{"--store", scratch_ / "other"}).code, 0);
  const Captured run = program(six("hosts") + Words{"--hosts", ":", "-j", "2", "--quiet"});
  EXPECT_EQ(run.code, 0) << run.err << read_file(scratch_ / "hosts/sweep.log");
  EXPECT_EQ(csv("hosts"), csv("pool"));
  EXPECT_THAT(run.err, Not(HasSubstr("were made here"))) << read_file(scratch_ / "hosts/sweep.log");
  EXPECT_EQ(made().size(), 6u);
}

TEST_F(ParallelTest, WordsReachThePointsAsTheyWere) {
  fs::create_directories(scratch_ / "it's here {}");
  fs::current_path(scratch_ / "it's here {}");
  write_file(fs::current_path() / "points $1.csv", "bytes\n4 B\n8 B\n");
  const Captured run =
      program({"sweep", "store_goodput", "--design", "list:points $1.csv", "-p", "fabric=nvlink",
               "--seed", "3", "--store", "a store", "--outdir", "out put", "--hosts", ":", "-j2"});
  EXPECT_EQ(run.code, 0) << run.err << read_file("out put/sweep.log");
  EXPECT_THAT(run.err, Not(HasSubstr("were made here"))) << read_file("out put/sweep.log");
  EXPECT_THAT(read_file("out put/sweep.csv"), HasSubstr("\n8 B,3,"));
}

TEST_F(ParallelTest, AFailingPointIsNamedAndTheOthersKept) {
  const Words words = {"sweep",    "store_goodput", "-p",      "bytes=4 B,5 bytes",
                       "--outdir", scratch_ / "s",  "--hosts", ":"};
  EXPECT_THAT(exits(1, program(words)).err, HasSubstr("gpufabric: bytes=5 bytes: "));
  EXPECT_EQ(made().size(), 1u);
}

/// Processes with `text` in their command line, zombies aside.
std::size_t processes_with(const std::string& text) {
  std::size_t count = 0;
  for (const auto& process : fs::directory_iterator("/proc"))
    if (read_file(process.path() / "cmdline").find(text) != std::string::npos) ++count;
  return count;
}

TEST_F(ParallelTest, ASignalEndsWhatItBegan) {
  core::ChildProcess sweep(
      {{GF_PROGRAM, "sweep", "dragonfly", "-p", "measurement.period=1000000", "-p",
        "load=0.1,0.2,0.3,0.4", "-j", "2", "--outdir", scratch_ / "s", "--hosts", ":"},
       {},
       scratch_ / "err",
       false});
  while (!sweep.ended() && processes_with(store() + "/work") < 2) ::usleep(10'000);
  sweep.signal(SIGTERM);
  sweep.wait();
  EXPECT_EQ(sweep.exit_code(), 143) << read_file(scratch_ / "err");
  for (int i = 0; i < 10'000 && processes_with(store()) > 0; ++i) ::usleep(10'000);
  EXPECT_EQ(processes_with(store()), 0u);
}

TEST_F(SweepTest, WithoutAnExecutorItNamesThePackage) {
  fs::create_directories(scratch_ / "none");
  ::setenv("PATH", (scratch_ / "none").c_str(), 1);
  EXPECT_THAT(exits(2, program(six("s") + Words{"--hosts", ":"})).err,
              HasSubstr("install Debian's parallel"));
  const Captured slurm = exits(2, program(six("s") + Words{"--slurm"}));
  EXPECT_THAT(slurm.err, AllOf(HasSubstr("install Debian's slurm-wlm"), HasSubstr("sweep.sbatch")));
}

}  // namespace
}  // namespace gf::test::sweep_parallel_test
