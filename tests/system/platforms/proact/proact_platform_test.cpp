// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/mechanisms/bulk_copy.h
// Holds: platforms/proact/mechanisms/list.cpp
// Holds: platforms/proact/region/region_check.h
// Real bytes with every mechanism and application, and with links that lose packets.
#include <gmock/gmock.h>
#include <map>
#include <string>
#include <tuple>

#include "tests/support/proact_machine.h"

namespace gf::test::proact_platform_test {
namespace {

/// A mechanism, and an application or a system.
using MechanismAnd = std::tuple<const char*, const char*>;

std::string name_of(const testing::TestParamInfo<MechanismAnd>& one) {
  return std::string(std::get<0>(one.param)) + "_" + std::get<1>(one.param);
}

class ProactConsistency : public testing::TestWithParam<MechanismAnd> {};

/// Two rounds, so that what one wrote is read; chunks and threads go with the seed.
TEST_P(ProactConsistency, NoKernelReadsAStaleByteAndAllCopiesAreRight) {
  const auto& [mechanism, app] = GetParam();
  const char* chunks[] = {"4 KiB", "16 KiB", "64 KiB"};
  const char* threads[] = {"32", "256", "2048"};
  unsigned seed = static_cast<unsigned>(std::string(mechanism).size() + std::string(app).size());
  for (const char* system : {"4x_volta", "4x_kepler"}) {
    ++seed;
    const std::string chunk = chunks[seed % 3], count = threads[seed / 2 % 3];
    const PlatformRun one =
        run_proact(mechanism,
                   {std::string("workload=") + app, std::string("system=") + system, "check=true",
                    "iterations=2", "chunk=" + chunk, "threads=" + count, "gpu.sms=16"},
                   {seed});
    // The microbenchmark only writes.
    expect_consistent(one, std::string(system) + ", " + chunk + ", " + count + ": ",
                      app == std::string("microbenchmark") ? 0 : 100);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ProactConsistency,
                         testing::Combine(testing::Values("memcpy", "inline", "p2p_loads",
                                                          "polling", "cdp", "hw", "um", "infinite"),
                                          testing::Values("microbenchmark", "xray_ct", "jacobi",
                                                          "pagerank", "sssp", "als")),
                         name_of);

/// PageRank on a system, with real bytes; `more` as the links have it.
PlatformRun rank_pages(const std::string& mechanism, const std::string& system,
                       const Settings& more, unsigned seed = 1) {
  return run_proact(mechanism, pagerank(Settings{"system=" + system, "check=true"} + more), {seed});
}

/// On the wire, for each packet that came: what is sent again is in it. Where loads and faults make
/// the traffic, errors change their times and so the number of packets.
double bytes_of_a_packet(const PlatformRun& one) { return one["link_bytes"] / one["link_packets"]; }

class ProactFaults : public testing::TestWithParam<MechanismAnd> {};

TEST_P(ProactFaults, LinkErrorsCostBandwidthAndNoByte) {
  const auto& [mechanism, system] = GetParam();
  const std::string link = system == std::string("4x_kepler") ? "pcie" : "nvlink";
  const PlatformRun clean = rank_pages(mechanism, system, {});
  expect_consistent(clean, "no errors: ");
  if (clean.code != core::ExitCode::kDone) return;
  for (const unsigned seed : {2u, 3u}) {
    const PlatformRun faulty =
        rank_pages(mechanism, system,
                   {link + ".packet_error_rate=0.02", link + ".answer_error_rate=0.01"}, seed);
    const std::string what = "seed " + std::to_string(seed);
    expect_consistent(faulty, what + ": ");
    if (faulty.code == core::ExitCode::kDone) {
      EXPECT_GT(bytes_of_a_packet(faulty), 1.02 * bytes_of_a_packet(clean)) << what;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pushes, ProactFaults,
                         testing::Combine(testing::Values("memcpy", "inline", "polling", "cdp",
                                                          "hw"),
                                          testing::Values("4x_volta", "4x_kepler")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Loads, ProactFaults,
                         testing::Combine(testing::Values("p2p_loads", "um"),
                                          testing::Values("4x_pascal", "4x_volta", "16x_volta",
                                                          "4x_kepler")),
                         name_of);

TEST(ProactRun, StoppedEarlyItMeasuresUntilThenAndBlamesNobody) {
  for (const char* mechanism : {"polling", "memcpy", "hw"}) {
    const PlatformRun one =
        run_proact(mechanism, pagerank({"check=true"}), {1, sc_core::sc_time(15, sc_core::SC_US)});
    ASSERT_EQ(one.code, core::ExitCode::kDone)
        << mechanism << ": " << one.reason;  // writers to come
    EXPECT_NEAR(one["time"], 15e-6, 1e-6) << mechanism;
    EXPECT_EQ(one["phases"], 0) << mechanism;
    const double kernel = one["kernel_time"];
    EXPECT_GT(kernel, 0) << mechanism << ": the phase that was cut short counts until then";
    EXPECT_LT(kernel, 15e-6) << mechanism << ": the launch is not the kernel's";
  }
}

TEST(ProactRun, SystemsTakeFewerGpusThanTheyHave) {
  for (const char* system : {"4x_kepler", "4x_pascal", "16x_volta"}) {
    const PlatformRun one =
        run_proact("memcpy", pagerank({std::string("system=") + system, "gpus=2"}));
    EXPECT_EQ(one.code, core::ExitCode::kDone) << system << one.reason;
  }
}

TEST(ProactRun, AReleaseOfEachWarpCostsPacketsAndTimeButNoByte) {
  std::map<bool, PlatformRun> results;
  for (const bool release : {false, true}) {
    PlatformRun& one = results[release];
    one = run_proact("hw", pagerank({"check=true", release ? "release=true" : "release=false"}));
    ASSERT_EQ(one.code, core::ExitCode::kDone) << one.reason;
    EXPECT_EQ(one["wrong_bytes"], 0);
    EXPECT_EQ(one["stale_reads"], 0);
  }
  for (const char* what : {"link_packets", "time"})
    EXPECT_GT(results[true][what], results[false][what]) << what;
}

}  // namespace
}  // namespace gf::test::proact_platform_test
