// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/device/shared_engine.h"

#include <gmock/gmock.h>
#include <vector>

namespace gf::hw::pcie::shared_engine_test {
namespace {

TEST(SharedEngine, CopiesTakeItOneAfterTheOther) {
  SharedEngine engine;
  std::vector<int> begun;
  const auto copy = [&](int number) { return [&begun, number] { begun.push_back(number); }; };
  engine.take(copy(1));
  engine.take(copy(2));
  engine.take(copy(3));
  EXPECT_THAT(begun, testing::ElementsAre(1));
  engine.release();
  engine.take(copy(4));
  EXPECT_THAT(begun, testing::ElementsAre(1, 2));
  for (int i = 0; i < 3; ++i) engine.release();
  EXPECT_THAT(begun, testing::ElementsAre(1, 2, 3, 4));
  engine.take(copy(5));
  EXPECT_EQ(begun.size(), 5u) << "it was free";
}

}  // namespace
}  // namespace gf::hw::pcie::shared_engine_test
