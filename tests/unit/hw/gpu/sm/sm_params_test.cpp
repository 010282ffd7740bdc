// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/sm_params.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::hw::gpu::sm_params_test {
namespace {

TEST(SmParams, DefaultsAreLegalAndAre256Sets) {
  const SmParams params;
  params.validate("x");
  EXPECT_EQ(params.l1_sets(), 256u);
}

TEST(SmParams, SetsOfTheL1AreAPowerOfTwo) {
  SmParams params;
  params.l1_ways = 3;
  EXPECT_THAT(test::error_of([&] { params.validate("gpu0.sm_1"); }),
              AllOf(HasSubstr("gpu0.sm_1"), HasSubstr("l1_bytes"), HasSubstr("power of two")));
  params.l1_bytes = core::Bytes(3ull * 128 * 64);
  params.validate("x");
  params.l1_bytes = core::Bytes(3ull * 128 * 64 + 1);
  EXPECT_THAT(test::error_of([&] { params.validate("x"); }), HasSubstr("l1_bytes"));
}

TEST(SmParams, WhatIsSetInCodeIsCheckedToo) {
  for (core::Param<unsigned> SmParams::*const field :
       {&SmParams::warps, &SmParams::ctas, &SmParams::schedulers, &SmParams::lsu_queue,
        &SmParams::lsu_lines, &SmParams::l1_ways, &SmParams::hit_latency, &SmParams::mshrs,
        &SmParams::mshr_merges, &SmParams::stores}) {
    for (const unsigned value : {0u, 5000u}) {
      SmParams params;
      params.*field = value;
      EXPECT_THAT(test::error_of([&] { params.validate("gpu0.sm_1"); }),
                  AllOf(HasSubstr("gpu0.sm_1."),
                        HasSubstr(" = " + std::to_string(value) + ": expected 1 ... ")));
    }
  }
}

void expect_refused(const char* name, const char* value) {
  core::ParamRegistry registry;
  registry.add_override(name, value, "test");
  SmParams params;
  EXPECT_THAT(test::error_of([&] { params.declare(registry.root()); }), HasSubstr(name)) << value;
}

TEST(SmParams, DeclaredRangesRefuseNonsense) {
  for (const auto& [name, value] :
       {std::pair{"warps", "0"}, std::pair{"warps", "65"}, std::pair{"registers", "1023"},
        std::pair{"ctas", "0"}, std::pair{"schedulers", "9"}, std::pair{"lsu_queue", "0"},
        std::pair{"lsu_lines", "0"}, std::pair{"l1_bytes", "64 B"}, std::pair{"l1_ways", "0"},
        std::pair{"hit_latency", "0"}, std::pair{"mshrs", "0"}, std::pair{"mshr_merges", "65"},
        std::pair{"stores", "0"}})
    expect_refused(name, value);
}

TEST(SmParams, EachHasASource) {
  core::ParamRegistry registry;
  SmParams params;
  params.declare(registry.root().child("sm"));
  for (const core::ParamRow& row : registry.rows())
    EXPECT_THAT(row.source, testing::AnyOf(HasSubstr("assumed"), HasSubstr("Programming Guide")))
        << row.path;
}

}  // namespace
}  // namespace gf::hw::gpu::sm_params_test
