// SPDX-License-Identifier: Apache-2.0
#include "tests/support/gpu_presets.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::store_goodput_platform_test {
namespace {

TEST(StoreGoodputRun, SaysWhatIsPayload) {
  EXPECT_THAT(exits(0, program({"run", "store_goodput", "-p", "bytes=4 B"})).out,
              HasSubstr("8.33 % of 64 GB/s is payload"));
  const Captured pcie = exits(0, program({"run", "store_goodput", "-p", "fabric=pcie", "-p",
                                          "bytes=4 B", "-p", "pcie.efficiency=1"}));
  EXPECT_THAT(pcie.out, HasSubstr("14.29 % of 15.754 GB/s is payload"));
}

TEST(StoreGoodputRun, AStarvedLinkCarriesLess) {
  const Captured run =
      exits(0, program({"run", "store_goodput", "-p", "fabric=pcie", "-p", "bytes=4 B", "-p",
                        "pcie.efficiency=1", "-p", "pcie.header_credits=8"}));
  EXPECT_THAT(run.out, testing::Not(HasSubstr("14.29 % of")));
}

}  // namespace
}  // namespace gf::test::store_goodput_platform_test
