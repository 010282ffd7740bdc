// SPDX-License-Identifier: Apache-2.0
#include "measurements/tools/measured.h"

#include "tests/support/matchers.h"
#include "tests/support/tool_outputs.h"

namespace gf::papers::tools::measured_test {
namespace {

TEST(Measured, NamesGpus) {
  EXPECT_EQ(gpu_name(12), "gpu 12");
  EXPECT_EQ(gpu_number("gpu 12"), 12U);
  for (const char* other : {"host", "all", "gpu", "gpu x", "gpu 1 2", ""})
    EXPECT_FALSE(gpu_number(other)) << other;
}

TEST(Measured, ComparesAllButTheDigits) {
  Measured a;
  a.value = 1.5;
  a.digits = "1.50";
  Measured b = a;
  b.digits = "1.5";
  EXPECT_EQ(a, b);
  b.ranks = 8;
  EXPECT_FALSE(a == b);
}

TEST(Measured, IsFoundByItsTest) {
  std::vector<Measured> values(3);
  values[0].test = values[2].test = "a";
  values[1].test = "b";
  EXPECT_THAT(tests_of(values), ElementsAre("a", "b"));
  EXPECT_THAT(of_test(values, "a"), SizeIs(2));
}

}  // namespace
}  // namespace gf::papers::tools::measured_test
