// SPDX-License-Identifier: Apache-2.0
// Holds: hw/proact/transfer_agent.h
// How fast a transfer agent is, and what it waits for when it is not.
#include <gmock/gmock.h>

#include "tests/support/proact_agent_bench.h"

namespace gf::test::agent_rate_test {
namespace {

using hw::proact::Region;

constexpr std::uint64_t kChunk = 4096;

/// Payload bytes a nanosecond from the first chunk's start to the last one's end: 128 chunks that
/// are ready at once.
double rate(ProactBenchOptions options, std::uint64_t chunk = 32768) {
  options.memory.real_bytes = false;
  ProactBench bench(options);
  const Region region = bench.region(128 * chunk, chunk, options.gpus);
  bench.arm(region, chunk_by_cta(region));
  produce(bench, region, 128, 50000);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().sent.value(), 128u);
  return 128.0 * chunk / (bench.stats().busy.value().to_seconds() * 1e9);
}

// 8 lanes of 8 GB/s; a packet has a header flit of 16 B.
constexpr double kLink256 = 64.0 * 256 / 272;
constexpr double kLink128 = 64.0 * 128 / 144;

TEST(Agent, SaturatesALinkWith256BytePackets) {
  const double found = rate(options_for(2));
  RecordProperty("bytes_per_ns", std::to_string(found));
  EXPECT_GE(found, 0.95 * kLink256);
  EXPECT_LE(found, kLink256);
}

TEST(Agent, SaturatesALinkWith128BytePackets) {
  ProactBenchOptions options = options_for(2);
  options.proact.agent.packet = core::Bytes(128);
  const double found = rate(options);
  RecordProperty("bytes_per_ns", std::to_string(found));
  EXPECT_GE(found, 0.95 * kLink128);
  EXPECT_LE(found, kLink128);
}

TEST(Agent, ASmallBufferBoundsItsRate) {
  ProactBenchOptions options = options_for(2);
  options.proact.agent.buffer = core::kibibytes(4);
  const double found = rate(options);
  EXPECT_LT(found, 0.3 * kLink256);
  EXPECT_GT(found, 0.05 * kLink256);
}

TEST(Agent, OneDescriptorLeavesGapsBetweenSmallChunks) {
  ProactBenchOptions options = options_for(2);
  options.proact.agent.descriptors = 1;
  EXPECT_LT(rate(options, 4096), 0.3 * kLink256);
}

TEST(Agent, SeveralDescriptorsHideThem) {
  ProactBenchOptions options = options_for(2);
  options.proact.agent.descriptors = 16;
  EXPECT_GT(rate(options, 4096), 0.9 * kLink256);
}

class Buffer : public testing::TestWithParam<std::pair<unsigned, double>> {};

TEST_P(Buffer, BoundsTheRateByTheWayThereAndBack) {
  ProactBenchOptions options = options_for(2);
  options.proact.agent.buffer = core::kibibytes(GetParam().first);
  const double found = rate(options);
  RecordProperty("bytes_per_ns", std::to_string(found));
  // A place is taken for about 400 ns.
  EXPECT_NEAR(found / kLink256, GetParam().second, 0.02);
}
INSTANTIATE_TEST_SUITE_P(Agent, Buffer,
                         testing::Values(std::make_pair(4u, 0.17), std::make_pair(8u, 0.34),
                                         std::make_pair(16u, 0.67), std::make_pair(32u, 1.0),
                                         std::make_pair(64u, 1.0)));

TEST(Agent, SaturatesItsLinkWithThreeDestinations) {
  const double found = 3 * rate(options_for(4));
  RecordProperty("bytes_per_ns", std::to_string(found));
  EXPECT_GE(found, 0.95 * kLink256);
  EXPECT_LE(found, kLink256);
}

TEST(Agent, StallsAreKnownByTheirCause) {
  ProactBenchOptions options;
  options.proact.agent.descriptors = 1;
  options.proact.agent.buffer = core::Bytes(512);
  ToPeer bench(options);
  const Region region = bench.region(2 * kChunk, kChunk);
  bench.arm(region, chunk_by_cta(region));
  produce(bench, region, 2, 1000);
  sc_core::sc_start();
  const auto& stats = bench.stats();
  EXPECT_GT(stats.no_descriptor.value(), sc_core::SC_ZERO_TIME);
  EXPECT_GT(stats.buffer_full.value(), sc_core::SC_ZERO_TIME);
  // Two descriptors, each 182 cycles and start_latency, and nothing to read meanwhile; the second
  // one's row is open.
  EXPECT_EQ(stats.fetching.value(), sc_core::sc_time(2 * (182 + 10) - 28, sc_core::SC_NS));
  EXPECT_LE((stats.fetching.value() + stats.buffer_full.value()), stats.busy.value());
}

}  // namespace
}  // namespace gf::test::agent_rate_test
