// SPDX-License-Identifier: Apache-2.0
#include "sc_main/store_option.h"

#include <cstdlib>
#include <gtest/gtest.h>

#include "tests/support/captured.h"

namespace gf::app::store_option_test {
namespace {

TEST(CommandStore, IsTrimmedAtItsEndUnlessOneOfManyProcessesHasIt) {
  const test::ScratchDirectory scratch;
  ::setenv("GPUFABRIC_STORE_LIMIT", "1 B", 1);
  test::write_file(scratch / "runs/k/run.json", "{}");
  PoolCommandOptions options;
  options.store = scratch.path().string();
  options.trims = false;
  { const CommandStore one_of_many(options); }
  EXPECT_TRUE(std::filesystem::exists(scratch / "runs/k"));
  options.trims = true;
  { const CommandStore alone(options); }
  EXPECT_FALSE(std::filesystem::exists(scratch / "runs/k"));
  ::unsetenv("GPUFABRIC_STORE_LIMIT");
}

}  // namespace
}  // namespace gf::app::store_option_test
