// SPDX-License-Identifier: Apache-2.0
#include "core/time/renewable.h"

#include <gmock/gmock.h>
#include <optional>
#include <vector>

namespace gf::core::renewable_test {
namespace {

struct Part : Renewable {
  Part(int number, std::vector<int>& renewed) : number(number), renewed(renewed) {}
  void renew() override { renewed.push_back(number); }
  const int number;
  std::vector<int>& renewed;
};

TEST(Renewable, AllThatExistAreRenewedInTheOrderOfTheirConstruction) {
  std::vector<int> renewed;
  const Part first(1, renewed);
  std::optional<Part> second;
  second.emplace(2, renewed);
  const Part third(3, renewed);
  renew_machine();
  EXPECT_THAT(renewed, testing::ElementsAre(1, 2, 3));
  renewed.clear();
  second.reset();
  renew_machine();
  EXPECT_THAT(renewed, testing::ElementsAre(1, 3));
}

}  // namespace
}  // namespace gf::core::renewable_test
