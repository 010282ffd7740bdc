// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/traffic_summary.h"

#include <gmock/gmock.h>
#include <sstream>

#include "workloads/kernels/programs/emit.h"
#include "workloads/kernels/programs/layout.h"

namespace gf::model::traffic_summary_test {
namespace {

using suite::Layout;

constexpr std::uint64_t kPage = 64 << 10;

/// One kernel of a warp a CTA, one instruction a warp.
template <class Make>
Workload one_kernel(Layout& layout, unsigned ctas, Make make) {
  Workload workload;
  workload.data = layout.take();
  workload.kernels.push_back(suite::make_kernel(
      "k", ctas, 1, [make](unsigned cta, unsigned, WarpProgram& program) { make(cta, program); }));
  return workload;
}

TEST(GpuOfCta, BlocksAreContiguousAndAlike) {
  Kernel kernel;
  kernel.ctas = 10;
  std::vector<unsigned> gpus;
  for (unsigned cta = 0; cta < 10; ++cta) gpus.push_back(gpu_of_cta(kernel, cta, 4));
  EXPECT_THAT(gpus, testing::ElementsAre(0, 0, 1, 1, 1, 2, 2, 3, 3, 3));
  kernel.ctas = 2;  // fewer than GPUs: [2g / 4, 2 (g + 1) / 4)
  EXPECT_EQ(gpu_of_cta(kernel, 0, 4), 1u);
  EXPECT_EQ(gpu_of_cta(kernel, 1, 4), 3u);
  kernel.split = false;
  kernel.gpu = 2;
  EXPECT_EQ(gpu_of_cta(kernel, 0, 4), 2u);
}

TEST(TrafficSummary, LoadsComeFromTheirHomeAndStoresGoThere) {
  Layout layout(2);
  const std::uint64_t base = layout.add("a", 4 * kPage, Placement::kExplicit, {1, 0});
  const Workload workload = one_kernel(layout, 2, [=](unsigned cta, WarpProgram& program) {
    if (cta == 0)
      suite::emit_range(program, WarpOp::kLoad, base, 512);  // GPU 0 reads of 1
    else
      suite::emit_range(program, WarpOp::kStore, base + 2 * kPage, 128);  // GPU 1 writes to 0
  });
  const WorkloadTraffic traffic = summarize(workload, 2);
  EXPECT_EQ(traffic.total.moved(1, 0), 512u + 128);
  EXPECT_EQ(traffic.total.moved(0, 1), 0u);
  EXPECT_EQ(traffic.total.local(), 0u);
  EXPECT_EQ(traffic.total.instructions, 2u);
  EXPECT_DOUBLE_EQ(traffic.total.fixed_cycles(), 10);
  EXPECT_DOUBLE_EQ(traffic.gain_bound(), 1.875);
  EXPECT_DOUBLE_EQ(traffic.asymmetry(), 1);
}

TEST(TrafficSummary, AtomicsThatReturnGoBothWays) {
  for (const bool returns : {false, true}) {
    Layout layout(2);
    const std::uint64_t base = layout.add_on("a", kPage, 1);
    const Workload workload = one_kernel(layout, 1, [=](unsigned, WarpProgram& program) {
      WarpInstruction instruction = WarpInstruction::access(WarpOp::kAtomic, base);
      instruction.returns = returns;
      program.code.push_back(instruction);
    });
    Workload on_first = workload;
    on_first.kernels[0].split = false;
    const WorkloadTraffic traffic = summarize(on_first, 2);
    EXPECT_EQ(traffic.total.moved(0, 1), 128u);
    EXPECT_EQ(traffic.total.moved(1, 0), returns ? 128u : 0u);
  }
}

TEST(TrafficSummary, ACtaReadsASectorOnceAndOthersReadItAgain) {
  Layout layout(2);
  const std::uint64_t base = layout.add_on("a", kPage, 1);
  Workload workload = one_kernel(layout, 3, [=](unsigned, WarpProgram& program) {
    for (unsigned i = 0; i < 5; ++i)
      program.code.push_back(WarpInstruction::access(WarpOp::kLoad, base + i * 4, 1));
  });
  workload.kernels[0].split = false;
  // 36 B from the base on: two sectors.
  EXPECT_EQ(summarize(workload, 2).total.in(0), 3u * 64);
}

TEST(TrafficSummary, PlacementsDecideTheHomes) {
  Layout layout(2);
  const std::uint64_t spread = layout.add("spread", 4 * kPage, Placement::kInterleave);
  const std::uint64_t copies = layout.add("copies", kPage, Placement::kReplicated);
  const std::uint64_t first = layout.add("first", kPage, Placement::kFirstTouch);
  const Workload workload = one_kernel(layout, 2, [=](unsigned cta, WarpProgram& program) {
    suite::emit_range(program, WarpOp::kLoad, spread + kPage, 32);
    suite::emit_range(program, WarpOp::kLoad, copies, 64);
    if (cta == 1) suite::emit_range(program, WarpOp::kLoad, first, 128);
  });
  const WorkloadTraffic traffic = summarize(workload, 2);
  EXPECT_EQ(traffic.total.moved(1, 0), 32u);
  EXPECT_EQ(traffic.total.moved(0, 0), 64u);
  EXPECT_EQ(traffic.total.moved(1, 1), 32u + 64 + 128);
  EXPECT_EQ(traffic.total.remote(), 32u);
}

TEST(TrafficSummary, AnAddressOutsideIsABug) {
  Layout layout(1);
  const std::uint64_t base = layout.add("a", 100, Placement::kInterleave);
  for (const std::uint64_t at : {base - 4, base + 97, base + 128}) {
    Layout same(1);
    same.add("a", 100, Placement::kInterleave);
    const Workload workload = one_kernel(same, 1, [=](unsigned, WarpProgram& program) {
      WarpInstruction instruction = WarpInstruction::access(WarpOp::kLoad, at);
      instruction.lanes = 1;
      program.code.push_back(instruction);
    });
    EXPECT_THROW(check_workload(workload, 1), std::logic_error) << at - base;
  }
}

TEST(TrafficSummary, HomesThatAreNotThereAreABug) {
  Layout layout(4);
  const std::uint64_t base = layout.add_on("a", kPage, 3);
  const Workload workload = one_kernel(layout, 1, [=](unsigned, WarpProgram& program) {
    suite::emit_range(program, WarpOp::kLoad, base, 512);
  });
  EXPECT_THROW(summarize(workload, 3), std::logic_error);
  EXPECT_EQ(summarize(workload, 4).total.instructions, 1u);
}

TEST(TrafficSummary, PrintsATableByKernel) {
  Layout layout(2);
  const std::uint64_t base = layout.add_on("a", kPage, 1);
  const Workload workload = one_kernel(layout, 1, [=](unsigned, WarpProgram& program) {
    suite::emit_range(program, WarpOp::kLoad, base, 512);
  });
  std::ostringstream out;
  print_traffic(out, summarize(workload, 2));
  EXPECT_THAT(out.str(), testing::HasSubstr("gpu1 in/out MB"));
}

}  // namespace
}  // namespace gf::model::traffic_summary_test
