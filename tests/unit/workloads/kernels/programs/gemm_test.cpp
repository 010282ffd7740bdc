// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/gemm.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "tests/support/warp_accesses.h"
#include "workloads/kernels/traffic_summary.h"

namespace gf::model::suite::gemm_test {
namespace {

TEST(Gemm, LayersAreThoseOfAPlainLoop) {
  const GemmSpec spec{128, 192, 2};
  std::vector<float> in(spec.batch * spec.width);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i % 13) - 6;
  for (unsigned layer = 0; layer < spec.layers; ++layer) {
    std::vector<float> out(in.size(), 0);
    for (std::size_t r = 0; r < spec.batch; ++r)
      for (std::size_t c = 0; c < spec.width; ++c) {
        float sum = 0;
        for (std::size_t k = 0; k < spec.width; ++k) {
          const std::size_t w = k * spec.width + c;
          sum += in[r * spec.width + k] * ((static_cast<float>((w + layer) % 11) - 5) / 192.0f);
        }
        out[r * spec.width + c] = sum < 0 ? 0 : sum;
      }
    in = out;
  }
  const auto answer = make_gemm(spec, {WorkloadSize::kSmall, 4, 1}).answer();
  ASSERT_EQ(answer.size(), in.size());
  for (std::size_t i = 0; i < in.size(); ++i) ASSERT_NEAR(answer[i], in[i], 1e-4);
}

TEST(Gemm, EachResultIsWrittenOnceAndOperandsAreReadAsOftenAsTilesNeedThem) {
  const Gemm gemm = make_gemm({128, 192, 1}, {WorkloadSize::kSmall, 4, 1});
  const Kernel& kernel = gemm.workload.kernels[0];
  EXPECT_TRUE(
      test::all_used(kernel, WarpOp::kStore, test::data_of(gemm.workload, "next_activations")));
  EXPECT_TRUE(
      test::all_used(kernel, WarpOp::kLoad, test::data_of(gemm.workload, "activations"), 3));
  EXPECT_TRUE(test::all_used(kernel, WarpOp::kLoad, test::data_of(gemm.workload, "weights_0"), 2));
}

TEST(Gemm, TilesOfTheNextStepAreRequestedBeforeTheArithmeticOfThisOne) {
  const Gemm gemm = make_gemm({128, 192, 1}, {WorkloadSize::kSmall, 4, 1});
  WarpProgram program;
  gemm.workload.kernels[0].program->warp(0, 0, program);
  unsigned loads = 0, steps = 0;
  for (const WarpInstruction& instruction : program.code) {
    if (instruction.op == WarpOp::kLoad) {
      EXPECT_FALSE(instruction.waits);
      ++loads;
    }
    if (instruction.op != WarpOp::kCompute) continue;
    ++steps;
    EXPECT_EQ(loads, 4 * std::min(steps + 1, 6u));  // two tiles of 1 KiB a warp, 192 / 32 steps
  }
  EXPECT_EQ(steps, 6u);
}

TEST(Gemm, EachLayerIsReadFromAnotherGpu) {
  const Context context{WorkloadSize::kSmall, 4, 1};
  const auto traffic = summarize(make_gemm(gemm_spec(context), context).workload, 4);
  for (unsigned layer = 0; layer < 4; ++layer)
    EXPECT_EQ(traffic.kernels[layer].out(layer), traffic.kernels[layer].remote());
}

}  // namespace
}  // namespace gf::model::suite::gemm_test
