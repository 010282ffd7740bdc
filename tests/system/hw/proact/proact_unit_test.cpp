// SPDX-License-Identifier: Apache-2.0
// Holds: hw/proact/proact_params.h
// How many chunks the unit has under way: enough for the links of the fastest machine.
#include <gtest/gtest.h>

#include "tests/support/proact_machine.h"

namespace gf::test::proact_unit_test {
namespace {

/// In seconds, of a microbenchmark whose kernel takes a third of the time of its stores.
double time_of(const std::string& mechanism, unsigned gpus, const Settings& more = {}) {
  const PlatformRun run =
      run_proact(mechanism, Settings{"system=16x_volta", "workload=microbenchmark", "gpu.sms=80",
                                     "app.bytes=2 MiB", "app.cta_cycles=10000", "chunk=8 KiB",
                                     "gpus=" + std::to_string(gpus)} +
                                more);
  EXPECT_EQ(run.code, core::ExitCode::kDone) << run.reason;
  return run["time"];
}

class OfSixteen : public testing::TestWithParam<unsigned> {};

TEST_P(OfSixteen, TheUnitLosesNothingToInlineStores) {
  EXPECT_LT(time_of("hw", GetParam()), time_of("inline", GetParam()));
}
INSTANTIATE_TEST_SUITE_P(ProactUnitRate, OfSixteen, testing::Values(2u, 3u, 5u, 8u, 16u));

TEST(ProactUnitRate, FourChunksOfTheSmallestSizesDoNotFillALink) {
  const double few = time_of("hw", 2, {"proact.agent.descriptors=4"});
  EXPECT_GT(few, 1.3 * time_of("inline", 2));
}

}  // namespace
}  // namespace gf::test::proact_unit_test
