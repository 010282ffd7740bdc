// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/readiness_table.h"

#include "core/base/error.h"
#include "tests/support/counter_writes.h"
#include "tests/support/matchers.h"
#include "tests/support/proact_bench.h"

namespace gf::test::readiness_table_test {
namespace {

using namespace counter_writes;  // NOLINT: what these tests share
using hw::proact::ChunkMap;
using hw::proact::Region;
using hw::proact::Span;

TEST(Counters, AWriterTooManyIsReported) {
  ProactBench bench;
  const Region region = bench.region(2 * kChunk, kChunk);
  bench.arm(region, all_write_all(region, 1));
  for (unsigned slot = 0; slot < 2; ++slot) bench.write(region, kChunk, 0, slot);
  bench.write(region, 0);
  bench.finish(0, 0, 1000);
  bench.finish(0, 1, 1001);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().underflows.value(), 1u);
  EXPECT_THAT(bench.unit().errors().lines(),
              ElementsAre("proact_0: x1 chunk 1: 2 writers are done, expected 1"));
}

TEST(Counters, AWriteAfterZeroIsReported) {
  ProactBench bench;
  const Region region = bench.region(kChunk, kChunk);
  bench.arm(region, all_write_all(region, 2));
  bench.write(region, 0, 0, 0);
  bench.write(region, 0, 0, 1);
  bench.finish(0, 0, 1000);
  bench.finish(0, 1, 1000);
  bench.write(region, 128, 0, 2, 2000);
  bench.write(region, 256, 0, 2, 2000);
  bench.finish(0, 2, 3000);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().late_writes.value(), 2u);
  EXPECT_EQ(bench.stats().underflows.value(), 0u);
  EXPECT_THAT(bench.unit().errors().lines(),
              ElementsAre("proact_0: x1 chunk 0: written after all 2 writers were done"));
}

TEST(Counters, AWriteThatTheMapDoesNotKnowIsReported) {
  ProactBench bench;
  const Region region = bench.region(2 * kChunk, kChunk);
  bench.arm(region, ChunkMap(region, {0, 1}, [](unsigned, std::vector<Span>& spans) {
              spans.push_back({0, 100});
            }));
  bench.write(region, 0);
  bench.write(region, kChunk);
  bench.finish(0, 0, 1000);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().unexpected.value(), 1u);
  EXPECT_THAT(bench.unit().errors().lines(),
              ElementsAre("proact_0: x1 chunk 1: written, but the map has no writer of it"));
  EXPECT_TRUE(bench.unit().all_sent());
}

TEST(Counters, ACounterThatIsNeverZeroIsADeadlockThatNamesItsChunk) {
  ProactBench bench;
  const Region region = bench.region(2 * kChunk, kChunk);
  bench.arm(region, all_write_all(region, 3));
  bench.write(region, 0, 0, 0);
  bench.write(region, 0, 0, 1);
  bench.write(region, 0, 0, 2);
  bench.write(region, kChunk, 0, 2);
  for (unsigned slot = 0; slot < 3; ++slot) bench.finish(0, slot, 1000 + slot);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().sent.value(), 1u);
  EXPECT_FALSE(bench.unit().idle());
  EXPECT_THAT(
      core::explain(core::pending_waits()),
      testing::AllOf(HasSubstr("proact_0"), HasSubstr("x1 chunk 1: 2 of 3 writers are missing"),
                     HasSubstr("SMs")));
  EXPECT_THAT(bench.unit().errors().lines(),
              ElementsAre("proact_0: x1 chunk 1: 2 of 3 writers are missing"));
  EXPECT_THROW(bench.unit().arm(0, all_write_all(region, 1)), core::UserError);
}

TEST(Counters, TheClientSaysWhyWritersAreMissing) {
  ProactBench bench;
  const Region region = bench.region(2 * kChunk, kChunk);
  const Region other = bench.region(2 * kChunk, kChunk, 2, 2 << 20);
  for (const Region& one : {region, other}) bench.unit(1).add_region(one);
  bench.unit(1).arm(1, all_write_all(other, 2));
  bench.log.why = ": asked of ";
  EXPECT_THAT(bench.unit(1).errors().lines(),
              ElementsAre("proact_1: x2 chunk 0: 2 of 2 writers are missing: asked of 110",
                          "proact_1: x2 chunk 1: 2 of 2 writers are missing: asked of 111"));
  EXPECT_THAT(core::explain(core::pending_waits()),
              HasSubstr("x2 chunk 1: 2 of 2 writers are missing: asked of 111 from SMs"));
}

TEST(Counters, FaultsAreListedOnceEachTheFirstFewOfThem) {
  ProactBench bench;
  const Region region = bench.region(8 * kChunk, kChunk);
  bench.arm(region, all_write_all(region, 0));
  for (unsigned chunk = 0; chunk < 8; ++chunk)
    for (unsigned line = 0; line < 3; ++line) bench.write(region, chunk * kChunk + line * 128);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().unexpected.value(), 24u);
  const std::vector<std::string> lines = bench.unit().errors().lines();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_THAT(lines.front(), HasSubstr("written, but the map has no writer of it"));
  EXPECT_EQ(lines.back(), "and 3 more");
}

}  // namespace
}  // namespace gf::test::readiness_table_test
