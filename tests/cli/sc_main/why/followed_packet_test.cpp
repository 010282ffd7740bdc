// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/why_command.h"

namespace gf::test::followed_packet_test {
namespace {

TEST_F(WhyTest, FollowsAPacket) {
  const Captured text = exits(0, why({"--follow", "copy 1->2, packet 17"}));
  EXPECT_THAT(text.out, HasSubstr("gpu1.copy_engine"));
  EXPECT_THAT(text.out, HasSubstr("shared with copy 0->2"));
  // `run` shows the same below its results.
  const Captured run = program({"run", "pcie_t2", "--graphs", scratch_ / "graphs.csv", "--quiet",
                                "--follow", "copy 1->2, packet 17"});
  EXPECT_THAT(run.out, HasSubstr("\n\n" + text.out));
}

}  // namespace
}  // namespace gf::test::followed_packet_test
