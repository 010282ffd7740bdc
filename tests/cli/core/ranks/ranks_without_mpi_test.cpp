// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/ranks_command.h"
#include "tests/support/run_file.h"

namespace gf::test::ranks_without_mpi_test {
namespace {

TEST(NoRanks, AProgramWithoutMpiSaysHowToGetIt) {
  for (const Words& words : {Words{"run", "dragonfly", "--ranks", "2"},
                             Words{"sweep", "dragonfly", "-p", "load=0.1,0.2", "--ranks", "2"}}) {
    const Captured refused = capture(Words{GF_WITHOUT_MPI} + words);
    EXPECT_EQ(refused.code, 2) << words.front();
    EXPECT_THAT(refused.err, HasSubstr("scripts/setup"));
  }
  exits(0, capture({GF_WITHOUT_MPI, "run", "dragonfly", "-q", "--json", "-p", "p=1", "-p", "a=2",
                    "-p", "h=1"}));
}

}  // namespace
}  // namespace gf::test::ranks_without_mpi_test
