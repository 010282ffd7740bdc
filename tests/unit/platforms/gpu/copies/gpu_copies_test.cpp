// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/copies/gpu_copies.h"

#include <gmock/gmock.h>

#include "tests/support/copy_task.h"
#include "tests/support/errors.h"
#include "tests/support/fabric_node.h"
#include "tests/support/gpu_copies_bench.h"

namespace gf::platforms::gpu::gpu_copies_test {
namespace {

using gpu_copies_bench::Bench;
using model::CopyMeans;
using test::copy_task;

TEST(GpuCopies, GoByTheEngineThatTheyAsk) {
  constexpr std::uint64_t kBytes = 64 << 10;
  Bench bench({copy_task(0, 1, kBytes), copy_task(0, 1, kBytes, {}, CopyMeans::kStores),
               copy_task(0, 1, kBytes, {}, CopyMeans::kLoads),
               copy_task(1, 0, 6, {}, CopyMeans::kStores)});
  const auto& flows = bench.run().flows;
  for (const model::Flow& flow : flows) EXPECT_EQ(flow.delivered, flow.bytes);
  EXPECT_EQ(bench.node().gpu(0).memory.copy_engine().stats().bytes.value(), kBytes);
  const auto& kernels = bench.node().dispatcher().results();
  ASSERT_EQ(kernels.size(), 3u);
  // What is stored goes out of the source, what is loaded too; what asks for it comes in.
  EXPECT_EQ(bench.fabric().traffic(0).out.payload, 3 * kBytes);
  EXPECT_EQ(bench.fabric().traffic(0).in.payload, 8) << "6 B are two words";
}

TEST(GpuCopies, EnginesServeTheirCopiesOneAfterTheOther) {
  constexpr std::uint64_t kBytes = 1 << 20;
  Bench bench({copy_task(0, 1, kBytes), copy_task(0, 1, kBytes)});
  const auto& flows = bench.run().flows;
  EXPECT_GT(flows[1].finished - flows[0].submitted,
            19 * (flows[0].finished - flows[0].submitted) / 10);
}

TEST(GpuCopies, SeveralEnginesServeTheirsSideBySide) {
  constexpr std::uint64_t kBytes = 1 << 20;
  Bench bench({copy_task(0, 1, kBytes), copy_task(0, 1, kBytes)}, 2);
  const auto& flows = bench.run().flows;
  EXPECT_LT(flows[1].finished - flows[0].finished, (flows[0].finished - flows[0].submitted) / 10);
}

TEST(GpuCopies, RefuseWhatTheNodeDoesNotHave) {
  EXPECT_THAT(test::error_of([] {
                GpuBuffers::make(2, core::mebibytes(64), {{"s", {copy_task(0, 1, 48 << 20)}}});
              }),
              testing::HasSubstr("pages.memory = 64 MiB: expected at least 96 MiB"));
}

}  // namespace
}  // namespace gf::platforms::gpu::gpu_copies_test
