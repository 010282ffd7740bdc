// SPDX-License-Identifier: Apache-2.0
// Holds: hw/proact/transfer_client.h hw/proact/proact_unit.h hw/proact/proact_report.cpp
// The transfer agent of a PROACT unit: when it begins, which bytes arrive where, and who waits.
#include "tests/support/matchers.h"
#include "tests/support/proact_agent_bench.h"

namespace gf::test::transfer_agent_test {
namespace {

using hw::proact::ChunkMap;
using hw::proact::Region;
using hw::proact::Span;

constexpr std::uint64_t kChunk = 4096;

/// The chunk has 256 B to send.
ChunkMap one_packet(const Region& region) {
  return ChunkMap(region, {0, 1}, [](unsigned, std::vector<Span>& spans) {
    spans.push_back({0, 256});
  });
}

class Start : public testing::TestWithParam<std::pair<unsigned, unsigned>> {};

TEST_P(Start, OfAChunkIsTheSumOfItsParts) {
  ProactBenchOptions options;
  options.proact.counters.update_latency = GetParam().first;
  options.proact.agent.start_latency = GetParam().second;
  ToPeer bench(options);
  const Region region = bench.region(kChunk, kChunk);
  bench.arm(region, one_packet(region));
  bench.write(region, 0);
  bench.write(region, 128);
  bench.finish(0, 0, 1000);
  sc_core::sc_start();
  const core::Cycle zero = 1001 + GetParam().first;
  ASSERT_EQ(bench.log.ready.size(), 1u);
  EXPECT_EQ(bench.log.ready[0].at, zero);
  // The descriptor: port, crossbar, tags, DRAM, answer of a sector.
  const core::Cycle here = zero + 1 + 20 + 10 + 101 + 30 + 20;
  // The packet: two lines that hit, side by side, each two cycles of its port.
  const core::Cycle read = here + GetParam().second + 1 + 20 + 10 + 1 + 30 + 20;
  EXPECT_THAT(bench.peer.at, ElementsAre(read + 1));
  EXPECT_THAT(bench.peer.bytes, ElementsAre(256));
  // Answered in the next cycle; the unit sees it in the one after.
  ASSERT_EQ(bench.log.sent.size(), 1u);
  EXPECT_EQ(bench.log.sent[0].at, read + 3);
  EXPECT_THAT(bench.log.all, ElementsAre(read + 3));
  EXPECT_EQ(bench.stats().busy.value(), sc_core::sc_time(read + 3 - zero, sc_core::SC_NS));
  EXPECT_TRUE(bench.unit().idle());
}
INSTANTIATE_TEST_SUITE_P(Agent, Start,
                         testing::Values(std::make_pair(4u, 10u), std::make_pair(5u, 10u),
                                         std::make_pair(4u, 11u), std::make_pair(9u, 1u)));

TEST(Agent, CutsChunksIntoPacketsOfTheChosenSize) {
  ToPeer bench;
  const Region region = bench.region(kChunk, kChunk);
  bench.arm(region, ChunkMap(region, {0, 1}, [](unsigned, std::vector<Span>& spans) {
              spans.push_back({100, 1000});
            }));
  bench.write(region, 128);
  bench.finish(0, 0, 1000);
  sc_core::sc_start();
  std::vector<unsigned> bytes = bench.peer.bytes;
  std::sort(bytes.begin(), bytes.end());
  EXPECT_THAT(bytes, ElementsAre(156, 232, 256, 256)) << "cut at multiples of 256";
  EXPECT_EQ(bench.stats().read_bytes.value(), 900u);
}

TEST(Agent, EveryByteArrivesAndNoOther) {
  ProactBenchOptions options = options_for(2);
  options.proact.agent.packet = core::Bytes(128);
  ProactBench bench(options);
  const Region region = bench.region(50000, kChunk);
  bench.fill(region, 0, 1);
  bench.fill(region, 1, 2);
  const std::vector<std::uint8_t> mine = bench.contents(region, 0);
  const std::vector<std::uint8_t> old = bench.contents(region, 1);
  bench.unit().add_region(region);
  // CTAs 0 to 4 write 7001 B each; what follows belongs to other GPUs.
  bench.unit().arm(
      0, ChunkMap(region, {0, 5}, model::proact::one_to_one(region.bytes, core::Bytes(7001))));
  for (unsigned cta = 0; cta < 5; ++cta) {
    for (std::uint64_t at = cta * 7001; at < (cta + 1) * 7001; at += 128)
      bench.write(region, at, 0, cta);
    bench.write(region, (cta + 1) * 7001 - 1, 0, cta);
    bench.finish(0, cta, 1000 + cta * 100);
  }
  sc_core::sc_start();
  std::vector<std::uint8_t> expected = mine;
  std::copy(old.begin() + 35005, old.end(), expected.begin() + 35005);
  EXPECT_EQ(bench.contents(region, 1), expected);
  EXPECT_EQ(bench.contents(region, 0), mine);
  EXPECT_EQ(bench.stats().written_bytes.value(), 35005u);
  EXPECT_EQ(bench.stats().sent.value(), 9u);
  EXPECT_THAT(bench.unit().errors().lines(), ElementsAre());
  EXPECT_TRUE(core::pending_waits().empty());
}

TEST(Agent, ReadsOnceAndWritesToThreeDestinations) {
  ProactBench bench(options_for(4));
  const Region region = bench.region(8 * kChunk, kChunk, 4);
  bench.fill(region, 2, 7);
  bench.unit(2).add_region(region);
  bench.unit(2).arm(0, chunk_by_cta(region));
  for (unsigned i = 0; i < 8; ++i) bench.write(region, i * kChunk, 0, i, 1, 2);
  for (unsigned i = 0; i < 8; ++i) bench.finish(0, i, 1000, 2);
  sc_core::sc_start();
  for (unsigned gpu : {0, 1, 3})
    EXPECT_EQ(bench.contents(region, gpu), bench.contents(region, 2)) << gpu;
  EXPECT_EQ(bench.stats(2).read_bytes.value(), 8 * kChunk);
  EXPECT_EQ(bench.stats(2).written_bytes.value(), 3 * 8 * kChunk);
  EXPECT_EQ(bench.memories[2]->stats().peer_writes.value(), 3u * 8 * 16);
  EXPECT_TRUE(core::pending_waits().empty());
}

TEST(Agent, PushesWhatIsThereWithoutCounters) {
  ProactBench bench(options_for(2));
  const Region region = bench.region(3 * kChunk + 100, kChunk);
  bench.fill(region, 0, 7);
  bench.unit().add_region(region);
  bench.unit().push(0);
  EXPECT_FALSE(bench.unit().idle());
  sc_core::sc_start();
  EXPECT_EQ(bench.contents(region, 1), bench.contents(region, 0));
  EXPECT_EQ(bench.stats().written_bytes.value(), 3 * kChunk + 100);
  EXPECT_EQ(bench.stats().updates.value(), 0u);
  EXPECT_EQ(bench.stats().sent.value(), 4u);
  EXPECT_THAT(bench.unit().errors().lines(), ElementsAre());
  EXPECT_TRUE(core::pending_waits().empty());
  bench.unit().push(0);  // all of the last push is sent
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().sent.value(), 8u);
}

TEST(Agent, SendsToTheDestinationsOfTheRegionAlone) {
  ProactBench bench(options_for(4));
  Region region = bench.region(kChunk, kChunk, 4);
  region.destinations = {0, 1, 3};
  bench.fill(region, 0, 7);
  bench.arm(region, chunk_by_cta(region));
  produce(bench, region, 1, 1000);
  sc_core::sc_start();
  EXPECT_EQ(bench.contents(region, 1), bench.contents(region, 0));
  EXPECT_EQ(bench.contents(region, 3), bench.contents(region, 0));
  EXPECT_EQ(bench.contents(region, 2), std::vector<std::uint8_t>(kChunk));
}

TEST(Agent, WithoutADestinationChunksAreSentAtOnce) {
  ProactBench bench(options_for(2));
  Region region = bench.region(2 * kChunk, kChunk);
  region.destinations.emplace();
  bench.arm(region, chunk_by_cta(region));
  produce(bench, region, 2, 1000);
  sc_core::sc_start();
  EXPECT_EQ(bench.log.all.size(), 1u);
  EXPECT_TRUE(bench.unit().idle());
  EXPECT_EQ(bench.stats().written_bytes.value(), 0u);
}

TEST(Agent, BytesAreRightWhenTheLinkMakesErrors) {
  ProactBenchOptions options = options_for(4);
  options.link.wire.packet_error_rate = 0.03;
  options.link.wire.answer_error_rate = 0.03;
  ProactBench bench(options);
  const Region region = bench.region(64 * kChunk, kChunk, 4);
  bench.fill(region, 0, 3);
  bench.arm(region, chunk_by_cta(region));
  produce(bench, region, 64, 9000);
  sc_core::sc_start();
  EXPECT_GT(bench.ports[0]->link().tx.stats().replays.value(), 10u);
  for (unsigned gpu = 1; gpu < 4; ++gpu)
    EXPECT_EQ(bench.contents(region, gpu), bench.contents(region, 0)) << gpu;
  EXPECT_TRUE(core::pending_waits().empty());
}

TEST(Agent, TwoRegionsShareAUnit) {
  ProactBench bench(options_for(2));
  const Region a = bench.region(4 * kChunk, kChunk);
  const Region b = bench.region(4 * 2 * kChunk, 2 * kChunk, 2, 8 << 20);
  EXPECT_EQ(bench.unit().add_region(a), 0u);
  EXPECT_EQ(bench.unit().add_region(b), 1u);
  bench.fill(a, 0, 1);
  bench.fill(b, 0, 2);
  bench.unit().arm(0, chunk_by_cta(a));
  bench.unit().arm(1, chunk_by_cta(b));
  produce(bench, b, 4, 1000);
  produce(bench, a, 4, 1200, 64);
  sc_core::sc_start();
  EXPECT_EQ(bench.contents(a, 1), bench.contents(a, 0));
  EXPECT_EQ(bench.contents(b, 1), bench.contents(b, 0));
  EXPECT_EQ(bench.log.sent.size(), 8u);
  EXPECT_EQ(bench.log.sent[0].region, 1u);
  EXPECT_EQ(bench.log.all.size(), 1u) << "both make one phase";
  EXPECT_TRUE(bench.unit().idle());
}

TEST(Agent, IsArmedAgainForTheNextPhase) {
  ProactBench bench(options_for(2));
  const Region region = bench.region(4 * kChunk, kChunk);
  bench.unit().add_region(region);
  for (unsigned phase = 1; phase <= 3; ++phase) {
    const core::Cycle now = bench.clock.now();
    bench.fill(region, 0, phase);
    bench.unit().arm(0, chunk_by_cta(region));
    for (unsigned i = 0; i < 4; ++i) {
      bench.write(region, i * kChunk, 0, i, now + 10);
      bench.finish(0, i, now + 1000);
    }
    sc_core::sc_start();
    EXPECT_EQ(bench.contents(region, 1), bench.contents(region, 0)) << phase;
    EXPECT_EQ(bench.log.all.size(), phase);
    EXPECT_EQ(bench.log.sent.size(), 4 * phase);
  }
  EXPECT_THAT(bench.unit().errors().lines(), ElementsAre());
}

TEST(Agent, SaysWhatItWaitsFor) {
  ToPeer bench;
  bench.peer.holds = true;
  const Region region = bench.region(2 * kChunk, kChunk);
  bench.arm(region, chunk_by_cta(region));
  produce(bench, region, 2, 1000);
  sc_core::sc_start();
  EXPECT_FALSE(bench.unit().idle());
  EXPECT_THAT(core::explain(core::pending_waits()),
              HasSubstr("0 chunks wait, 2 under way (0 without descriptor), 32 packets"));
}

TEST(Agent, PacketsThatAPeerRefusesAreErrors) {
  ToPeer bench;
  bench.peer.refuses = true;
  const Region region = bench.region(kChunk, kChunk);
  bench.arm(region, chunk_by_cta(region));
  produce(bench, region, 1, 1000);
  sc_core::sc_start();
  EXPECT_EQ(bench.stats().refused.value(), 16u);
  EXPECT_THAT(bench.unit().errors().lines(),
              ElementsAre("proact_0: x1 chunk 0: a destination refused it"));
}

TEST(Agent, AnIdleUnitIsNotCalled) {
  ProactBench bench(options_for(2));
  const Region region = bench.region(kChunk, kChunk);
  bench.arm(region, chunk_by_cta(region));
  sc_core::sc_start();
  EXPECT_EQ(bench.clock.calls(), 0u);
}

}  // namespace
}  // namespace gf::test::transfer_agent_test
