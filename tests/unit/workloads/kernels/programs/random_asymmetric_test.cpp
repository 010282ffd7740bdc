// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/random_asymmetric.h"

#include <gtest/gtest.h>

#include "workloads/kernels/traffic_summary.h"

namespace gf::model::suite::random_asymmetric_test {
namespace {

const Context kContext{WorkloadSize::kSmall, 4, 1};

TEST(RandomAsymmetric, PhasesTakeTheirCyclesAndTurn) {
  AsymmetricSpec spec;
  spec.phases = 3;
  spec.phase = 20'000;
  const auto traffic = summarize(make_random_asymmetric(spec, kContext), 4);
  ASSERT_EQ(traffic.kernels.size(), 3u);
  for (unsigned k = 0; k < 3; ++k) {
    const KernelTraffic& phase = traffic.kernels[k];
    const unsigned reader = k % 2;
    // 20,000 cycles of 64 B, a line of 128 B behind a header of 16 B; a few lines come twice.
    EXPECT_NEAR(static_cast<double>(phase.in(reader)) * 144 / 128 / 64, 20'000, 300);
    EXPECT_EQ(phase.in(1 - reader), 0u);
    EXPECT_EQ(phase.in(reader), phase.moved(1 - reader, reader));
  }
}

TEST(RandomAsymmetric, HasTheAsymmetryThatItIsGiven) {
  for (const double asymmetry : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    AsymmetricSpec spec;
    spec.asymmetry = asymmetry;
    spec.phases = 2;
    EXPECT_NEAR(summarize(make_random_asymmetric(spec, kContext), 4).asymmetry(), asymmetry, 0.01);
  }
}

TEST(RandomAsymmetric, MayStayOneWay) {
  AsymmetricSpec spec;
  spec.turn = false;
  spec.phases = 2;
  const auto traffic = summarize(make_random_asymmetric(spec, kContext), 4);
  EXPECT_EQ(traffic.total.out(0), 0u);
  EXPECT_GT(traffic.total.in(0), 0u);
}

TEST(RandomAsymmetric, InOneKernelTheIdleSideComputesForTheWholePhase) {
  AsymmetricSpec spec;
  spec.one_kernel = true;
  spec.phases = 1;
  const Workload workload = make_random_asymmetric(spec, kContext);
  ASSERT_EQ(workload.kernels.size(), 1u);
  WarpProgram program;
  workload.kernels[0].program->warp(64, 0, program);  // GPU 1
  ASSERT_EQ(program.code.size(), 1u);
  EXPECT_EQ(program.code[0].op, WarpOp::kCompute);
  EXPECT_EQ(program.code[0].cycles, spec.phase);
}

}  // namespace
}  // namespace gf::model::suite::random_asymmetric_test
