// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cluster_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::cluster_copies_test {
namespace {

using cluster_command::run;

TEST(Cluster, ElementsOfACollectiveAreRightAcrossNodes) {
  for (const char* network : {"torus", "dragonfly", "fat_tree", "hyperx"}) {
    const Captured got = run({"--workload", "allreduce:bytes=256 KiB,check=true", "-p",
                              std::string("network=") + network, "-p", "real_bytes=true"});
    EXPECT_EQ(got.code, 0) << got.err;
    EXPECT_THAT(got.out, HasSubstr("allreduce ring"));
  }
}

}  // namespace
}  // namespace gf::test::cluster_copies_test
