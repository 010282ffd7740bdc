// SPDX-License-Identifier: Apache-2.0
#include "workloads/shared/row_parts.h"

#include <algorithm>
#include <numeric>

#include "tests/support/matchers.h"

namespace gf::model::proact::row_parts_test {
namespace {

std::vector<std::uint32_t> rows_of(const RowParts& parts, std::uint32_t cta) {
  const RowParts::Rows rows = parts.rows(cta);
  return {rows.begin(), rows.end()};
}

void expect_each_row_once(const RowParts& parts, std::uint32_t rows) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t cta = 0; cta < parts.ctas(); ++cta) {
    EXPECT_EQ(parts.rows_before(cta), all.size());
    for (const std::uint32_t row : parts.rows(cta)) all.push_back(row);
  }
  std::sort(all.begin(), all.end());
  std::vector<std::uint32_t> wanted(rows);
  std::iota(wanted.begin(), wanted.end(), 0u);
  EXPECT_EQ(all, wanted);
}

TEST(RowParts, AloneACtaHasItsRowsInOrder) {
  const RowParts parts({10, 4, 3, 1, 1}, {});
  EXPECT_FALSE(parts.scattered());
  EXPECT_THAT(rows_of(parts, 0), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(rows_of(parts, 1), ElementsAre(4, 5, 6, 7));
  EXPECT_THAT(rows_of(parts, 2), ElementsAre(8, 9));
}

TEST(RowParts, AGroupSharesItsRowsByFallingWork) {
  const RowParts parts({8, 1, 2, 1, 2}, {1, 5, 2, 9, 1, 1, 3, 4});
  EXPECT_TRUE(parts.scattered());
  EXPECT_THAT(rows_of(parts, 0), ElementsAre(3, 6, 0, 5));  // 10 + 4 + 2 + 2
  EXPECT_THAT(rows_of(parts, 1), ElementsAre(1, 7, 2, 4));  // 6 + 5 + 3 + 2
}

TEST(RowParts, GroupsHaveEqualWorkAndBeginAtGranules) {
  std::vector<std::uint32_t> work(4096, 1);
  std::fill(work.begin(), work.begin() + 512, 15);
  const RowParts parts({4096, 16, 64, 4, 8}, work);
  expect_each_row_once(parts, 4096);
  for (std::uint32_t cta = 0; cta < 64; cta += 8) {
    std::vector<std::uint32_t> group;
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < 8; ++i)
      for (const std::uint32_t row : parts.rows(cta + i)) {
        group.push_back(row);
        sum += 1 + work[row];
      }
    EXPECT_EQ(*std::min_element(group.begin(), group.end()) % 16, 0u);
    EXPECT_NEAR(static_cast<double>(sum), (512 * 16 + 3584 * 2) / 8.0, 8 * 16);
  }
}

TEST(RowParts, GroupsEndWhereGpusDo) {
  const RowParts parts({1000, 1, 10, 3, 4}, {});
  expect_each_row_once(parts, 1000);
  // GPUs have CTAs 0-2, 3-5, 6-9: each a contiguous range of rows.
  for (const auto& [first, end] : {std::pair{0u, 3u}, {3u, 6u}, {6u, 10u}}) {
    std::uint32_t least = ~0u, most = 0, count = 0;
    for (std::uint32_t cta = first; cta < end; ++cta)
      for (const std::uint32_t row : parts.rows(cta)) {
        least = std::min(least, row);
        most = std::max(most, row);
        ++count;
      }
    EXPECT_EQ(most - least + 1, count);
  }
}

TEST(RowParts, MoreCtasThanRowsLeaveSomeWithNothing) {
  expect_each_row_once(RowParts({3, 1, 8, 4, 1}, {}), 3);
  expect_each_row_once(RowParts({3, 16, 8, 2, 4}, {7, 0, 1}), 3);
}

TEST(RowParts, SpansAreAscendingAndMerged) {
  const RowParts parts({8, 1, 2, 1, 2}, {1, 5, 2, 9, 1, 1, 3, 4});
  std::vector<Span> spans;
  parts.spans(0, 100, 4, spans);  // rows 0, 3, 5, 6
  ASSERT_EQ(spans.size(), 3u);
  EXPECT_EQ(spans[0].begin, 100u);
  EXPECT_EQ(spans[0].end, 104u);
  EXPECT_EQ(spans[1].begin, 112u);
  EXPECT_EQ(spans[2].begin, 120u);
  EXPECT_EQ(spans[2].end, 128u);
}

TEST(RowPartsDeath, RefusesNoRows) { EXPECT_ANY_THROW(RowParts({0, 1, 1, 1, 1}, {})); }

}  // namespace
}  // namespace gf::model::proact::row_parts_test
