// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/ranks_command.h"
#include "tests/support/run_file.h"

namespace gf::test::refuse_ranks_test {
namespace {

using NoCluster = ranks_command::WithMpi;

TEST_F(NoCluster, RefusesWhatSeveralRanksCannotTell) {
  const auto refusal = [](const Words& settings, const char* ranks = "2") {
    const Captured refused =
        exits(2, program(Words{"run", "cluster", "--ranks", ranks} + parameters(settings)));
    return refused.err;
  };
  EXPECT_THAT(refusal({"real_bytes=true"}), HasSubstr("1 for real_bytes = true; one process"));
  EXPECT_THAT(refusal({"path=staged"}), HasSubstr("1 for path = staged"));
  EXPECT_THAT(refusal({"net.channel.fails_at=1 us"}), HasSubstr("1 for net.channel.fails_at"));
  EXPECT_THAT(refusal({"nodes=2", "network=torus", "net.x=4"}, "3"),
              AllOf(HasSubstr("1 for 2 nodes on a"), HasSubstr("too few such parts")));
  EXPECT_THAT(refusal({"nodes=3", "node.nics=2", "network=torus", "net.x=6", "net.y=1", "net.z=1"}),
              AllOf(HasSubstr("1 for node_1; its NICs are attached to routers 2 and 3")));
  EXPECT_THAT(refusal({"machine=dgx1_v100"}), HasSubstr("nodes: cluster with a schedule"));
}

}  // namespace
}  // namespace gf::test::refuse_ranks_test
