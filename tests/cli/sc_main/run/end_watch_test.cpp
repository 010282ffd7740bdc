// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "tests/support/ended_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::end_watch_test {
namespace {

using namespace ended_runs;  // NOLINT: what these tests share

/// Its 131328 nodes take a second to build; its files are begun before that.
const Words kLarge{GF_PROGRAM, "run", "dragonfly", "-p", "p=8", "-p", "a=32", "-p", "h=16"};

TEST(Durability, ALargeMachineHearsASignalWhileItIsBuilt) {
  const ScratchDirectory scratch;
  const Ended ended = signalled(scratch.path(), SIGTERM, {}, kLarge);
  EXPECT_EQ(ended.code, 143);
  EXPECT_THAT(ended.err, HasSubstr("interrupted: SIGTERM"));
}

TEST(Durability, ALargeMachineHasNoMoreTimeThanItWasGiven) {
  const Captured run = exits(130, capture(kLarge + Words{"--max-wall", "1 ms"}));
  EXPECT_THAT(run.err, HasSubstr("stopped: max wall time"));
}

}  // namespace
}  // namespace gf::test::end_watch_test
