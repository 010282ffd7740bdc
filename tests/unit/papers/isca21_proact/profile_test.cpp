// SPDX-License-Identifier: Apache-2.0
#include "papers/isca21_proact/profile.h"

#include <gmock/gmock.h>

namespace gf::papers::isca21::profile_test {
namespace {

/// What is found when the search measured `times` for the quick size's grid.
Found found_with(const std::vector<double>& times, double inline_time) {
  const std::vector<Transfer> grid = decoupled_grid(Size::kQuick);
  std::vector<Tried> tried;
  for (std::size_t i = 0; i < grid.size(); ++i) tried.emplace_back(grid[i], times.at(i));
  return fastest(tried, inline_time);
}

TEST(ProactProfile, TakesTheFastest) {
  const Found found = found_with({9, 9, 9, 4}, 5);
  EXPECT_FALSE(found.is_inline());
  EXPECT_EQ(found.text(), "D 16 KiB 256 CDP");
  EXPECT_EQ(found.time(), 4);
  EXPECT_EQ(found.inline_time, 5);
}

TEST(ProactProfile, InlineMustBeFasterToBeTaken) {
  EXPECT_EQ(found_with({9, 9, 9, 4}, 3).text(), "I");
  EXPECT_EQ(found_with({9, 9, 9, 4}, 3).time(), 3);
  EXPECT_EQ(found_with({9, 9, 9, 4}, 4).text(), "D 16 KiB 256 CDP");
}

TEST(ProactProfile, OfSeveralTheFirstIsTaken) {
  EXPECT_EQ(found_with({9, 9, 9, 9}, 9).text(), "D 16 KiB 2048 Poll");
}

TEST(ProactProfile, EachAgentHasItsBest) {
  const Found found = found_with({7, 6, 8, 5}, 9);
  EXPECT_EQ(found.polling_time, 6);
  EXPECT_EQ(found.cdp_time, 5);
}

TEST(ProactProfile, BothGridsHoldBothAgents) {
  for (const Size size : {Size::kQuick, Size::kLarge}) {
    std::vector<std::string> agents;
    for (const Transfer& transfer : decoupled_grid(size)) agents.push_back(transfer.mechanism);
    EXPECT_THAT(agents, testing::IsSupersetOf({"cdp", "polling"}));
  }
}

}  // namespace
}  // namespace gf::papers::isca21::profile_test
