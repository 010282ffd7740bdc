// SPDX-License-Identifier: Apache-2.0
// Counters of a PROACT unit: when they count, where they are kept, and programs that break rules.
#include "hw/proact/readiness_counters.h"

#include "tests/support/counter_writes.h"
#include "tests/support/heard_probe.h"
#include "tests/support/matchers.h"
#include "tests/support/proact_bench.h"

namespace gf::test::readiness_counters_test {
namespace {

using namespace counter_writes;  // NOLINT: what these tests share
using hw::proact::Region;

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
  bench.arm(region, all_write_all(region, 1));
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
  bench.arm(region, all_write_all(region, 1));
  for (unsigned i = 0; i < 4; ++i) bench.write(region, i * kChunk);
  bench.finish(0, 0, 1000);
  sc_core::sc_start();
  EXPECT_THAT(cycles(bench.log.ready), ElementsAre(1005, 1005, 1006, 1006));
}

TEST(Counters, AreZeroWithTheLastWriterOnceEachWhateverItWrites) {
  ProactBench bench;
  const Region region = bench.region(kChunk, kChunk);
  bench.arm(region, all_write_all(region, 3));
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

/// What a waveform would show of a probe.
TEST(Counters, OfChosenChunksAreInTheWaveform) {
  ProactBench bench;
  const Region region = bench.region(2 * kChunk, kChunk);
  bench.unit().add_region(region);
  bench.unit().show_counter(0, 1);
  const HeardProbe shown("proact_0.counter_0_1");
  bench.unit().arm(0, all_write_all(region, 2));
  for (unsigned slot = 0; slot < 2; ++slot) {
    bench.write(region, 0, 0, slot);
    bench.write(region, kChunk, 0, slot);
    bench.finish(0, slot, 1000 + 100 * slot);
  }
  sc_core::sc_start();
  const core::Ticks ns = sc_core::sc_time(1, sc_core::SC_NS).value();
  EXPECT_THAT(shown.values(), ElementsAre(2, 1, 0));
  ASSERT_EQ(shown.sets().size(), 3u);
  EXPECT_EQ(shown.sets()[0].at, 0u);
  EXPECT_EQ(shown.sets()[1].at, 1006 * ns);
  EXPECT_EQ(shown.sets()[2].at, 1106 * ns);
}

}  // namespace
}  // namespace gf::test::readiness_counters_test
