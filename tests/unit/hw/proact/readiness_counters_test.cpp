// SPDX-License-Identifier: Apache-2.0
// Holds: hw/proact/chunk_table.h hw/proact/counter_*.* hw/proact/readiness_table.h
// Holds: hw/proact/table_memory.h hw/proact/proact_stats.h hw/proact/proact_report.cpp
// Holds: hw/proact/transfer_client.h
// Counters of a PROACT unit: when they count, where they are kept, and programs that break rules.
#include <gmock/gmock.h>

#include "core/base/error.h"
#include "tests/support/proact_bench.h"

namespace gf::test::readiness_counters_test {
namespace {

using hw::proact::ChunkMap;
using hw::proact::Region;
using hw::proact::Span;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::uint64_t kChunk = 4096;

/// `ctas` CTAs each write all chunks of the region.
ChunkMap all_write_all(const Region& region, unsigned ctas) {
  return ChunkMap(region, {0, ctas}, [&](unsigned, std::vector<Span>& spans) {
    spans.push_back({0, region.bytes.count()});
  });
}

std::vector<core::Cycle> cycles(const std::vector<ProactLog::Event>& events) {
  std::vector<core::Cycle> all;
  for (const ProactLog::Event& event : events) all.push_back(event.at);
  return all;
}

class Update : public testing::TestWithParam<unsigned> {};

TEST_P(Update, TakesOneCycleOfThePortAndTheUpdateLatency) {
  ProactBenchOptions options;
  options.proact.counters.update_latency = GetParam();
  ProactBench bench(options);
  const Region region = bench.region(3 * kChunk, kChunk);
  bench.unit().add_region(region);
  bench.unit().arm(0, all_write_all(region, 1));
  for (unsigned i = 0; i < 3; ++i) bench.write(region, i * kChunk);
  bench.finish(0, 0, 1000);
  sc_core::sc_start();
  const core::Cycle first = 1001 + GetParam();
  EXPECT_THAT(cycles(bench.log.ready), ElementsAre(first, first + 1, first + 2));
  EXPECT_EQ(bench.stats().port_busy.value(), sc_core::sc_time(2, sc_core::SC_NS));
  EXPECT_EQ(bench.stats().updates.value(), 3u);
  EXPECT_TRUE(bench.unit().idle());
}
INSTANTIATE_TEST_SUITE_P(Counters, Update, testing::Values(1, 4, 17));

TEST(Counters, AsManyUpdatesBeginInACycleAsThereArePorts) {
  ProactBenchOptions options;
  options.proact.counters.ports = 2;
  ProactBench bench(options);
  const Region region = bench.region(4 * kChunk, kChunk);
  bench.unit().add_region(region);
  bench.unit().arm(0, all_write_all(region, 1));
  for (unsigned i = 0; i < 4; ++i) bench.write(region, i * kChunk);
  bench.finish(0, 0, 1000);
  sc_core::sc_start();
  EXPECT_THAT(cycles(bench.log.ready), ElementsAre(1005, 1005, 1006, 1006));
}

TEST(Counters, AreZeroWithTheLastWriterOnceEachWhateverItWrites) {
  ProactBench bench;
  const Region region = bench.region(kChunk, kChunk);
  bench.unit().add_region(region);
  bench.unit().arm(0, all_write_all(region, 3));
  // Ten lines of each; the slot of the first is used again by the third.
  for (unsigned line = 0; line < 10; ++line) {
    bench.write(region, line * 128, 0, 5);
    bench.write(region, line * 128, 1, 5);
  }
  bench.finish(0, 5, 1000);
  bench.finish(1, 5, 1100);
  bench.finish(2, 5, 1150);  // has written nothing
  for (unsigned line = 0; line < 10; ++line) bench.write(region, line * 128, 0, 5, 1200);
  bench.finish(0, 5, 2000);
  sc_core::sc_start();
  EXPECT_THAT(cycles(bench.log.ready), ElementsAre(2005));
  EXPECT_EQ(bench.stats().snooped.value(), 30u);
  EXPECT_EQ(bench.stats().updates.value(), 3u);
  EXPECT_THAT(bench.unit().errors().lines(), ElementsAre());
}

TEST(Counters, DoNotCountWritesOfPeersNorReads) {
  ProactBench bench;
  const Region region = bench.region(kChunk, kChunk);
  bench.unit(0).add_region(region);
  bench.unit(1).add_region(region);
  bench.unit(0).arm(0, all_write_all(region, 1));
  bench.unit(1).arm(0, all_write_all(region, 1));
  bench.write(region, 0, 0, 0, 1, 0);
  bench.finish(0, 0, 1000, 0);
  bench.sms[ProactBench::kSms]->read(bench.base(1) + region.base_by_gpu[1]);
  bench.finish(0, 0, 9000, 1);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats(0).sent.value(), 1u) << "the chunk went to GPU 1";
  EXPECT_EQ(bench.stats(1).snooped.value(), 0u);
  EXPECT_FALSE(bench.unit(1).all_sent());
}

TEST(Counters, ThatAreNotInTheCounterMemoryAreFetched) {
  ProactBenchOptions options;
  options.proact.counters.counters = 32;
  options.proact.counters.ways = 1;
  options.proact.counters.misses = 1;
  ProactBench bench(options);
  const Region region = bench.region(64 * kChunk, kChunk);
  bench.unit().add_region(region);
  bench.unit().arm(0, all_write_all(region, 1));
  // Lines 0 and 1 of counters are there; line 2 takes the place of line 0, which then comes back.
  bench.write(region, 0, 0, 0);
  bench.write(region, 32 * kChunk, 0, 1);
  bench.write(region, 1 * kChunk, 0, 2);
  bench.finish(0, 0, 1000);
  bench.finish(0, 1, 2000);
  bench.finish(0, 2, 3000);
  sc_core::sc_start();
  ASSERT_EQ(bench.log.ready.size(), 3u);
  EXPECT_EQ(bench.log.ready[0].at, 1005u);
  // Fetched like a request of an SM: port, crossbar, tags, DRAM, answer; back the cycle after. The
  // line that goes is written first, at the same port.
  const core::Cycle fetch = 1 + 1 + 20 + 10 + 101 + 30 + 20;
  EXPECT_EQ(bench.log.ready[1].at, 2001 + fetch + 1 + 4);
  // Line 0 was written back: it is in the level 2 cache.
  EXPECT_EQ(bench.log.ready[2].at, 3001 + fetch - 101 + 1 + 4);
  EXPECT_EQ(bench.stats().counter_misses.value(), 2u);
  EXPECT_EQ(bench.stats().counter_write_backs.value(), 2u);
}

TEST(Counters, AreInitializedWhileAllLinesOfTheirSetAreOnTheirWay) {
  ProactBenchOptions options;
  options.proact.counters.counters = 64;
  options.proact.counters.ways = 4;
  options.proact.counters.misses = 4;
  ProactBench bench(options);
  const Region first = bench.region(128 * kChunk, kChunk);
  const Region second = bench.region(16 * kChunk, kChunk, 2, 8 << 20);
  bench.unit().add_region(first);
  bench.unit().add_region(second);
  bench.unit().arm(0, all_write_all(first, 1));
  // One set of four lines: lines 4 to 7 of the first region's counters take the places of all.
  for (unsigned line = 4; line < 8; ++line) bench.write(first, line * 16 * kChunk, 0, line);
  for (unsigned line = 4; line < 8; ++line) bench.finish(0, line, 9000);
  bench.times.at(9020, [&](core::Cycle) { bench.unit().arm(1, all_write_all(second, 1)); });
  bench.write(second, 0, 1, 0, 10000);
  bench.finish(1, 0, 19000);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().counter_misses.value(), 5u) << "and one for the second region";
  EXPECT_EQ(bench.log.ready.size(), 5u);
}

TEST(Counters, FewAreEnoughForManyChunksAtTheCostOfAccesses) {
  ProactBenchOptions options;
  options.proact.counters.counters = 16;
  options.proact.counters.ways = 1;
  options.proact.counters.misses = 1;
  options.proact.counters.cta_chunks = 64;
  options.proact.counters.update_queue = 8;
  ProactBench bench(options);
  const Region region = bench.region(128 * kChunk, kChunk);
  bench.unit().add_region(region);
  bench.unit().arm(0, all_write_all(region, 2));
  // The order of their first writes jumps from line to line.
  for (unsigned cta = 0; cta < 2; ++cta)
    for (unsigned i = 0; i < 64; ++i) bench.write(region, (i * 37 % 64) * 2 * kChunk, 0, cta);
  bench.finish(0, 0, 50000);
  bench.finish(0, 1, 50001);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().updates.value(), 128u);
  EXPECT_EQ(bench.stats().ready.value(), 64u);
  EXPECT_GT(bench.stats().counter_misses.value(), 60u);
  EXPECT_GT(bench.stats().miss_wait.value(), sc_core::SC_ZERO_TIME);
  EXPECT_EQ(bench.stats().deepest_queue.value(), 127u) << "one of the first CTA's has gone";
  EXPECT_EQ(bench.stats().queue_overflows.value(), 128u - 8);
  EXPECT_EQ(bench.unit().errors().size(), 64u) << "of the chunks that nobody wrote";
}

TEST(Counters, ChunksOfACtaBeyondItsPlacesAreBitsInMemory) {
  ProactBenchOptions options;
  options.proact.counters.cta_chunks = 2;
  ProactBench bench(options);
  const Region region = bench.region(8 * kChunk, kChunk);
  bench.unit().add_region(region);
  bench.unit().arm(0, all_write_all(region, 1));
  for (unsigned i = 0; i < 8; ++i)
    for (unsigned line = 0; line < 3; ++line) bench.write(region, i * kChunk + line * 128);
  bench.write(region, 2 * kChunk);  // again, after another one: one more atomic
  bench.write(region, 0);           // has a place
  bench.finish(0, 0, 1000);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().cta_spills.value(), 6u);
  EXPECT_EQ(bench.memories[0]->stats().atomic_hits.value() +
                bench.memories[0]->stats().atomic_misses.value(),
            6u + 1 + 1)
      << "the last one fetches the bits";
  EXPECT_EQ(bench.stats().sent.value(), 8u);
  ASSERT_EQ(bench.log.ready.size(), 8u);
  EXPECT_EQ(bench.log.ready[1].at, 1006u);
  // Port, crossbar, tags, a cycle of the atomic unit, answer; then as any update.
  EXPECT_EQ(bench.log.ready[2].at, 1000 + 1 + 20 + 10 + 1 + 30 + 20 + 1 + 4u);
  EXPECT_TRUE(bench.unit().idle());
}

TEST(Counters, AWriterTooManyIsReported) {
  ProactBench bench;
  const Region region = bench.region(2 * kChunk, kChunk);
  bench.unit().add_region(region);
  bench.unit().arm(0, all_write_all(region, 1));
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
  bench.unit().add_region(region);
  bench.unit().arm(0, all_write_all(region, 2));
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
  bench.unit().add_region(region);
  bench.unit().arm(0, ChunkMap(region, {0, 1}, [](unsigned, std::vector<Span>& spans) {
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
  bench.unit().add_region(region);
  bench.unit().arm(0, all_write_all(region, 3));
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
  bench.unit().add_region(region);
  bench.unit().arm(0, all_write_all(region, 0));
  for (unsigned chunk = 0; chunk < 8; ++chunk)
    for (unsigned line = 0; line < 3; ++line) bench.write(region, chunk * kChunk + line * 128);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().unexpected.value(), 24u);
  const std::vector<std::string> lines = bench.unit().errors().lines();
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_THAT(lines.front(), HasSubstr("written, but the map has no writer of it"));
  EXPECT_EQ(lines.back(), "and 3 more");
}

TEST(Counters, HoldNoMoreWritersThanTheirBits) {
  ProactBench bench;
  const Region region = bench.region(kChunk, kChunk);
  bench.unit().add_region(region);
  EXPECT_NO_THROW(bench.unit().arm(0, all_write_all(region, 65535)));
  const Region other = bench.region(kChunk, kChunk, 2, 2 << 20);
  bench.unit().add_region(other);
  EXPECT_THROW(bench.unit().arm(1, all_write_all(other, 65536)), core::UserError);
}

TEST(Counters, RegionsThatOverlapAreRefused) {
  ProactBench bench;
  bench.unit().add_region(bench.region(2 << 20, kChunk));
  EXPECT_THROW(bench.unit().add_region(bench.region(kChunk, kChunk, 2, 2 << 20)), core::UserError);
}

TEST(Counters, TablesAreKeptApartFromRegions) {
  ProactBench bench;
  const Region region = bench.region(1 << 20, kChunk, 2, ProactBench::kTables - (1 << 20) + 8192);
  bench.unit().add_region(region);
  try {
    bench.unit().arm(0, all_write_all(region, 1));
    FAIL();
  } catch (const core::UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("proact_0.tables"));
  }
}

/// What a waveform would show of a probe.
struct Shown final : core::ProbeSink {
  void set(std::uint32_t, const sc_core::sc_time& at, std::uint64_t value) override {
    values.emplace_back(at / sc_core::sc_time(1, sc_core::SC_NS), value);
  }
  void add(std::uint32_t, const sc_core::sc_time&, std::int64_t) override {}
  std::vector<std::pair<double, std::uint64_t>> values;
};

TEST(Counters, OfChosenChunksAreInTheWaveform) {
  ProactBench bench;
  const Region region = bench.region(2 * kChunk, kChunk);
  bench.unit().add_region(region);
  bench.unit().show_counter(0, 1);
  Shown shown;
  for (core::Probe* const probe : core::all_probes())
    if (probe->path() == "proact_0.counter_0_1") probe->attach(shown, 1);
  bench.unit().arm(0, all_write_all(region, 2));
  for (unsigned slot = 0; slot < 2; ++slot) {
    bench.write(region, 0, 0, slot);
    bench.write(region, kChunk, 0, slot);
    bench.finish(0, slot, 1000 + 100 * slot);
  }
  sc_core::sc_start();
  EXPECT_THAT(shown.values,
              ElementsAre(std::make_pair(0, 2), std::make_pair(1006, 1), std::make_pair(1106, 0)));
}

TEST(Counters, SizesFollowTheParameters) {
  ProactBench bench;
  EXPECT_EQ(bench.stats().counter_bits.value(), 4096u * 16);
  EXPECT_EQ(bench.stats().tag_bits.value(), 256u * (20 - 4 + 3 + 2));
  EXPECT_EQ(bench.stats().cta_bits.value(), 4u * 32 * 5 * 21);
  EXPECT_EQ(bench.stats().buffer_bits.value(), 512u * (2048 + 40 + 5));
}

}  // namespace
}  // namespace gf::test::readiness_counters_test
