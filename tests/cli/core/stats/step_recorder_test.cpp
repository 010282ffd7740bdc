// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/ranks_command.h"
#include "tests/support/run_file.h"

namespace gf::test::step_recorder_test {
namespace {

using namespace ranks_command;  // NOLINT: what these tests share

TEST_F(AnyRanks, WriteNoPageWhereNobodyWantsOne) {
  run(kBusy, 2, {"--no-page"});
  EXPECT_THAT(file(2, "stats.csv"), Not(IsEmpty()));
  EXPECT_FALSE(fs::exists(scratch_ / "2/record.json"));
}

/// Ranks compute and wait for two copies that cross, and release the tasks behind them.
TEST_F(AnyRanks, ShowTheSameTasks) {
  write_file(scratch_ / "tasks.csv",
             "graph,id,task,src,dst,bytes,start_ns,duration_ns,after,class\n"
             "step,a,kernel,0,0,,0,2000,,compute\nstep,b,kernel,63,63,,0,1500,,compute\n"
             "step,ab,copy,0,63,6400,0,,a,data\nstep,ba,copy,63,0,6400,0,,b,data\n"
             "step,c,kernel,63,63,,0,900,ab,compute\nstep,d,kernel,0,0,,0,900,ba,compute\n");
  for (const unsigned ranks : {1u, 2u})
    ASSERT_EQ(program({"run", "torus", "-q", "--schedule", scratch_ / "tasks.csv", "--ranks",
                       std::to_string(ranks), "--outdir", scratch_ / std::to_string(ranks)})
                  .code,
              0);
  EXPECT_THAT(file(2, "record.json"), AllOf(HasSubstr("[\"communications\",\"graphs\"]"),
                                            HasSubstr("[\"rank 63\",\"compute\"]")));
  expect_same(2, {"record.json"});
}

}  // namespace
}  // namespace gf::test::step_recorder_test
