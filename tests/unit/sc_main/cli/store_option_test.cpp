// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/store_option.h"

#include <cstdlib>
#include <gtest/gtest.h>

#include "runs/key.h"
#include "tests/support/captured.h"

namespace gf::app::store_option_test {
namespace {

TEST(CommandStore, IsTrimmedAtItsEndUnlessOneOfManyProcessesHasIt) {
  const test::ScratchDirectory scratch;
  ::setenv("GPUFABRIC_STORE_LIMIT", "1 B", 1);
  const std::string facts = "platform box\n";
  const std::filesystem::path run = scratch / ("runs/" + runs::key_of(facts));
  test::write_file(run / "key.txt", facts);
  PoolCommandOptions options;
  options.store = scratch.path().string();
  options.trims = false;
  { const CommandStore one_of_many(options); }
  EXPECT_TRUE(std::filesystem::exists(run));
  options.trims = true;
  { const CommandStore alone(options); }
  EXPECT_FALSE(std::filesystem::exists(run));
  ::unsetenv("GPUFABRIC_STORE_LIMIT");
}

}  // namespace
}  // namespace gf::app::store_option_test
