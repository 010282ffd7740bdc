// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/proact_params.h"

#include "core/base/error.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::test::proact_params_test {
namespace {

class ProactParamsTest : public testing::Test {
 protected:
  static std::string error_of(const hw::proact::ProactParams& params) {
    return test::refusal_of([&] { params.validate("gpu_0.proact"); });
  }
  hw::proact::ProactParams params;
};

TEST_F(ProactParamsTest, DefaultsAreLegal) { EXPECT_EQ(error_of(params), ""); }
TEST_F(ProactParamsTest, CountersFillSets) {
  params.counters.counters = 4096 + 16;
  EXPECT_THAT(error_of(params), HasSubstr("gpu_0.proact.counters.counters = 4112"));
}
TEST_F(ProactParamsTest, MissesFitASet) {
  params.counters.misses = params.counters.ways + 1;
  EXPECT_THAT(error_of(params), HasSubstr("misses"));
}
TEST_F(ProactParamsTest, PacketsHaveOneOfTwoSizes) {
  params.agent.packet = core::Bytes(192);
  EXPECT_THAT(
      error_of(params),
      HasSubstr("gpu_0.proact.agent.packet = 192 B: expected 128 B ... 256 B, a power of two"));
}
TEST_F(ProactParamsTest, BuffersHoldWholePackets) {
  params.agent.buffer = core::Bytes(1000);
  EXPECT_THAT(error_of(params), HasSubstr("gpu_0.proact.agent.buffer = 1 kB"));
}
TEST_F(ProactParamsTest, NothingIsZero) {
  params.agent.descriptors = 0;
  EXPECT_THAT(error_of(params),
              HasSubstr("gpu_0.proact.agent.descriptors = 0: expected 1 ... 1024"));
}

}  // namespace
}  // namespace gf::test::proact_params_test
