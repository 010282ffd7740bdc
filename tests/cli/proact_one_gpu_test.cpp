// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/mechanisms/* platforms/proact/systems.h
// One GPU of each system, what strong scaling is measured against: nobody to send anything to.
#include <gmock/gmock.h>
#include <string>
#include <tuple>

#include "core/text/json.h"
#include "tests/support/proact_runs.h"

namespace gf::test::proact_one_gpu_test {
namespace {

using nlohmann::json;

/// A system and an application.
using Case = std::tuple<const char*, const char*>;

json results_of(const Case& one, const std::string& mechanism, unsigned iterations = 2) {
  const auto& [system, app] = one;
  const Captured run =
      run_proact(mechanism, {"--json", "-p", std::string("system=") + system, "-p",
                             std::string("workload=") + app, "-p", "gpus=1", "-p",
                             "iterations=" + std::to_string(iterations), "-p", "app.bytes=128 KiB",
                             "-p", "chunk=16 KiB", "-p", "threads=256", "-p", "check=true"});
  EXPECT_EQ(run.code, 0) << mechanism << run.err;
  return run.code == 0 ? core::parse_json(run.out).at("results") : json();
}

double value(const json& results, const char* name) { return results.at(name).at("value"); }

class ProactOneGpu : public testing::TestWithParam<Case> {};

TEST_P(ProactOneGpu, EveryMechanismHasTheBytesAndMovesNone) {
  for (const char* mechanism :
       {"memcpy", "inline", "p2p_loads", "polling", "cdp", "hw", "um", "infinite"}) {
    const json results = results_of(GetParam(), mechanism);
    if (results.is_null()) continue;
    for (const char* none : {"wrong_bytes", "stale_reads", "store_transactions", "link_packets",
                             "link_bytes", "copy_time", "drain_time"})
      EXPECT_EQ(value(results, none), 0) << mechanism << ": " << none;
    EXPECT_GT(value(results, "checked_reads"), 100) << mechanism;
  }
}

/// What is transferred costs nothing where nothing is; counters of software are counted all the
/// same, and managed memory has pages of its own size, which the TLB meets for the first time in
/// the first iteration.
TEST_P(ProactOneGpu, OnlyCountersOfSoftwareCostTime) {
  const double limit = value(results_of(GetParam(), "infinite"), "time");
  for (const char* mechanism : {"memcpy", "inline", "p2p_loads", "hw"})
    EXPECT_EQ(value(results_of(GetParam(), mechanism), "time"), limit) << mechanism;
  const auto second = [](const std::string& mechanism) {
    return value(results_of(GetParam(), mechanism, 2), "time") -
           value(results_of(GetParam(), mechanism, 1), "time");
  };
  EXPECT_NEAR(second("um") / second("infinite"), 1, 0.02);
  EXPECT_GE(value(results_of(GetParam(), "um"), "time"), limit);
  const double counted = value(results_of(GetParam(), "polling"), "time");
  EXPECT_GT(counted, limit);
  EXPECT_LT(counted, 1.2 * limit);
  EXPECT_EQ(value(results_of(GetParam(), "cdp"), "time"), counted);
}

INSTANTIATE_TEST_SUITE_P(Systems, ProactOneGpu,
                         testing::Values(Case{"4x_kepler", "xray_ct"}, Case{"4x_pascal", "als"},
                                         Case{"4x_volta", "jacobi"}, Case{"16x_volta", "pagerank"}),
                         [](const auto& one) {
                           return std::string(std::get<0>(one.param)) + "_" +
                                  std::get<1>(one.param);
                         });

}  // namespace
}  // namespace gf::test::proact_one_gpu_test
