// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/dram/memory_params.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/one_slice.h"

namespace gf::test::memory_params_test {
namespace {

using hw::gpu::MemoryParams;

template <class Change>
std::string error_with(const Change& change) {
  MemoryParams params;
  change(params);
  return error_of([&] { params.validate("gpu"); });
}

TEST(GpuMemoryParams, NonsenseIsRefused) {
  EXPECT_NO_THROW(MemoryParams{}.validate("gpu"));
  EXPECT_THAT(error_with([](auto& p) { p.slices = 15; }), HasSubstr("a multiple of channels = 16"));
  EXPECT_THAT(error_with([](auto& p) { p.l2 = core::Bytes(4000000); }), HasSubstr("gpu.l2"));
  EXPECT_THAT(error_with([](auto& p) { p.tlb_ways = 3; }), HasSubstr("tlb_ways = 3"));
  EXPECT_THAT(error_with([](auto& p) { p.row_open = p.dram_latency; }), HasSubstr("row_open"));
  EXPECT_THAT(error_with([](auto& p) { p.row = core::Bytes(200); }),
              HasSubstr("gpu.row = 200 B: expected 128 B ... 64 KiB, a multiple of 128 B"));
  EXPECT_THAT(error_with([](auto& p) { p.copy.chunk = core::Bytes(200); }),
              HasSubstr("gpu.copy.chunk = 200 B: expected 128 B ... 4 KiB, a multiple of 128 B"));
  EXPECT_THAT(error_with([](auto& p) { p.channels = 0; }),
              HasSubstr("gpu.channels = 0: expected 1 ... 64"));
  EXPECT_THAT(error_with([](auto& p) { p.tlb_ways = 0; }),
              HasSubstr("gpu.tlb_ways = 0: expected 1 ... 64"));
}

TEST(GpuMemoryParams, LimitsHoldOnTheCommandLine) {
  core::ParamRegistry registry;
  registry.add_override("slices", "65", "test");
  MemoryParams params;
  EXPECT_THAT(error_of([&] { params.declare(registry.root()); }), HasSubstr("1 ... 64"));
}

}  // namespace
}  // namespace gf::test::memory_params_test
