// SPDX-License-Identifier: Apache-2.0
// Real bytes with every mechanism and application, and with links that lose packets.
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

#include "tests/support/proact_runs.h"

namespace gf::test {
namespace {

using nlohmann::json;

/// What the run itself found with real bytes.
void expect_consistent(const Captured& one, const std::string& what, bool reads = true) {
  EXPECT_EQ(one.code, 0) << what << one.err;
  if (one.code != 0) return;
  const json results = json::parse(one.out).at("results");
  EXPECT_EQ(results.at("wrong_bytes").at("value"), 0) << what;
  EXPECT_EQ(results.at("stale_reads").at("value"), 0) << what;
  if (!reads) return;
  EXPECT_GT(results.at("checked_reads").at("value"), 100) << what;
}

using MechanismAndApp = std::tuple<const char*, const char*>;
class ProactConsistency : public testing::TestWithParam<MechanismAndApp> {};

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
        mechanism,
        {"--json", "--seed", std::to_string(seed), "-p", std::string("workload=") + app, "-p",
         std::string("system=") + system, "-p", "check=true", "-p", "iterations=2", "-p",
         "chunk=" + chunk, "-p", "threads=" + count, "-p", "work=0.2", "-p", "gpu.sms=16"});
    // The microbenchmark only writes.
    expect_consistent(one, std::string(system) + ", " + chunk + ", " + count + ": ",
                      app != std::string("microbenchmark"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, ProactConsistency,
                         testing::Combine(testing::Values("memcpy", "inline", "p2p_loads",
                                                          "polling", "cdp", "hw", "um"),
                                          testing::Values("microbenchmark", "xray_ct", "jacobi",
                                                          "pagerank", "sssp", "als")),
                         [](const auto& one) {
                           return std::string(std::get<0>(one.param)) + "_" +
                                  std::get<1>(one.param);
                         });

class ProactFaults : public testing::TestWithParam<const char*> {};

TEST_P(ProactFaults, LinkErrorsDuringPushesCostBandwidthAndNoByte) {
  const std::string mechanism = GetParam();
  const std::pair<const char*, Words> fabrics[] = {
      {"4x_volta", {"-p", "nvlink.packet_error_rate=0.02", "-p", "nvlink.answer_error_rate=0.01"}},
      {"4x_kepler", {"-p", "pcie.packet_error_rate=0.02", "-p", "pcie.answer_error_rate=0.01"}}};
  for (const auto& [system, errors] : fabrics) {
    const Words common = {"--json", "-p", std::string("system=") + system, "-p", "check=true"};
    Words with = common;
    with.insert(with.end(), errors.begin(), errors.end());
    const Captured clean = run_proact(mechanism, pagerank(common));
    const Captured faulty = run_proact(mechanism, pagerank(with));
    expect_consistent(clean, system);
    expect_consistent(faulty, system);
    if (clean.code != 0 || faulty.code != 0) continue;
    const auto sent = [](const Captured& one) {
      return json::parse(one.out).at("results").at("link_bytes").at("value").get<double>();
    };
    EXPECT_GT(sent(faulty), sent(clean)) << "packets are sent again";
  }
}

INSTANTIATE_TEST_SUITE_P(EveryMechanism, ProactFaults,
                         testing::Values("memcpy", "inline", "polling", "cdp", "hw"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace gf::test
