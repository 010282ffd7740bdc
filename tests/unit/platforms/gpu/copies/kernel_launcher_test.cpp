// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/copies/kernel_launcher.h"

#include <gmock/gmock.h>

#include "platforms/gpu/copies/gpu_copies.h"
#include "tests/support/copy_task.h"
#include "tests/support/fabric_node.h"
#include "tests/support/gpu_copies_bench.h"

namespace gf::platforms::gpu::kernel_launcher_test {
namespace {

using gpu_copies_bench::Bench;
using model::CopyMeans;
using test::copy_task;

TEST(GpuCopies, AKernelMayFollowAnother) {
  model::Task second = copy_task(1, 0, 4096, {}, CopyMeans::kLoads);
  second.after = {0};
  Bench bench({copy_task(0, 1, 4096, {}, CopyMeans::kStores), second,
               copy_task(0, 1, 512, {}, CopyMeans::kStores)});
  const auto& flows = bench.run().flows;
  EXPECT_EQ(flows[1].submitted, flows[0].finished);
  EXPECT_GT(flows[1].finished, flows[1].submitted);
}

TEST(GpuCopies, AgentsTakeNoMorePlacesThanTheyHaveThreads) {
  constexpr std::uint64_t kBytes = 256 << 10;
  GpuWorkParams few;
  few.agent_threads = 128;
  model::Task stores = copy_task(0, 1, kBytes, {}, CopyMeans::kStores);
  stores.after = {0};
  Bench bench({copy_task(0, 1, kBytes, {}, CopyMeans::kAgent), stores}, 1, few);
  const auto& flows = bench.run().flows;
  EXPECT_EQ(bench.fabric().traffic(0).out.payload, 2 * kBytes);
  const std::uint64_t of_stores = std::uint64_t{bench.node().gpu(0).sms()} * 8;
  EXPECT_EQ(bench.node().dispatcher().stats().ctas.value(), 1 + of_stores);
  EXPECT_GT(flows[0].finished - flows[0].first_sent, 2 * (flows[1].finished - flows[1].first_sent));
}

}  // namespace
}  // namespace gf::platforms::gpu::kernel_launcher_test
