// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/proact/region/remote_access_if.h platforms/proact/region/mechanism_if.h
// Every mechanism brings every byte to every GPU before the next phase reads it.
#include <gmock/gmock.h>

#include "core/base/random.h"
#include "core/time/watchdog.h"
#include "platforms/proact/host_program.h"
#include "tests/support/proact_copies.h"

namespace gf::test::list_test {
namespace {

using namespace proact_copies;  // NOLINT: what these tests share

using namespace platforms::proact;  // NOLINT: of the subject of this file

class EveryMechanism
    : public testing::TestWithParam<std::tuple<const char*, const char*, unsigned>> {};

TEST_P(EveryMechanism, BringsEveryByteToEveryGpu) {
  const auto& [name, system, ctas] = GetParam();
  ProactBench bench(mechanism_entry(name), system, ctas);
  bench.run();
  EXPECT_EQ(bench.end.end, core::RunEnd::kQuiescent) << bench.end.explanation;
  EXPECT_TRUE(bench.host->finished());
  EXPECT_EQ(bench.check->wrong_bytes(), 0u);
  EXPECT_EQ(bench.check->stale_reads(), 0u) << bench.check->first_stale();
  EXPECT_GT(bench.check->checked_reads(), 100u);
  EXPECT_THAT(bench.mechanism->errors(), testing::IsEmpty());
  EXPECT_EQ(bench.node->refused(), "");
  EXPECT_THAT(core::pending_waits(), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Nvlink, EveryMechanism,
                         testing::Combine(testing::Values("memcpy", "inline", "p2p_loads",
                                                          "polling", "cdp", "hw", "um", "infinite"),
                                          testing::Values("4x_pascal", "4x_volta", "16x_volta"),
                                          testing::Values(64u, 50u)));
INSTANTIATE_TEST_SUITE_P(Pcie, EveryMechanism,
                         testing::Combine(testing::Values("memcpy", "inline", "p2p_loads",
                                                          "polling", "cdp", "hw", "um", "infinite"),
                                          testing::Values("4x_kepler"), testing::Values(64u)));

/// Numbers of CTAs, chunks, threads, arithmetic and lost packets as a seed has it; each system has
/// two seeds.
class AnySeed : public testing::TestWithParam<std::tuple<const char*, unsigned>> {};

TEST_P(AnySeed, NoKernelReadsAStaleByte) {
  const auto& [name, seed] = GetParam();
  core::RandomStream random(seed, "mechanisms_test");
  Variation variation;
  variation.seed = seed;
  variation.transfer.chunk = core::kibibytes(4u << random.below(4));
  variation.transfer.threads = 32u << static_cast<unsigned>(random.below(5));
  variation.compute = static_cast<unsigned>(random.below(2000));
  variation.packet_error_rate = random.below(2) == 0 ? 0 : 0.03;
  const auto ctas = static_cast<unsigned>(20 + random.below(100));
  const char* const systems[] = {"4x_pascal", "4x_volta", "16x_volta", "4x_kepler"};
  ProactBench bench(mechanism_entry(name), systems[seed % 4], ctas, 3, variation);
  bench.run();
  EXPECT_EQ(bench.end.end, core::RunEnd::kQuiescent) << bench.end.explanation;
  EXPECT_EQ(bench.check->wrong_bytes(), 0u);
  EXPECT_EQ(bench.check->stale_reads(), 0u) << bench.check->first_stale();
  EXPECT_GT(bench.check->checked_reads(), 100u);
  EXPECT_THAT(bench.mechanism->errors(), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Seeds, AnySeed,
                         testing::Combine(testing::Values("memcpy", "inline", "p2p_loads",
                                                          "polling", "cdp", "hw", "um"),
                                          testing::Range(1u, 9u)));

}  // namespace
}  // namespace gf::test::list_test
