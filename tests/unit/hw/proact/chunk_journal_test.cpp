// SPDX-License-Identifier: Apache-2.0
// Chunks whose stages are known by hand, and that stages add up.
#include "hw/proact/chunk_journal.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <numeric>

#include "tests/support/proact_agent_bench.h"

namespace gf::test::chunk_journal_test {
namespace {

using hw::proact::ChunkHistory;
using hw::proact::ChunkJournal;
using hw::proact::ChunkMap;
using hw::proact::ChunkStage;
using hw::proact::Region;
using hw::proact::Span;

constexpr std::uint64_t kChunk = 4096;
constexpr core::Ticks kCycle = 1'000'000;  // of the bench's clock, 1 ns

void expect_adds_up(const ChunkHistory& chunk) {
  EXPECT_EQ(std::accumulate(chunk.spent.begin(), chunk.spent.end(), core::Ticks{0}),
            chunk.sent - chunk.first_store)
      << chunk.name;
}

TEST(ChunkJournal, StagesAreTheSumOfTheirParts) {
  ChunkJournal journal;
  ToPeer bench;
  const Region region = bench.region(kChunk, kChunk);
  bench.arm(region, ChunkMap(region, {0, 1}, [](unsigned, std::vector<Span>& spans) {
              spans.push_back({0, 256});
            }));
  bench.write(region, 0);
  bench.write(region, 128);
  bench.finish(0, 0, 1000);
  sc_core::sc_start();
  ASSERT_EQ(journal.chunks().size(), 1u);
  const ChunkHistory& chunk = journal.chunks().front();
  EXPECT_EQ(chunk.name, "chunk 0 of gpu_0");
  // A line that is written holds its port for two cycles.
  EXPECT_EQ(chunk.of(ChunkStage::kWritten), 2 * kCycle);
  const core::Ticks zero = (1000 + 1 + 4) * kCycle;
  EXPECT_EQ(chunk.zero, zero);
  EXPECT_EQ(chunk.of(ChunkStage::kCounter), zero - chunk.last_store);
  EXPECT_EQ(chunk.of(ChunkStage::kAgent), 0u);
  // The descriptor: port, crossbar, tags, DRAM, answer of a sector; then the agent's start.
  EXPECT_EQ(chunk.of(ChunkStage::kFetch), (1 + 20 + 10 + 101 + 30 + 20 + 10) * kCycle);
  // Two lines that hit; with the peer in the next cycle, the answer seen in the one after; the unit
  // ends it a cycle later.
  EXPECT_EQ(chunk.of(ChunkStage::kTransfer), 2 * kCycle);
  EXPECT_EQ(chunk.of(ChunkStage::kRead), (1 + 20 + 10 + 1 + 30 + 20 + 1) * kCycle);
  EXPECT_EQ(chunk.transfers, 1u);
  expect_adds_up(chunk);
}

TEST(ChunkJournal, ManyWaitForOneAgent) {
  ChunkJournal journal;
  ProactBenchOptions options = options_for(3);
  options.proact.agent.descriptors = 2;
  ProactBench bench(options);
  const Region region = bench.region(32 * kChunk, kChunk, 3);
  bench.arm(region, chunk_by_cta(region));
  produce(bench, region, 32, 50000);
  sc_core::sc_start();
  ASSERT_EQ(journal.chunks().size(), 32u);
  std::vector<ChunkHistory> chunks(journal.chunks().begin(), journal.chunks().end());
  for (const ChunkHistory& chunk : chunks) {
    expect_adds_up(chunk);
    EXPECT_NE(chunk.sent, core::kNever);
  }
  // Counters become zero one after the other; the agent takes chunks in that order.
  std::sort(chunks.begin(), chunks.end(),
            [](const auto& a, const auto& b) { return a.zero < b.zero; });
  const ChunkHistory& first = chunks.front();
  const ChunkHistory& final = chunks.back();
  EXPECT_EQ(first.of(ChunkStage::kAgent), 0u);
  EXPECT_GT(final.of(ChunkStage::kAgent), (final.sent - final.zero) / 2);
  EXPECT_GT(final.of(ChunkStage::kTransfer), 0u);
}

TEST(ChunkJournal, AFlushIsATransferMore) {
  ChunkJournal journal;
  ProactBench bench(options_for(2));
  const Region region = bench.region(kChunk, kChunk);
  bench.arm(region, chunk_by_cta(region));
  bench.write(region, 0);
  bench.times.at(500, [&](core::Cycle) { bench.unit().flush(); });
  bench.write(region, 256, 0, 0, 20000);
  bench.finish(0, 0, 30000);
  sc_core::sc_start();
  const ChunkHistory& chunk = journal.chunks().front();
  EXPECT_EQ(chunk.transfers, 2u);
  EXPECT_GT(chunk.of(ChunkStage::kWritten), 10000 * kCycle);
  EXPECT_GT(chunk.of(ChunkStage::kCounter), 9000 * kCycle);
  expect_adds_up(chunk);
}

TEST(ChunkJournal, AChunkThatNobodyWroteIsNotHeardOf) {
  ChunkJournal journal;
  int unit = 0;
  journal.enters(&unit, 3, ChunkStage::kAgent, 10);
  journal.sent(&unit, 3, 20);
  EXPECT_TRUE(journal.chunks().empty());
}

}  // namespace
}  // namespace gf::test::chunk_journal_test
