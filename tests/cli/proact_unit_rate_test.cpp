// SPDX-License-Identifier: Apache-2.0
// Holds: hw/proact/proact_params.h
// How many chunks the unit has under way: enough for the links of the fastest machine.
#include <gtest/gtest.h>

#include "core/text/json.h"
#include "tests/support/proact_runs.h"

namespace gf::test::proact_unit_rate_test {
namespace {

/// In seconds, of a microbenchmark whose kernel takes a third of the time of its stores.
double time_of(const std::string& mechanism, unsigned gpus, const Words& more = {}) {
  Words words = {"-p",    "system=16x_volta",
                 "-p",    "workload=microbenchmark",
                 "-p",    "gpu.sms=80",
                 "-p",    "app.bytes=2 MiB",
                 "-p",    "app.cta_cycles=10000",
                 "-p",    "chunk=8 KiB",
                 "-p",    "gpus=" + std::to_string(gpus),
                 "--json"};
  words.insert(words.end(), more.begin(), more.end());
  const Captured run = run_proact(mechanism, words);
  EXPECT_EQ(run.code, 0) << run.err;
  return core::parse_json(run.out).at("results").at("time").at("value").get<double>();
}

class OfSixteen : public testing::TestWithParam<unsigned> {};

TEST_P(OfSixteen, TheUnitLosesNothingToInlineStores) {
  EXPECT_LT(time_of("hw", GetParam()), time_of("inline", GetParam()));
}
INSTANTIATE_TEST_SUITE_P(ProactUnitRate, OfSixteen, testing::Values(2u, 3u, 5u, 8u, 16u));

TEST(ProactUnitRate, FourChunksOfTheSmallestSizesDoNotFillALink) {
  const double few = time_of("hw", 2, {"-p", "proact.agent.descriptors=4"});
  EXPECT_GT(few, 1.3 * time_of("inline", 2));
}

}  // namespace
}  // namespace gf::test::proact_unit_rate_test
