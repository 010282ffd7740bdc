// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/platform_run.h"

namespace gf::test::app_platform_test {
namespace {

/// Firmware is looked for next to the program, not next to this test.
constexpr const char* kTable = "nios.model=cost_table";

TEST(ApenetApps, SearchCountsTheSameEdgesWhateverCarriesIt) {
  const auto search = [](const std::string& way) {
    const PlatformRun run = run_platform("apenet_bfs", {"app.scale=9", "shape=2", way, kTable});
    EXPECT_EQ(run.code, core::ExitCode::kDone) << way << ": " << run.reason;
    return run;
  };
  const PlatformRun ib = search("over=ib"), on = search("p2p=on"), off = search("p2p=off");
  for (const PlatformRun& run : {on, off, search("p2p=rx")}) {
    EXPECT_EQ(run["edges"], on["edges"]);
    EXPECT_NEAR(run["teps"] * run["total"], run["edges"], 1e-3);
  }
  EXPECT_NE(off["total"], on["total"]);
  EXPECT_EQ(ib["edges"], on["edges"]);
}

TEST(ApenetApps, AnEventAheadOfItsDataBreaksNothing) {
  const PlatformRun spins = run_platform(
      "apenet_hsg", {"app.l=16", "bytes=true", "gpu.pcie.receive_latency=1us", kTable});
  EXPECT_EQ(spins.code, core::ExitCode::kDone) << spins.reason;
  const PlatformRun search = run_platform(
      "apenet_bfs", {"bytes=true", "app.scale=12", "gpu.pcie.receive_latency=20us", kTable}, {2});
  EXPECT_EQ(search.code, core::ExitCode::kDone) << search.reason;
}

}  // namespace
}  // namespace gf::test::app_platform_test
