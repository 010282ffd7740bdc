// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "tests/support/ended_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::output_directory_test {
namespace {

using namespace ended_runs;  // NOLINT: what these tests share

TEST(Durability, KilledRunIsNoObstacle) {
  const ScratchDirectory scratch;
  EXPECT_EQ(signalled(scratch.path(), SIGKILL).code, -1);
  EXPECT_EQ(names_in(scratch.path()).size(), 1u);  // what it had begun
  EXPECT_EQ(capture(kShort + Words{"--outdir", scratch / "run"}).code, 0);
  EXPECT_THAT(names_in(scratch.path()), UnorderedElementsAre("run"));
}

TEST(Durability, OutdirWithoutANameIsRefused) {
  const ScratchDirectory scratch;
  for (const Words& command : {kShort, Words{GF_PROGRAM, "reproduce", "pcie.table1"}})
    for (const Words& option : {Words{"--outdir", ""}, Words{"--outdir="}}) {
      const Captured run =
          shell("cd " + scratch.path().string() + " && exec \"$@\"", command + option);
      EXPECT_EQ(run.code, 2);
      EXPECT_THAT(run.err, HasSubstr("--outdir"));
      EXPECT_THAT(names_in(scratch.path()), IsEmpty());
    }
}

}  // namespace
}  // namespace gf::test::output_directory_test
