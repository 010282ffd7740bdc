// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/line_pass_client.h"

#include <gmock/gmock.h>

#include "tests/support/gpu_memory_bench.h"

namespace gf::test::line_pass_client_test {
namespace {

using hw::gpu::LineOp;

struct PassLog final : hw::gpu::LinePassClient {
  void line_passes(const hw::gpu::LinePass& pass, core::Cycle now) override {
    passes.push_back(pass);
    at.push_back(now);
  }
  std::vector<hw::gpu::LinePass> passes;
  std::vector<core::Cycle> at;
};

TEST(LineWatch, SeesWhatPassesInItsRangeAlone) {
  GpuMemoryBench bench;
  PassLog log;
  bench.memories[0]->watch(128, 512, log);
  TestSm& sm = *bench.sms[2];
  for (std::uint64_t line = 0; line < 6; ++line) sm.write(128 * line);
  sc_core::sc_start();
  ASSERT_EQ(log.passes.size(), 3u);  // lines 1, 2, 3
  for (const auto& pass : log.passes) {
    EXPECT_EQ(pass.op, LineOp::kWrite);
    EXPECT_EQ(pass.sectors, 0xF);
    ASSERT_NE(pass.request, nullptr);
    EXPECT_EQ(pass.request->sm, 2u);
    EXPECT_FALSE(pass.has_bytes);
  }
}

TEST(LineWatch, SeesAReadOrAWriteWhereItTakesEffect) {
  GpuMemoryBench bench;
  PassLog log;
  bench.memories[0]->watch(0, 1 << 20, log);
  TestSm& sm = *bench.sms[0];
  sm.read(256, 0b0110);
  sc_core::sc_start();
  ASSERT_EQ(log.passes.size(), 1u);
  EXPECT_EQ(log.passes[0].offset, 256u + 32);
  EXPECT_EQ(log.passes[0].bytes, 64u);
  const auto& p = hw::gpu::MemoryParams{};
  // One cycle to look at it, the walk, the crossbar, the tags.
  EXPECT_EQ(log.at[0], sm.done[0].taken + 1 + p.walk_latency + p.xbar_latency + p.tag_latency);
  EXPECT_LT(log.at[0], sm.done[0].done);
}

TEST(LineWatch, CopiesHaveNoRequest) {
  hw::gpu::MemoryParams params;
  params.real_bytes = true;
  GpuMemoryBench bench(params);
  PassLog log;
  bench.memories[0]->watch(4096, 8192, log);
  bench.memories[0]->copy_engine().submit({0, 4096, 256, nullptr});
  sc_core::sc_start();
  ASSERT_EQ(log.passes.size(), 2u);
  for (const auto& pass : log.passes) {
    EXPECT_EQ(pass.request, nullptr);
    EXPECT_TRUE(pass.has_bytes);
    EXPECT_EQ(pass.op, LineOp::kWrite);
  }
}

TEST(LineWatch, SeesTheKindThatItAskedForAlone) {
  GpuMemoryBench bench;
  PassLog changes;
  PassLog own;
  bench.memories[0]->watch(0, 1 << 20, changes, hw::gpu::PassKind::kChanges);
  bench.memories[0]->watch(0, 1 << 20, own, hw::gpu::PassKind::kOwnChanges);
  bench.sms[0]->read(256);
  bench.sms[0]->write(512);
  bench.memories[0]->copy_engine().submit({0, 4096, 128, nullptr});
  sc_core::sc_start();
  ASSERT_EQ(own.passes.size(), 1u);
  EXPECT_EQ(own.passes[0].offset, 512u);
  ASSERT_EQ(changes.passes.size(), 2u);  // what the copy writes too
  for (const auto& pass : changes.passes) EXPECT_EQ(pass.op, LineOp::kWrite);
}

}  // namespace
}  // namespace gf::test::line_pass_client_test
