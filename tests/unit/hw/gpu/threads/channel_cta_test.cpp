// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/threads/channel_cta.h"

#include <gmock/gmock.h>
#include <map>

#include "tests/support/gpu_memory_bench.h"

namespace gf::test::channel_cta_test {
namespace {

using hw::gpu::ChannelCta;
using hw::gpu::ChannelCtaParams;
using hw::gpu::CtaSlice;
using hw::gpu::MemoryParams;
using hw::gpu::MemoryStats;

/// Two GPUs, each the other's peer, and a block on an SM of GPU 0.
struct Bench : GpuMemoryBench {
  explicit Bench(unsigned threads = 512, unsigned sm = 0) : GpuMemoryBench({}, 2, 2) {
    memories[0]->to_peers.bind(memories[1]->from_peers);
    memories[1]->to_peers.bind(memories[0]->from_peers);
    ChannelCtaParams params;
    params.threads = threads;
    cta = std::make_unique<ChannelCta>("cta", params, params.threads, *memories[0], clock, 0, sm);
  }
  struct Times {
    double passed = -1, done = -1;  ///< In ns from its begin, which are cycles here.
  };
  /// Begins a slice now; `then` begins when it has passed.
  void begin(CtaSlice slice, Times& times, std::function<void()> then = {}) {
    const auto now = [began = sc_core::sc_time_stamp()] {
      return (sc_core::sc_time_stamp() - began).to_seconds() * 1e9;
    };
    slice.passed = [&times, now, then = std::move(then)] {
      times.passed = now();
      if (then) then();
    };
    slice.done = [&times, now] { times.done = now(); };
    cta->begin(std::move(slice));
  }
  Times run(CtaSlice slice) {
    Times times;
    begin(std::move(slice), times);
    sc_core::sc_start();
    EXPECT_TRUE(cta->idle());
    EXPECT_TRUE(core::pending_waits().empty());
    return times;
  }
  const MemoryStats& stats(unsigned gpu) { return memories[gpu]->stats(); }
  std::unique_ptr<ChannelCta> cta;
};

CtaSlice slice(std::vector<hw::gpu::CtaRange> reads, std::vector<hw::gpu::CtaRange> writes,
               std::uint64_t bytes) {
  CtaSlice made;
  made.reads = std::move(reads);
  made.writes = std::move(writes);
  made.bytes = bytes;
  return made;
}

std::uint64_t at_peer(std::uint64_t offset) { return GpuMemoryBench::physical(1, offset); }

TEST(ChannelCta, ReadsItsOperandsAndWritesHereAndThere) {
  Bench bench;
  bench.run(slice({0, 1 << 20}, {1 << 21, at_peer(0)}, 10'000));
  EXPECT_EQ(bench.stats(0).dram_read_bytes.value(), 2 * 10'016u + 32) << "and a sector in part";
  EXPECT_EQ(bench.stats(0).peer_write_bytes.value(), 10'000u);
  EXPECT_EQ(bench.stats(0).peer_writes.value(), 79u) << "lines";
  EXPECT_EQ(bench.stats(0).peer_reads.value(), 0u);
  EXPECT_EQ(bench.stats(1).served_write_bytes.value(), 10'000u);
}

TEST(ChannelCta, StoresToPeersEndWithTheirLines) {
  Bench bench;
  bench.run(slice({0}, {at_peer(96)}, 256));
  EXPECT_EQ(bench.stats(0).peer_writes.value(), 3u) << "32 B, 128 B and 96 B";
}

TEST(ChannelCta, FlagsBetweenDataTakeRoomInBuffersOnly) {
  Bench bench;
  bench.run(slice({0, {1 << 20, 16, 15}}, {1 << 21, {at_peer(0), 16, 15}}, 4800));
  EXPECT_EQ(bench.stats(0).dram_read_bytes.value(), 4800u + 5120);
  EXPECT_EQ(bench.stats(0).peer_write_bytes.value(), 5120u) << "40 lines of 120 B of data";
  EXPECT_EQ(bench.stats(0).peer_writes.value(), 40u);
}

TEST(ChannelCta, FlagsFollowTheLastByteIntoMemory) {
  Bench bench;
  const Bench::Times plain = bench.run(slice({0}, {at_peer(0)}, 4096));
  CtaSlice flagged = slice({1 << 22}, {at_peer(1 << 22)}, 4096);
  flagged.flags = {at_peer(1 << 20)};
  const Bench::Times late = bench.run(std::move(flagged));
  EXPECT_NEAR(late.passed, plain.passed, 2) << "the block does not wait for it";
  const MemoryParams params{};
  EXPECT_GT(late.done, plain.done + 2 * params.xbar_latency)
      << "a way of its own, after the answers";
  EXPECT_EQ(bench.stats(1).served_write_bytes.value(), 2 * 4096u + 8);
}

TEST(ChannelCta, PassesBeforeItsStoresAreInMemory) {
  Bench bench;
  const Bench::Times times = bench.run(slice({0}, {at_peer(0)}, 64 << 10));
  EXPECT_GT(times.passed, 0);
  EXPECT_GT(times.done, times.passed + 20) << "answers of a peer take longer than that";
}

TEST(ChannelCta, TheNextSliceOverlapsWithTheAnswersOfTheLast) {
  Bench bench;
  constexpr std::uint64_t kBytes = 16 << 10;
  const Bench::Times alone = bench.run(slice({0}, {at_peer(0)}, kBytes));
  Bench::Times first, second;
  bench.begin(slice({1 << 22}, {at_peer(1 << 22)}, kBytes), first,
              [&] { bench.begin(slice({1 << 23}, {at_peer(1 << 23)}, kBytes), second); });
  sc_core::sc_start();
  EXPECT_NEAR(first.passed, alone.passed, 2);
  EXPECT_LT(first.passed + second.done, 2 * alone.done - 20);
}

TEST(ChannelCta, IsNoFasterThanThePortOfItsSm) {
  Bench bench;
  constexpr std::uint64_t kBytes = 1 << 20;
  const double time = bench.run(slice({0}, {at_peer(0)}, kBytes)).done;
  EXPECT_GT(time, kBytes / 64.0);
  EXPECT_LT(time, 1.1 * kBytes / 64.0 + 500);
}

TEST(ChannelCta, FewThreadsHaveFewBytesUnderWay) {
  Bench bench(32);
  constexpr std::uint64_t kBytes = 256 << 10;
  EXPECT_GT(bench.run(slice({0}, {at_peer(0)}, kBytes)).done, 2 * kBytes / 64.0)
      << "where a full block takes what the port takes";
}

TEST(ChannelCta, BlocksOnOneSmShareItsPort) {
  Bench bench;
  ChannelCta same("same", {}, 512, *bench.memories[0], bench.clock, 0, 0);
  ChannelCta other("other", {}, 512, *bench.memories[0], bench.clock, 0, 1);
  constexpr std::uint64_t kBytes = 1 << 20;
  std::map<ChannelCta*, double> done;
  const auto begin = [&](ChannelCta& cta, std::uint64_t from) {
    CtaSlice work = slice({from}, {from + (1 << 22)}, kBytes);
    work.passed = [] {};
    work.done = [&done, &cta] { done[&cta] = sc_core::sc_time_stamp().to_seconds() * 1e9; };
    cta.begin(std::move(work));
  };
  begin(*bench.cta, 0);
  begin(same, 1 << 20);
  begin(other, 1 << 21);
  sc_core::sc_start();
  EXPECT_GT(done.at(&same), 2 * kBytes / 64.0);
  EXPECT_LT(done.at(&other), 0.8 * done.at(&same));
}

}  // namespace
}  // namespace gf::test::channel_cta_test
