// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/memory/bulk.h
#include "hw/gpu/memory/memory_copy_engine.h"

#include "hw/gpu/memory/gpu_memory.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/gpu_memory_bench.h"
#include "tests/support/matchers.h"
#include "tests/support/memory_pairs.h"

namespace gf::test::memory_copy_engine_test {
namespace {

using hw::gpu::MemoryParams;
using namespace memory_pairs;  // NOLINT: what these tests share

TEST(Copies, MoveEveryByteBothWaysOnceEach) {
  Pair bench(with_bytes());
  const std::vector<std::uint8_t> here = pattern(100001, 1);
  const std::vector<std::uint8_t> there = pattern(70001, 2);
  std::vector<std::uint8_t> a = here;
  std::vector<std::uint8_t> b = there;
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  bench.debug(kWrite, 0, 77, a);
  bench.debug(kWrite, 1, 200000, b);
  std::vector<int> order;
  auto& engine = bench.memories[0]->copy_engine();
  engine.submit(
      {bench.physical(0, 77), bench.physical(1, 1000), here.size(), [&] { order.push_back(1); }});
  engine.submit({bench.physical(1, 200000), bench.physical(0, 300001), there.size(),
                 [&] { order.push_back(2); }});
  engine.submit({bench.physical(0, 77), bench.physical(0, 600000), 999, {}});
  EXPECT_FALSE(engine.idle());
  sc_core::sc_start();
  EXPECT_THAT(order, ElementsAre(1, 2));
  EXPECT_EQ(bench.bytes(1, 1000, here.size()), here);
  EXPECT_EQ(bench.bytes(0, 300001, there.size()), there);
  EXPECT_EQ(bench.bytes(0, 600000, 999),
            std::vector<std::uint8_t>(here.begin(), here.begin() + 999));
  EXPECT_EQ(bench.bytes(1, 999, 1)[0], 0) << "nothing before it";
  EXPECT_EQ(engine.stats().copies.value(), 3u);
  EXPECT_EQ(engine.stats().bytes.value(), 171001u);
  EXPECT_EQ(engine.stats().failed.value(), 0u);
  EXPECT_TRUE(bench.memories[0]->idle() && bench.memories[1]->idle() && engine.idle());
}

TEST(Copies, ReachTheRateOfTheServersPort) {
  MemoryParams params;
  params.peer_ports = 1;
  Pair bench(params);
  sc_core::sc_time end;
  constexpr std::uint64_t kBytes = 4 << 20;
  bench.memories[0]->copy_engine().submit({bench.physical(0, 0), bench.physical(1, 0), kBytes,
                                           [&] { end = sc_core::sc_time_stamp(); }});
  sc_core::sc_start();
  const double rate = kBytes / (end.to_seconds() * 1e9 - 1000);
  EXPECT_GE(rate, 64 * 0.97) << "64 B a cycle into the crossbar of the other side";
  EXPECT_LE(rate, 64);
}

TEST(Copies, BeginAfterTheirSetupAndKeepTheirWindow) {
  MemoryParams params;
  params.copy.requests = 1;
  params.copy.chunk = core::Bytes(128);
  Pair bench(params);
  std::vector<sc_core::sc_time> ends;
  for (const unsigned chunks : {1, 2})
    bench.memories[0]->copy_engine().submit({bench.physical(0, chunks * 65536),
                                             bench.physical(0, 1 << 20), chunks * 128,
                                             [&] { ends.push_back(sc_core::sc_time_stamp()); }});
  sc_core::sc_start();
  const double first = ends[0].to_seconds() * 1e9 - 1000;
  const double second = (ends[1] - ends[0]).to_seconds() * 1e9 - 1000;
  EXPECT_GT(first, 200);
  EXPECT_NEAR(second, 2 * first, 60) << "one after the other; row and line hits vary";
}

}  // namespace
}  // namespace gf::test::memory_copy_engine_test
