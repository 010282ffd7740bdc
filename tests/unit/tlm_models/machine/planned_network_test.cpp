// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/planned_network.h"

#include <sstream>

#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tlm_models/machine/machine_reader.h"

namespace gf::model::planned_network_test {
namespace {

/// A node with two NICs, on the network that `lines` say.
MachinePlan on(const std::string& lines) {
  std::istringstream in("[sw]\nchildren = gpu0, nic[0..1]\n[nic[0..1]]\nkind = nic\n[network]\n" +
                        lines);
  return read_machine(in, "m.ini");
}
std::string refusal(const std::string& lines) {
  return test::error_of([&] { on(lines); });
}

TEST(PlannedNetwork, HasTheSizesThatTheFileSays) {
  EXPECT_EQ(network_graph(*on("kind = torus\nx = 4\ny = 2\nz = 1\n").network).routers(), 8u);
  EXPECT_EQ(network_graph(*on("kind = dragonfly\np = 2\na = 4\nh = 2\n").network).nodes(), 72u);
  EXPECT_EQ(network_graph(*on("kind = fat_tree\nk = 4\nn = 2\n").network).nodes(), 16u);
  EXPECT_EQ(network_graph(*on("kind = hyperx\nl = 2\ns = 3\nt = 2\n").network).nodes(), 18u);
}

TEST(PlannedNetwork, EveryNicTakesATerminal) {
  const MachinePlan plan = on("kind = torus\nx = 4\ny = 2\nz = 1\n");
  EXPECT_EQ(plan.network->nodes, 4u) << "eight terminals, two NICs a node";
  EXPECT_EQ(on("kind = torus\nx = 4\ny = 2\nz = 1\nnics = nic1\n").network->nodes, 8u);
  EXPECT_EQ(on("kind = torus\nx = 4\ny = 2\nz = 1\nnodes = 3\n").network->nodes, 3u);
  EXPECT_THAT(refusal("kind = torus\nx = 4\ny = 2\nz = 1\nnodes = 5\n"),
              HasSubstr("5 nodes with 2 NICs each; expected at most 8 NICs"));
}

TEST(PlannedNetwork, ErrorsNameThePlace) {
  EXPECT_THAT(refusal("kind = star\n"),
              testing::AllOf(HasSubstr("m.ini:6"), HasSubstr("'star'"), HasSubstr("hyperx")));
  EXPECT_THAT(refusal("x = 4\n"), HasSubstr("a network without a kind"));
  EXPECT_THAT(refusal("kind = torus\nx = 99\n"),
              testing::AllOf(HasSubstr("m.ini:7"), HasSubstr("64")));
  EXPECT_THAT(refusal("kind = torus\nk = 4\n"), testing::AllOf(HasSubstr("m.ini"), HasSubstr("k")));
  EXPECT_THAT(refusal("kind = file\n"), HasSubstr("file = FILE"));
  EXPECT_THAT(refusal("kind = torus\nnics = gpu0\n"), HasSubstr("this machine has nic0, nic1"));
  EXPECT_THAT(refusal("kind = torus\nnodes = 0\n"), HasSubstr("1 or more"));
}

}  // namespace
}  // namespace gf::model::planned_network_test
