// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "tests/support/dry_run.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::numbered_directory_test {
namespace {

TEST_F(DryRun, ABareOutdirIsNumbered) {
  EXPECT_THAT(exits(0, program({"run", "store_goodput", "-o"})).err,
              HasSubstr("the run's files are in out/store_goodput-1"));
  EXPECT_EQ(program({"run", "store_goodput", "--timeline", "-q"}).err, "");
  EXPECT_TRUE(fs::exists("out/store_goodput-1/run.json"));
  EXPECT_TRUE(fs::exists("out/store_goodput-2/timeline.json"));
  EXPECT_THAT(program({"run", "store_goodput", "-o", "--dry-run"}).out,
              HasSubstr("would write out/store_goodput-3"));
  EXPECT_FALSE(fs::exists("out/store_goodput-3"));
}

TEST_F(DryRun, WithoutOutdirARunWritesNothing) {
  EXPECT_EQ(program({"run", "store_goodput"}).code, 0);
  EXPECT_TRUE(is_untouched());
  EXPECT_EQ(program({"run", "store_goodput", "--vcd", "no_such_probe"}).code, 2);
  EXPECT_TRUE(is_untouched());
}

}  // namespace
}  // namespace gf::test::numbered_directory_test
