// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/base/random.h"
#include "tests/support/gpu_memory_bench.h"
#include "tests/support/memory_streams.h"

namespace gf::test::memory_ports_test {
namespace {

using namespace memory_streams;  // NOLINT: what these tests share

TEST(MemoryBandwidth, OneSmIsHeldToItsPort) {
  GpuMemoryBench bench(known_pages(), 1, 1);
  stream(bench, 8000, [](TestSm& sm, std::uint64_t a) { sm.read(a); });
  sc_core::sc_start();
  const double rate = gigabytes_per_second(bench, 128);
  EXPECT_GE(rate, 64 * 0.99);
  EXPECT_LE(rate, 64 * 1.005);
}

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
}  // namespace gf::test::memory_ports_test
