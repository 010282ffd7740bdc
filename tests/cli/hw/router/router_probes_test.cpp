// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include "tests/support/matchers.h"
#include "tests/support/network_runs.h"
#include "tests/support/program.h"

namespace gf::test::router_probes_test {
namespace {

using network_runs::small;

TEST(DragonflyRun, WatchedRouterHasAWaveform) {
  const std::string out = testing::TempDir() + "watched";
  exits(0, program(small({"--load", "0.2", "--routing", "ugal_l_cr", "-p", "watch=0", "--vcd", "*",
                          "--vcd-to", "200 ns", "--outdir", out, "--force"})));
  std::ifstream in(out + "/waves.vcd");
  const std::string waves{std::istreambuf_iterator<char>(in), {}};
  EXPECT_THAT(waves, AllOf(HasSubstr("credits"), HasSubstr("t_crt"), HasSubstr("flits")));
  EXPECT_THAT(waves, testing::Not(HasSubstr("bx "))) << "a count below zero";
  EXPECT_EQ(program(small({"-p", "watch=99"})).code, 2);
}

}  // namespace
}  // namespace gf::test::router_probes_test
