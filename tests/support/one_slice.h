// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <memory>

#include "tests/support/gpu_memory_bench.h"

namespace gf::test {

using hw::gpu::MemoryParams;
using hw::gpu::MemoryStats;

/// One slice, one channel: lines side by side meet.
inline MemoryParams one_slice() {
  MemoryParams params;
  params.slices = params.channels = 1;
  params.l2 = core::kibibytes(64);
  return params;
}

class GpuMemoryTest : public testing::Test {
 protected:
  void make(const MemoryParams& params, unsigned sms = 2) {
    bench_ = std::make_unique<GpuMemoryBench>(params, 1, sms);
  }
  TestSm& sm(unsigned number = 0) { return *bench_->sms[number]; }
  const MemoryStats& stats() { return bench_->memories[0]->stats(); }
  void TearDown() override {
    if (bench_ == nullptr) return;
    EXPECT_TRUE(bench_->memories[0]->idle());
    EXPECT_TRUE(core::pending_waits().empty());
  }
  std::unique_ptr<GpuMemoryBench> bench_;
};

}  // namespace gf::test
