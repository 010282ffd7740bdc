// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/network/network_file_shape.h
// The dragonfly as a user runs it.
#include "tests/support/matchers.h"
#include "tests/support/network_runs.h"
#include "tests/support/program.h"

namespace gf::test::network_platform_test {
namespace {

using network_runs::small;

TEST(DragonflyRun, RoundTripsAsQueuesNeedRoutersThatKeepThem) {
  EXPECT_THAT(exits(2, program(small({"--routing", "ugal_l", "--ugal_queue", "late"}))).err,
              AllOf(HasSubstr("ugal_queue = late"), HasSubstr("ugal_l_cr")));
  EXPECT_EQ(program(small({"--routing", "ugal_l_cr", "--ugal_queue", "late"})).code, 0);
}

TEST(DragonflyRun, SameSeedSameBytes) {
  const auto run = [](const char* seed) {
    return program(small({"--load", "0.5", "--routing", "ugal_l", "--seed", seed, "--json"})).out;
  };
  EXPECT_EQ(run("3"), run("3"));
  EXPECT_NE(run("3"), run("4"));
}

}  // namespace
}  // namespace gf::test::network_platform_test
