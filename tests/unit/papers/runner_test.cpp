// SPDX-License-Identifier: Apache-2.0
#include "papers/runner.h"

#include <gmock/gmock.h>

namespace gf::papers::runner_test {
namespace {

TEST(StartingOrder, IsLongestFirstThenAsGiven) {
  Experiment quick, minute, hour;
  minute.seconds = 60;
  hour.seconds = 3600;
  EXPECT_THAT(starting_order({&quick, &minute, &quick, &hour, &minute}),
              testing::ElementsAre(3, 1, 4, 0, 2));
  EXPECT_TRUE(starting_order({}).empty());
}

}  // namespace
}  // namespace gf::papers::runner_test
