// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/memory_ports.h"

#include <gmock/gmock.h>

#include "tests/support/gpu_memory_bench.h"
#include "tests/support/one_slice.h"

namespace gf::test::memory_ports_test {
namespace {

using hw::gpu::MemoryParams;

TEST_F(GpuMemoryTest, PortRefusesWhenItsQueueIsFullAndSaysWhenThereIsRoom) {
  MemoryParams params = one_slice();
  params.sm_queue = 2;
  params.slice_queue = 1;
  make(params);
  for (unsigned i = 0; i < 20; ++i) sm().read(0);
  sc_core::sc_start();
  EXPECT_EQ(sm().done.size(), 20u);
  EXPECT_GT(sm().refusals, 0u);
  EXPECT_EQ(stats().queue_full.value(), sm().refusals);
  EXPECT_LE(sm().refusals, 19u) << "once each at most";
  EXPECT_GT(stats().slice_full.ticks(), 0u);
}

}  // namespace
}  // namespace gf::test::memory_ports_test
