// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/mechanisms/bulk_copy.h platforms/proact/mechanisms/peer_access.h
// One GPU of each system, what strong scaling is measured against: nobody to send anything to.
#include <gmock/gmock.h>
#include <string>
#include <tuple>

#include "tests/support/proact_machine.h"

namespace gf::test::tracking_test {
namespace {

/// A system and an application.
using Case = std::tuple<const char*, const char*>;

PlatformRun results_of(const Case& one, const std::string& mechanism, unsigned iterations = 2) {
  const auto& [system, app] = one;
  const PlatformRun run =
      run_proact(mechanism, {std::string("system=") + system, std::string("workload=") + app,
                             "gpus=1", "iterations=" + std::to_string(iterations),
                             "app.bytes=128 KiB", "chunk=16 KiB", "threads=256", "check=true"});
  EXPECT_EQ(run.code, core::ExitCode::kDone) << mechanism << run.reason;
  return run;
}

class ProactOneGpu : public testing::TestWithParam<Case> {};

TEST_P(ProactOneGpu, EveryMechanismHasTheBytesAndMovesNone) {
  for (const char* mechanism :
       {"memcpy", "inline", "p2p_loads", "polling", "cdp", "hw", "um", "infinite"}) {
    const PlatformRun results = results_of(GetParam(), mechanism);
    if (results.code != core::ExitCode::kDone) continue;
    for (const char* none : {"wrong_bytes", "stale_reads", "store_transactions", "link_packets",
                             "link_bytes", "copy_time", "drain_time"})
      EXPECT_EQ(results[none], 0) << mechanism << ": " << none;
    EXPECT_GT(results["checked_reads"], 100) << mechanism;
  }
}

/// What is transferred costs nothing where nothing is; counters of software are counted all the
/// same, and managed memory has pages of its own size, which the TLB meets for the first time in
/// the first iteration.
TEST_P(ProactOneGpu, OnlyCountersOfSoftwareCostTime) {
  const double limit = results_of(GetParam(), "infinite")["time"];
  for (const char* mechanism : {"memcpy", "inline", "p2p_loads", "hw"})
    EXPECT_EQ(results_of(GetParam(), mechanism)["time"], limit) << mechanism;
  const auto second = [](const std::string& mechanism) {
    return results_of(GetParam(), mechanism, 2)["time"] -
           results_of(GetParam(), mechanism, 1)["time"];
  };
  EXPECT_NEAR(second("um") / second("infinite"), 1, 0.02);
  EXPECT_GE(results_of(GetParam(), "um")["time"], limit);
  const double counted = results_of(GetParam(), "polling")["time"];
  EXPECT_GT(counted, limit);
  EXPECT_LT(counted, 1.2 * limit);
  EXPECT_EQ(results_of(GetParam(), "cdp")["time"], counted);
}

INSTANTIATE_TEST_SUITE_P(Systems, ProactOneGpu,
                         testing::Values(Case{"4x_kepler", "xray_ct"}, Case{"4x_pascal", "als"},
                                         Case{"4x_volta", "jacobi"}, Case{"16x_volta", "pagerank"}),
                         [](const auto& one) {
                           return std::string(std::get<0>(one.param)) + "_" +
                                  std::get<1>(one.param);
                         });

}  // namespace
}  // namespace gf::test::tracking_test
