// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/shared/app_options.h
// Inputs of the published size run.
#include <gtest/gtest.h>

#include "tests/support/proact_machine.h"

namespace gf::test::app_choice_test {
namespace {

/// Of the published size, one iteration.
PlatformRun results_of(const std::string& app, const Settings& more) {
  return run_platform(
      "proact", Settings{"workload=" + app, "size=published", "iterations=1", "check=true"} + more);
}

class ProactPublishedRuns : public testing::TestWithParam<const char*> {};

/// Its class, in a region of a MiB: seconds in place of a minute.
TEST_P(ProactPublishedRuns, EveryByteComesToEveryGpu) {
  const PlatformRun results =
      results_of(GetParam(), {"app.bytes=1 MiB", "mechanism=hw", "chunk=16 KiB"});
  expect_consistent(results, "", 10'000);
  EXPECT_GT(results["link_bytes"], 1e6);
}

INSTANTIATE_TEST_SUITE_P(All, ProactPublishedRuns,
                         testing::Values("xray_ct", "jacobi", "pagerank", "sssp", "als"),
                         [](const auto& one) { return std::string(one.param); });

/// A quarter of it, 491,520 rows: each GPU sends its share of what a phase writes to the others.
void expect_comes_to_every_gpu(const std::string& app, const std::string& mechanism) {
  const PlatformRun results = results_of(app, {"app.bytes=7680 KiB", "mechanism=" + mechanism});
  expect_consistent(results, app, 10'000);
  EXPECT_EQ(results["store_bytes"], 3 * 8 * 491520);
}

TEST(ProactPublishedRegion, ComesToEveryGpu) { expect_comes_to_every_gpu("jacobi", "hw"); }

TEST(ProactPublishedRegion, OfSmallPiecesComesToEveryGpu) {
  expect_comes_to_every_gpu("sssp", "polling");
}

}  // namespace
}  // namespace gf::test::app_choice_test
