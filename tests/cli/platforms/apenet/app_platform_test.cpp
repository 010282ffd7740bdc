// SPDX-License-Identifier: Apache-2.0
#include "tests/support/apenet_app_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::app_platform_test {
namespace {

using apenet_app_runs::run;

TEST(ApenetApps, SameSeedSameBytes) {
  const ScratchDirectory scratch;
  for (const char* name : {"a", "b"}) run("apenet_bfs", {"app.scale=9", "shape=2"}, scratch / name);
  EXPECT_EQ(read_file(scratch / "a/stats.csv"), read_file(scratch / "b/stats.csv"));
}

TEST(ApenetApps, WhatMakesNoRunIsSaidAtOnce) {
  const Captured uncut = run("apenet_hsg", {"app.l=30", "shape=4"});
  EXPECT_EQ(uncut.code, 2);
  EXPECT_THAT(uncut.err, HasSubstr("app.l = 30"));
  const Captured full = run("apenet_bfs", {"app.scale=8", "shape=4", "card.buf_list=3"});
  EXPECT_EQ(full.code, 2);
  EXPECT_THAT(full.err, AllOf(HasSubstr("buf_list"), HasSubstr("12 more buffers")));
}

}  // namespace
}  // namespace gf::test::app_platform_test
