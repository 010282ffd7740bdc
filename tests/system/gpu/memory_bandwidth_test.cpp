// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/memory/crossbar.h hw/gpu/memory/memory_ports.h hw/gpu/memory/l2_*.*
// Holds: hw/gpu/memory/dram/dram_channel.h hw/gpu/memory/peer_server.h
// What a GPU's memory delivers when it is asked for more: its bandwidths, and no more.
#include <gtest/gtest.h>

#include "core/base/random.h"
#include "tests/support/gpu_memory_bench.h"

namespace gf::test::memory_bandwidth_test {
namespace {

using core::Cycle;
using hw::gpu::MemoryParams;
using hw::gpu::MemoryStats;

/// From the first answer to the last.
double gigabytes_per_second(const GpuMemoryBench& bench, double bytes_each) {
  Cycle first = core::kNoCycle;
  Cycle last = 0;
  double count = 0;
  for (const auto& sm : bench.sms) {
    for (const TestSm::Done& done : sm->done) {
      first = std::min(first, done.done);
      last = std::max(last, done.done);
    }
    count += static_cast<double>(sm->done.size());
  }
  return count * bytes_each / static_cast<double>(last - first + 1);
}

/// SM n asks for lines n, n + SMs, n + 2 SMs ...
template <class Ask>
void stream(GpuMemoryBench& bench, unsigned lines, const Ask& ask) {
  const auto sms = static_cast<unsigned>(bench.sms.size());
  for (unsigned line = 0; line < lines; ++line) ask(*bench.sms[line % sms], line * 128ull);
}

MemoryParams known_pages() {
  MemoryParams params;
  params.walk_latency = 1;
  params.walks = 1024;
  return params;
}

TEST(MemoryBandwidth, ReadStreamReachesThatOfTheDram) {
  GpuMemoryBench bench(known_pages(), 1, 32);
  stream(bench, 60000, [](TestSm& sm, std::uint64_t a) { sm.read(a); });
  sc_core::sc_start();
  const double rate = gigabytes_per_second(bench, 128);
  EXPECT_GE(rate, 768 * 0.98);
  EXPECT_LE(rate, 768 * 1.005);
  const MemoryStats& stats = bench.memories[0]->stats();
  EXPECT_EQ(stats.dram_reads.value(), 60000u);
  EXPECT_EQ(stats.dram_read_bytes.value(), 60000u * 128);
  EXPECT_EQ(stats.row_hits.value() + stats.row_misses.value(), 60000u);
}

TEST(MemoryBandwidth, WriteBacksTakeTheirShareOfIt) {
  GpuMemoryBench bench(known_pages(), 1, 32);
  stream(bench, 100000, [](TestSm& sm, std::uint64_t a) { sm.write(a); });
  sc_core::sc_start();
  const MemoryStats& stats = bench.memories[0]->stats();
  EXPECT_EQ(stats.dram_reads.value(), 0u) << "whole sectors are not read";
  EXPECT_EQ(stats.write_backs.value(), 100000u - 32768u) << "4 MiB stay";
  const double busy = stats.dram_busy.value().to_seconds() * 1e9;
  EXPECT_NEAR(busy, static_cast<double>(stats.dram_write_bytes.value()) / 48, 1);
  // What does not fit goes out as fast as it comes in, once the cache is full.
  std::vector<Cycle> ends;
  for (const auto& sm : bench.sms)
    for (const TestSm::Done& done : sm->done) ends.push_back(done.done);
  std::sort(ends.begin(), ends.end());
  const double rate = 50000 * 128.0 / static_cast<double>(ends[99999] - ends[49999]);
  EXPECT_GE(rate, 768 * 0.98);
  EXPECT_LE(rate, 768 * 1.005);
}

TEST(MemoryBandwidth, SectorsAtRandomOpenRowsAllTheTime) {
  GpuMemoryBench bench(known_pages(), 1, 32);
  core::RandomStream random(1, "addresses");
  for (unsigned i = 0; i < 60000; ++i)
    bench.sms[i % 32]->read(random.below(GpuMemoryBench::kStructureBytes / 128) * 128, 1);
  sc_core::sc_start();
  const double rate = gigabytes_per_second(bench, 32);
  // A bank gives a sector each 28.7 ns: 16 channels of 16 banks at most 286 GB/s.
  EXPECT_LE(rate, 286);
  EXPECT_GE(rate, 150);
}

TEST(MemoryBandwidth, HitsReachThatOfTheSlices) {
  GpuMemoryBench bench(known_pages(), 1, 32);
  for (unsigned round = 0; round < 8; ++round)
    stream(bench, 8192, [](TestSm& sm, std::uint64_t a) { sm.read(a); });
  sc_core::sc_start();
  std::vector<Cycle> ends;
  for (const auto& sm : bench.sms)
    for (const TestSm::Done& done : sm->done) ends.push_back(done.done);
  std::sort(ends.begin(), ends.end());
  const double rate = 32768 * 128.0 / static_cast<double>(ends[65535] - ends[32767]);
  EXPECT_GE(rate, 16 * 64 * 0.90) << "16 slices, 64 B a cycle each";
  EXPECT_LE(rate, 16 * 64 * 1.005);
}

TEST(MemoryBandwidth, OneSmIsHeldToItsPort) {
  GpuMemoryBench bench(known_pages(), 1, 1);
  stream(bench, 8000, [](TestSm& sm, std::uint64_t a) { sm.read(a); });
  sc_core::sc_start();
  const double rate = gigabytes_per_second(bench, 128);
  EXPECT_GE(rate, 64 * 0.99);
  EXPECT_LE(rate, 64 * 1.005);
}

class PeerBandwidth : public testing::TestWithParam<unsigned> {};  // ports

TEST_P(PeerBandwidth, WithoutAFabricIsThatOfTheServersPorts) {
  MemoryParams params = known_pages();
  params.peer_ports = GetParam();
  params.peer_requests = 2048;
  GpuMemoryBench bench(params, 2, 16);
  bench.memories[0]->to_peers.bind(bench.memories[1]->from_peers);
  bench.memories[1]->to_peers.bind(bench.memories[0]->from_peers);
  for (unsigned i = 0; i < 20000; ++i) bench.sms[i % 16]->read(bench.base(1) + i * 128ull);
  sc_core::sc_start();
  const double rate = gigabytes_per_second(bench, 128);
  EXPECT_GE(rate, GetParam() * 64 * 0.98) << "a line is two cycles of a port of 64 B";
  EXPECT_LE(rate, GetParam() * 64 * 1.005);
  EXPECT_EQ(bench.memories[0]->stats().peer_reads.value(), 20000u);
  EXPECT_EQ(bench.memories[1]->stats().served.value(), 20000u);
  EXPECT_EQ(bench.memories[1]->stats().served_read_bytes.value(), 20000u * 128);
}

INSTANTIATE_TEST_SUITE_P(Ports, PeerBandwidth, testing::Values(1, 2, 4));

/// Everything at once, local and remote, with small resources everywhere: what was asked is done.
class AllFull : public testing::TestWithParam<unsigned> {};  // places at a port

TEST_P(AllFull, NothingIsLost) {
  MemoryParams params;
  params.sm_queue = GetParam();
  params.peer_ports = 3 - GetParam();
  params.slice_queue = 2;
  params.mshrs = 2;
  params.dram_queue = 2;
  params.l2 = core::kibibytes(32);
  params.l2_ways = 2;
  params.walks = 2;
  params.tlb_entries = params.tlb_ways = 4;
  params.walk_latency = 50;
  params.peer_requests = 4;
  params.peer_queue = 1;
  params.copy.requests = 4;
  GpuMemoryBench bench(params, 2, 4);
  bench.memories[0]->to_peers.bind(bench.memories[1]->from_peers);
  bench.memories[1]->to_peers.bind(bench.memories[0]->from_peers);
  core::RandomStream random(7, "mix");
  constexpr unsigned kEach = 2000;
  for (const auto& sm : bench.sms) {
    for (unsigned i = 0; i < kEach; ++i) {
      const std::uint64_t line = random.below(400) * 1000 * 128ull % (8u << 20) / 128 * 128;
      const auto op = static_cast<hw::gpu::LineOp>(random.below(3));
      auto& request = sm->queue(op, bench.base(static_cast<unsigned>(random.below(2))) + line,
                                1 + static_cast<unsigned>(random.below(15)));
      request.wanted = random.below(4) != 0;
      request.whole = random.below(2) != 0;
    }
  }
  unsigned copies = 0;
  for (unsigned gpu = 0; gpu < 2; ++gpu) {
    bench.memories[gpu]->copy_engine().submit(
        {bench.physical(gpu, 100), bench.physical(1 - gpu, 7), 100000, [&] { ++copies; }});
    bench.memories[gpu]->copy_engine().submit(
        {bench.physical(1 - gpu, 4096), bench.physical(gpu, 0), 50000, [&] { ++copies; }});
  }
  sc_core::sc_start();
  for (const auto& sm : bench.sms) {
    EXPECT_EQ(sm->done.size(), kEach);
    EXPECT_GT(sm->refusals, 0u);
  }
  EXPECT_EQ(copies, 4u);
  for (const auto& memory : bench.memories) {
    EXPECT_TRUE(memory->idle());
    const MemoryStats& s = memory->stats();
    EXPECT_EQ(s.sm_requests.value(), 4u * kEach);
    for (const core::Duration* stall : {&s.walk_wait, &s.no_walk, &s.slice_full, &s.mshr_full,
                                        &s.dram_full, &s.no_peer_slot, &s.peer_busy}) {
      EXPECT_GT(stall->ticks(), 0u) << stall->name();
    }
    EXPECT_GT(s.queue_full.value(), 0u);
  }
  EXPECT_TRUE(core::pending_waits().empty());
}

INSTANTIATE_TEST_SUITE_P(MemoryBandwidth, AllFull, testing::Values(1, 2));

}  // namespace
}  // namespace gf::test::memory_bandwidth_test
