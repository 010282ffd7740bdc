// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::param_fold_test {
namespace {

TEST(Params, TableFoldsInstancesAndFilters) {
  EXPECT_THAT(exits(0, program({"params", "pcie_t2"})).out,
              AllOf(StartsWith("parameter"), HasSubstr("*.hop_latency"), HasSubstr("15.754 GB/s"),
                    Not(HasSubstr("k80_1.hop_latency"))));
  const Captured one = program({"params", "pcie_t2", "k80_1.hop_latency"});
  EXPECT_THAT(one.out, HasSubstr("k80_1.hop_latency"));
  EXPECT_EQ(program({"params", "pcie_t2", "nothing*"}).code, 2);
}

TEST(Params, ShowsInstancesThatParametersCreate) {
  EXPECT_THAT(program({"params", "pcie_tree", "gpu6.bar"}).code, 2);
  EXPECT_THAT(program({"params", "pcie_tree", "gpu6.bar", "--topology", "t1"}).out,
              HasSubstr("gpu6.bar"));
}

}  // namespace
}  // namespace gf::test::param_fold_test
