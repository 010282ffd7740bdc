// SPDX-License-Identifier: Apache-2.0
#include "core/system/thread_team.h"

#include <stdexcept>
#include <string>

#include "tests/support/matchers.h"

namespace gf::core::thread_team_test {
namespace {

class Team : public testing::TestWithParam<unsigned> {};

TEST_P(Team, DoesEachPieceOnceInEachRound) {
  ThreadTeam team(GetParam());
  EXPECT_EQ(team.threads(), GetParam());
  std::vector<int> done(100);
  for (int round = 1; round <= 200; ++round) {
    team.run(100, [&done](unsigned piece) { ++done[piece]; });
    ASSERT_THAT(done, Each(round));
  }
  team.run(0, [](unsigned) { FAIL() << "no piece"; });
}

TEST_P(Team, TheErrorOfTheLowestPieceComesOutAndTheOthersAreDone) {
  ThreadTeam team(GetParam());
  std::vector<int> done(50);
  const auto fail_at_some = [&done](unsigned piece) {
    done[piece] = 1;
    if (piece % 20 == 7) throw std::runtime_error(std::to_string(piece));
  };
  for (int round = 0; round < 20; ++round) {
    try {
      team.run(50, fail_at_some);
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "7");
    }
    EXPECT_THAT(done, Each(1));
  }
  team.run(1, [&done](unsigned piece) { done[piece] = 2; });
  EXPECT_EQ(done[0], 2) << "it goes on after an error";
}

INSTANTIATE_TEST_SUITE_P(Threads, Team, testing::Values(1, 2, 5));

}  // namespace
}  // namespace gf::core::thread_team_test
