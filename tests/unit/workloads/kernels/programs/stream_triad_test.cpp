// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/stream_triad.h"

#include <gtest/gtest.h>

#include "tests/support/warp_accesses.h"

namespace gf::model::suite::stream_triad_test {
namespace {

TEST(StreamTriad, SumsAreThoseOfAPlainLoop) {
  const TriadSpec spec{64 * 100, 4};
  std::vector<double> a(spec.elements), b(a), c(a);
  for (std::size_t i = 0; i < a.size(); ++i) {
    b[i] = static_cast<double>(i % 7);
    c[i] = static_cast<double>(i % 5);
  }
  const auto triad = [](auto& out, const auto& left, const auto& right) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = left[i] + 3 * right[i];
  };
  triad(a, b, c);
  triad(b, c, a);
  triad(c, a, b);
  triad(a, b, c);
  EXPECT_EQ(make_stream_triad(spec, {WorkloadSize::kSmall, 3, 1}).answer(), a);
}

TEST(StreamTriad, EachElementIsReadAndWrittenOnce) {
  const Triad triad = make_stream_triad({64 * 101, 2}, {WorkloadSize::kSmall, 3, 1});
  const Kernel& kernel = test::kernel_of(triad.workload, "triad_0");
  EXPECT_TRUE(test::all_used(kernel, WarpOp::kStore, triad.workload.data[0]));
  EXPECT_TRUE(test::all_used(kernel, WarpOp::kLoad, triad.workload.data[1]));
  EXPECT_TRUE(test::all_used(kernel, WarpOp::kLoad, triad.workload.data[2]));
  EXPECT_TRUE(test::uses(kernel, WarpOp::kStore, triad.workload.data[1]).empty());
}

}  // namespace
}  // namespace gf::model::suite::stream_triad_test
