// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/pursuit.h"

#include "tests/support/matchers.h"

namespace gf::core::pursuit_test {
namespace {

const std::vector<Column> kColumns = {
    {1, 1, -1, -1}, {1, -1, 1, -1}, {2, 2, -2, -2}, {1, 1, 0, -2}};
/// 5 + 3 times the first + 1 times the second.
const Column kY = {9, 7, 3, 1};

TEST(Pursuit, TakesWhatSaysMostFirst) {
  const std::vector<Column> columns(kColumns.begin(), kColumns.begin() + 2);
  Pursuit pursuit(columns, kY, {0, 1, 2, 3});
  EXPECT_THAT(pursuit.constant(), DoubleNear(5, 1e-12));
  EXPECT_THAT(pursuit.squared_error(kY, {0, 1, 2, 3}), DoubleNear(40, 1e-9));
  pursuit.step();
  EXPECT_THAT(pursuit.weights(), ElementsAre(DoubleNear(3, 1e-12)));
  pursuit.step();
  EXPECT_THAT(pursuit.chosen(), ElementsAre(0, 1));
  EXPECT_THAT(pursuit.weights(), ElementsAre(DoubleNear(3, 1e-12), DoubleNear(1, 1e-12)));
  EXPECT_THAT(pursuit.squared_error(kY, {0, 1, 2, 3}), DoubleNear(0, 1e-9));
  pursuit.step();
  EXPECT_EQ(pursuit.chosen().size(), 2u);
}

TEST(Pursuit, AColumnThatIsATwinOfAnotherIsPassedBy) {
  Pursuit pursuit(kColumns, kY, {0, 1, 2, 3});
  for (int i = 0; i < 4; ++i) pursuit.step();
  // The third is twice the first: whichever comes second says nothing.
  EXPECT_LE(pursuit.chosen().size(), 3u);
  EXPECT_THAT(pursuit.squared_error(kY, {0, 1, 2, 3}), DoubleNear(0, 1e-9));
}

TEST(Pursuit, SolvesColumnsThatAreNotOrthogonal) {
  const std::vector<Column> columns = {{1, 0, 0, 0, 1}, {1, 1, 0, 0, 0}};
  const Column y = {2 + 3 + 1, 3 + 1, 1, 1, 2 + 1};
  Pursuit pursuit(columns, y, {0, 1, 2, 3, 4});
  pursuit.step();
  pursuit.step();
  EXPECT_THAT(pursuit.constant(), DoubleNear(1, 1e-12));
  const bool first = pursuit.chosen()[0] == 0;
  EXPECT_THAT(pursuit.weights()[first ? 0 : 1], DoubleNear(2, 1e-12));
  EXPECT_THAT(pursuit.weights()[first ? 1 : 0], DoubleNear(3, 1e-12));
}

TEST(Pursuit, IsMadeOnItsRowsAlone) {
  Pursuit pursuit(kColumns, {9, 7, 100, 100}, {0, 0, 1});
  EXPECT_THAT(pursuit.constant(), DoubleNear(25.0 / 3, 1e-12));
}

}  // namespace
}  // namespace gf::core::pursuit_test
