// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/kernels/accessed_pages.h workloads/kernels/accessed_pages.cpp
#include "workloads/kernels/reader_plan.h"

#include "tests/support/matchers.h"
#include "workloads/kernels/accessed_pages.h"
#include "workloads/kernels/programs/emit.h"
#include "workloads/kernels/programs/layout.h"

namespace gf::model::reader_plan_test {
namespace {

using suite::Layout;

constexpr std::uint64_t kPage = 64 << 10;

/// Structures a and b of four pages on two GPUs, for readers.
struct Made {
  Made() {
    Layout layout(2);
    a = layout.add("a", 4 * kPage, Placement::kFirstTouch);
    b = layout.add("b", 4 * kPage, Placement::kFirstTouch);
    workload.data = layout.take();
    for (DataStructure& data : workload.data) data.copied_to_readers = CopyRule::kEachKernel;
  }
  /// Two CTAs, one a GPU; CTA n loads from `read` + n pages, or has `op` at `write`.
  Kernel& add(std::uint64_t read, std::uint64_t write, WarpOp op = WarpOp::kStore) {
    workload.kernels.push_back(
        suite::make_kernel("k", 2, 1, [=](unsigned cta, unsigned, WarpProgram& program) {
          if (read != 0) suite::emit_range(program, WarpOp::kLoad, read + cta * kPage, 128);
          if (write != 0) suite::emit_range(program, op, write, 128);
        }));
    return workload.kernels.back();
  }
  [[nodiscard]] std::vector<ReaderStep> plan() const { return plan_copies(workload, 2, kPage); }
  [[nodiscard]] std::uint64_t page(std::uint64_t base) const { return base / kPage; }

  Workload workload;
  std::uint64_t a = 0, b = 0;
};

TEST(TouchedPages, OfEachGpuWhatItsCtasRead) {
  Made made;
  made.add(made.a, made.b);
  const auto touches = accesses_of(made.workload, 2, kPage);
  ASSERT_EQ(touches.size(), 1u);
  EXPECT_THAT(touches[0].reads[0], ElementsAre(made.page(made.a)));
  EXPECT_THAT(touches[0].reads[1], ElementsAre(made.page(made.a) + 1));
  EXPECT_THAT(touches[0].writes, ElementsAre(false, true));
}

TEST(TouchedPages, AnAtomicReadsAndWrites) {
  Made made;
  made.add(0, made.b, WarpOp::kAtomic);
  const auto touches = accesses_of(made.workload, 2, kPage);
  EXPECT_THAT(touches[0].reads[1], ElementsAre(made.page(made.b)));
  EXPECT_THAT(touches[0].writes, ElementsAre(false, true));
}

TEST(TouchedPages, AnAccessOverTheEndOfAPageTouchesBoth) {
  Made made;
  made.workload.kernels.push_back(
      suite::make_kernel("k", 1, 1, [&](unsigned, unsigned, WarpProgram& program) {
        program.stream({made.a + kPage - 64, made.b, 128, 128, 512});
      }));
  const auto touches = accesses_of(made.workload, 1, kPage);
  EXPECT_THAT(touches[0].reads[0], ElementsAre(made.page(made.a), made.page(made.a) + 1));
  EXPECT_THAT(touches[0].writes, ElementsAre(false, true));
}

TEST(ReaderPlan, WhatAKernelOnlyReadsIsCopiedAndWhatItWritesIsDropped) {
  Made made;
  made.add(made.a, made.b);
  made.add(made.b, made.a);
  made.add(made.b, made.b);
  const auto plan = made.plan();
  EXPECT_THAT(plan[0].pages[1], ElementsAre(made.page(made.a) + 1));
  EXPECT_THAT(plan[0].dropped, ElementsAre(1));
  EXPECT_THAT(plan[1].pages[0], ElementsAre(made.page(made.b)));
  EXPECT_THAT(plan[1].dropped, ElementsAre(0));
  EXPECT_THAT(plan[2].pages[0], IsEmpty()) << "it writes what it reads";
}

TEST(ReaderPlan, AWriterThatMayRunBesideItLeavesNothingToCopy) {
  Made made;
  made.add(made.a, 0);
  made.add(0, made.a).stream = 1;
  EXPECT_THAT(made.plan()[0].pages[0], IsEmpty());
  made.workload.kernels[1].waits = {0};
  EXPECT_THAT(made.plan()[0].pages[0], ElementsAre(made.page(made.a)));
}

TEST(ReaderPlan, OrderGoesThroughOtherKernels) {
  Made made;
  made.add(0, made.a);
  made.add(0, made.b).stream = 1;
  made.workload.kernels[1].waits = {0};
  made.add(0, made.b).stream = 1;
  made.add(made.a, 0).stream = 2;
  made.workload.kernels[3].waits = {2};
  EXPECT_THAT(made.plan()[3].pages[0], ElementsAre(made.page(made.a)));
  made.workload.kernels[1].waits = {};
  EXPECT_THAT(made.plan()[3].pages[0], IsEmpty());
}

TEST(ReaderPlan, OfWhatNobodyWritesAloneIfThatIsTheRule) {
  Made made;
  made.add(made.a, made.b);
  made.add(made.b, 0);
  for (DataStructure& data : made.workload.data) data.copied_to_readers = CopyRule::kNeverWritten;
  const auto plan = made.plan();
  EXPECT_THAT(plan[0].pages[1], ElementsAre(made.page(made.a) + 1));
  EXPECT_THAT(plan[0].dropped, IsEmpty()) << "b never has copies";
  EXPECT_THAT(plan[1].pages[0], IsEmpty());
}

TEST(ReaderPlan, ThereIsNoneWhereNobodyAskedForIt) {
  Made made;
  made.add(made.a, made.b);
  for (DataStructure& data : made.workload.data) data.copied_to_readers = CopyRule::kNone;
  EXPECT_THAT(made.plan(), IsEmpty());
  made.workload.data[1].copied_to_readers = CopyRule::kEachKernel;
  EXPECT_THAT(made.plan()[0].pages[0], IsEmpty()) << "a is not to be copied";
}

}  // namespace
}  // namespace gf::model::reader_plan_test
