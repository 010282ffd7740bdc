// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/mechanisms/* platforms/proact/region/region_check.h
// Holds: workloads/shared/registry.cpp
// Real bytes with every mechanism and application, and with links that lose packets.
#include <gmock/gmock.h>
#include <string>
#include <tuple>

#include "core/text/json.h"
#include "tests/support/proact_runs.h"

namespace gf::test::proact_bytes_test {
namespace {

using nlohmann::json;

/// What the run itself found with real bytes.
void expect_consistent(const Captured& one, const std::string& what, bool reads = true) {
  EXPECT_EQ(one.code, 0) << what << one.err;
  if (one.code != 0) return;
  const json results = core::parse_json(one.out).at("results");
  EXPECT_EQ(results.at("wrong_bytes").at("value"), 0) << what;
  EXPECT_EQ(results.at("stale_reads").at("value"), 0) << what;
  if (!reads) return;
  EXPECT_GT(results.at("checked_reads").at("value"), 100) << what;
}

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
    const Captured one = run_proact(
        mechanism, {"--json", "--seed", std::to_string(seed), "-p", std::string("workload=") + app,
                    "-p", std::string("system=") + system, "-p", "check=true", "-p", "iterations=2",
                    "-p", "chunk=" + chunk, "-p", "threads=" + count, "-p", "gpu.sms=16"});
    // The microbenchmark only writes.
    expect_consistent(one, std::string(system) + ", " + chunk + ", " + count + ": ",
                      app != std::string("microbenchmark"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, ProactConsistency,
                         testing::Combine(testing::Values("memcpy", "inline", "p2p_loads",
                                                          "polling", "cdp", "hw", "um", "infinite"),
                                          testing::Values("microbenchmark", "xray_ct", "jacobi",
                                                          "pagerank", "sssp", "als")),
                         name_of);

/// PageRank on a system, with real bytes; `more` as the seed or the links have it.
Captured rank_pages(const std::string& mechanism, const std::string& system, const Words& more) {
  Words all = {"--json", "-p", "system=" + system, "-p", "check=true"};
  all.insert(all.end(), more.begin(), more.end());
  return run_proact(mechanism, pagerank(all));
}

/// On the wire, for each packet that came: what is sent again is in it. Where loads and faults make
/// the traffic, errors change their times and so the number of packets.
double bytes_of_a_packet(const Captured& one) {
  const json results = core::parse_json(one.out).at("results");
  const auto value = [&](const char* name) { return results.at(name).at("value").get<double>(); };
  return value("link_bytes") / value("link_packets");
}

class ProactFaults : public testing::TestWithParam<MechanismAnd> {};

TEST_P(ProactFaults, LinkErrorsCostBandwidthAndNoByte) {
  const auto& [mechanism, system] = GetParam();
  const std::string link = system == std::string("4x_kepler") ? "pcie" : "nvlink";
  const Captured clean = rank_pages(mechanism, system, {});
  expect_consistent(clean, "no errors: ");
  if (clean.code != 0) return;
  for (const std::string seed : {"2", "3"}) {
    const Captured faulty = rank_pages(mechanism, system,
                                       {"--seed", seed, "-p", link + ".packet_error_rate=0.02",
                                        "-p", link + ".answer_error_rate=0.01"});
    expect_consistent(faulty, "seed " + seed + ": ");
    if (faulty.code == 0) {
      EXPECT_GT(bytes_of_a_packet(faulty), 1.02 * bytes_of_a_packet(clean)) << "seed " << seed;
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

}  // namespace
}  // namespace gf::test::proact_bytes_test
