// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/dispatch/dispatch_params.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::hw::gpu::dispatch_params_test {
namespace {

TEST(DispatchParams, WhatIsSetInCodeIsCheckedToo) {
  DispatchParams params;
  params.validate("x");
  params.ctas_per_cycle = 0;
  EXPECT_THAT(test::error_of([&] { params.validate("dispatcher"); }),
              HasSubstr("dispatcher.ctas_per_cycle = 0: expected 1 ... 64"));
  params = {};
  params.launch_latency = 0;
  EXPECT_THAT(test::error_of([&] { params.validate("x"); }),
              HasSubstr("x.launch_latency = 0: expected 1 ... 100000000"));
}

TEST(DispatchParams, DeclaredRangesRefuseNonsense) {
  for (const char* const name : {"launch_latency", "ctas_per_cycle", "grids"}) {
    core::ParamRegistry registry;
    registry.add_override(name, "0", "test");
    DispatchParams params;
    EXPECT_THAT(test::error_of([&] { params.declare(registry.root()); }), HasSubstr(name));
  }
}

TEST(DispatchParams, EachHasASource) {
  core::ParamRegistry registry;
  DispatchParams params;
  params.declare(registry.root());
  for (const core::ParamRow& row : registry.rows())
    EXPECT_THAT(row.source, AnyOf(HasSubstr("assumed"), HasSubstr("CUDA"))) << row.path;
}

}  // namespace
}  // namespace gf::hw::gpu::dispatch_params_test
