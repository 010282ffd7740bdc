// SPDX-License-Identifier: Apache-2.0
// Holds: hw/proact/proact_unit.h hw/gpu/sm/release_if.h
// Releases of system scope: a PROACT unit sends what is written.
#include "tests/support/matchers.h"
#include "tests/support/proact_agent_bench.h"

namespace gf::test::flush_test {
namespace {

using hw::proact::ChunkMap;
using hw::proact::Region;
using hw::proact::Span;

constexpr std::uint64_t kChunk = 4096;

TEST(Flush, SendsWhatIsWrittenWithoutWaitingForTheOthers) {
  ProactBench bench(options_for(2));
  const Region region = bench.region(2 * kChunk, kChunk);
  bench.arm(region, ChunkMap(region, {0, 2}, [&](unsigned, std::vector<Span>& spans) {
              spans.push_back({0, 2 * kChunk});
            }));
  bench.fill(region, 0, 1);
  const std::vector<std::uint8_t> early = bench.contents(region, 0, 0, kChunk);
  bench.write(region, 0, 0, 0);
  bench.finish(0, 0, 1000);
  bench.times.at(2000, [&](core::Cycle) { bench.unit().flush(); });
  bench.times.at(9000, [&](core::Cycle) {
    EXPECT_EQ(bench.contents(region, 1, 0, kChunk), early);
    EXPECT_EQ(bench.contents(region, 1, kChunk), std::vector<std::uint8_t>(kChunk))
        << "nobody had written the second chunk";
    bench.fill(region, 0, 2);
  });
  bench.write(region, 128, 0, 1, 9000);
  bench.write(region, kChunk, 0, 1, 9000);
  bench.write(region, kChunk, 0, 2, 9000);
  bench.finish(0, 1, 12000);
  bench.finish(0, 2, 12000);
  sc_core::sc_start();
  EXPECT_EQ(bench.log.flushes.size(), 1u);
  EXPECT_GT(bench.log.flushes[0], 2000u);
  EXPECT_LT(bench.log.flushes[0], 9000u);
  EXPECT_EQ(bench.stats().early.value(), 1u);
  EXPECT_EQ(bench.stats().sent.value(), 2u);
  EXPECT_EQ(bench.contents(region, 1), bench.contents(region, 0));
  EXPECT_TRUE(bench.unit().idle());
}

TEST(Flush, SendsNothingTwice) {
  ProactBench bench(options_for(2));
  const Region region = bench.region(kChunk, kChunk);
  bench.arm(region, ChunkMap(region, {0, 2}, [](unsigned, std::vector<Span>& spans) {
              spans.push_back({0, kChunk});
            }));
  bench.write(region, 0, 0, 0);
  bench.write(region, 0, 0, 1);
  bench.finish(0, 0, 1000);
  bench.times.at(2000, [&](core::Cycle) { bench.unit().flush(); });
  bench.finish(0, 1, 9000);  // writes nothing more
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().written_bytes.value(), kChunk);
  ASSERT_EQ(bench.log.sent.size(), 1u);
  EXPECT_EQ(bench.log.sent[0].at, 9005u) << "with the counter";
  EXPECT_TRUE(bench.unit().idle());
}

TEST(Flush, OfNothingEndsAtOnce) {
  ProactBench bench(options_for(2));
  bench.times.at(500, [&](core::Cycle) { bench.unit().flush(); });
  sc_core::sc_start();
  EXPECT_THAT(bench.log.flushes, ElementsAre(501));
  EXPECT_TRUE(bench.unit().idle());
}

TEST(Flush, WaitsForWhatIsUnderWay) {
  ProactBench bench(options_for(2));
  const Region region = bench.region(16 * kChunk, kChunk);
  bench.arm(region, chunk_by_cta(region));
  produce(bench, region, 16, 1000);
  bench.times.at(1020, [&](core::Cycle) { bench.unit().flush(); });
  bench.times.at(1300, [&](core::Cycle) { bench.unit().flush(); });
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().written_bytes.value(), 16 * kChunk);
  ASSERT_EQ(bench.log.flushes.size(), 2u);
  EXPECT_EQ(bench.log.flushes[0], bench.log.sent.back().at);
}

}  // namespace
}  // namespace gf::test::flush_test
