// SPDX-License-Identifier: Apache-2.0
#include "workloads/graphs/csr.h"

#include "tests/support/matchers.h"

namespace gf::model::csr_test {
namespace {

TEST(CsrMatrix, SortsAndAddsUp) {
  const CsrMatrix m(3, 4, {{2, 1, 5}, {0, 3, 1}, {2, 0, 2}, {0, 3, 0.5}});
  EXPECT_EQ(m.rows(), 3u);
  EXPECT_EQ(m.columns(), 4u);
  EXPECT_THAT(m.row_begin, ElementsAre(0, 1, 1, 3));
  EXPECT_THAT(m.column, ElementsAre(3, 0, 1));
  EXPECT_THAT(m.value, ElementsAre(1.5, 2, 5));
}

TEST(CsrMatrix, FindsTheRowOfAnElement) {
  const CsrMatrix m(4, 4, {{1, 0}, {1, 1}, {3, 2}});
  EXPECT_EQ(m.row_of(0), 1u);
  EXPECT_EQ(m.row_of(1), 1u);
  EXPECT_EQ(m.row_of(2), 3u);
  EXPECT_EQ(m.degree(1), 2u);
  EXPECT_EQ(m.degree(2), 0u);
}

TEST(CsrMatrix, TransposesBothWays) {
  const CsrMatrix m(2, 3, {{0, 2, 1}, {1, 0, 2}, {1, 2, 3}});
  const CsrMatrix t = m.transposed();
  EXPECT_EQ(t.rows(), 3u);
  EXPECT_EQ(t.columns(), 2u);
  EXPECT_THAT(t.row_begin, ElementsAre(0, 1, 1, 3));
  EXPECT_THAT(t.column, ElementsAre(1, 0, 1));
  EXPECT_THAT(t.value, ElementsAre(2, 1, 3));
  EXPECT_EQ(t.transposed().column, m.column);
  EXPECT_EQ(t.transposed().value, m.value);
}

TEST(CsrMatrix, RefusesWhatIsOutside) {
  EXPECT_THROW(CsrMatrix(2, 2, {{0, 2}}), std::logic_error);
  EXPECT_THROW(CsrMatrix(2, 2, {{2, 0}}), std::logic_error);
}

}  // namespace
}  // namespace gf::model::csr_test
