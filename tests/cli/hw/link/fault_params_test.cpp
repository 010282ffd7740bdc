// SPDX-License-Identifier: Apache-2.0
#include <tuple>

#include "tests/support/failing_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::fault_params_test {
namespace {

using failing_runs::run;

TEST(Failing, ThatNamesNothingIsRefusedWithTheNearest) {
  for (const auto& [platform, words, near] :
       {std::tuple{"cluster", Words{"-p", "port.failing=prot_1"}, "port_1"},
        std::tuple{"cluster", Words{"-p", "net.channel.failing=router_0.out_77"}, "router_0.out_7"},
        std::tuple{"pcie_t2", Words{"-p", "gpu3.failing=gpu4"}, "gpu3"},
        std::tuple{"nvlink_node", Words{"-p", "nvlink.failing=gpu_9.*"}, "gpu_"},
        std::tuple{"apenet_cluster", Words{"-p", "torus.link.failing=switch_99.*"}, "switch_"}}) {
    const Captured got = exits(2, run(platform, words));
    EXPECT_THAT(got.err, AllOf(HasSubstr("failing = "), HasSubstr(near))) << platform;
    EXPECT_EQ(got.out, "");
  }
}

}  // namespace
}  // namespace gf::test::fault_params_test
