// SPDX-License-Identifier: Apache-2.0
#include "workloads/graphs/matrix_market.h"

#include <sstream>

#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "workloads/graphs/graph_generators.h"

namespace gf::model::matrix_market_test {
namespace {

constexpr const char* kReal = "%%MatrixMarket matrix coordinate real general\n";

CsrMatrix read(const std::string& text) {
  std::istringstream in(text);
  return read_matrix_market(in, "m.mtx");
}
std::string refusal(const std::string& text) {
  return test::error_of([&] { read(text); });
}

TEST(MatrixMarket, ReadsGeneralReal) {
  const CsrMatrix m = read(std::string(kReal) + "% c\n\n2 3 2\n2 3 -1.5e1\n1 1 +2\n");
  EXPECT_EQ(m.rows(), 2u);
  EXPECT_EQ(m.columns(), 3u);
  EXPECT_THAT(m.row_begin, ElementsAre(0, 1, 2));
  EXPECT_THAT(m.column, ElementsAre(0, 2));
  EXPECT_THAT(m.value, ElementsAre(2, -15));
}

TEST(MatrixMarket, FillsInSymmetricPatterns) {
  const CsrMatrix m =
      read("%%matrixmarket MATRIX coordinate pattern symmetric\r\n3 3 2\r\n2 1\r\n3 3\r\n");
  EXPECT_THAT(m.row_begin, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(m.column, ElementsAre(1, 0, 2));
  EXPECT_THAT(m.value, ElementsAre(1, 1, 1));
}

TEST(MatrixMarket, NamesTheLineAndWhatItExpected) {
  const std::string real = kReal;
  EXPECT_THAT(refusal(""), AllOf(StartsWith("m.mtx:1: "), HasSubstr("%%MatrixMarket")));
  EXPECT_THAT(refusal("%%MatrixMarket matrix array real general\n"), StartsWith("m.mtx:1: "));
  EXPECT_THAT(refusal("%%MatrixMarket matrix coordinate complex general\n"),
              StartsWith("m.mtx:1: "));
  EXPECT_THAT(refusal(real), HasSubstr("ends before its size"));
  EXPECT_THAT(refusal(real + "2 2\n"), StartsWith("m.mtx:2: cannot read the size"));
  EXPECT_THAT(refusal(real + "2 2 5\n"), HasSubstr("no more than fit"));
  EXPECT_THAT(refusal(real + "%\n2 2 1\n3 1 1\n"),
              AllOf(StartsWith("m.mtx:4: "), HasSubstr("row 1 ... 2")));
  EXPECT_THAT(refusal(real + "2 2 1\n0 1 1\n"), StartsWith("m.mtx:3: "));
  EXPECT_THAT(refusal(real + "2 2 1\n1 1\n"), StartsWith("m.mtx:3: "));
  EXPECT_THAT(refusal(real + "2 2 1\n1 1 nan\n"), HasSubstr("cannot read the value"));
  EXPECT_THAT(refusal(real + "2 2 2\n1 1 1\n"), HasSubstr("ends 1 elements early"));
  EXPECT_THAT(refusal(real + "2 2 1\n1 1 1\n1 2 1\n"), HasSubstr("after the last element"));
  EXPECT_THAT(refusal(real + "2 2 2\n1 2 1\n1 2 1\n"), HasSubstr("element 1 2 appears twice"));
}

TEST(MatrixMarket, HoldsSymmetricAndIntegerToTheirWord) {
  const std::string symmetric = "%%MatrixMarket matrix coordinate integer symmetric\n";
  EXPECT_THAT(refusal(symmetric + "2 3 1\n1 1 1\n"), HasSubstr("not square"));
  EXPECT_THAT(refusal(symmetric + "2 2 1\n1 2 1\n"), HasSubstr("above the diagonal"));
  EXPECT_THAT(refusal(symmetric + "2 2 1\n2 1 1.5\n"), HasSubstr("cannot read the value"));
  EXPECT_THAT(test::error_of([] { read_matrix_market_file("/proc/nowhere.mtx"); }),
              HasSubstr("no such file; expected a MatrixMarket file"));
}

TEST(MatrixMarket, SizeGoesWithTheNumberOfElements) {
  EXPECT_THAT(refusal(std::string(kReal) + "67108864 67108864 1\n1 1 1\n"),
              AllOf(HasSubstr(":2: 67108864 rows"), HasSubstr("1048576"), HasSubstr("leave out")));
  EXPECT_THAT(refusal(std::string(kReal) + "8 1048577 1\n1 1 1\n"),
              HasSubstr(":2: 1048577 columns"));
  EXPECT_EQ(read(std::string(kReal) + "1048576 8 1\n1 1 1\n").rows(), 1048576u);
  std::string dense = std::string(kReal) + "1600000 1 200000\n";
  for (unsigned row = 1; row <= 200000; ++row) dense += std::to_string(8 * row) + " 1 1\n";
  EXPECT_EQ(read(dense).rows(), 1600000u) << "8 times the elements";
}

}  // namespace
}  // namespace gf::model::matrix_market_test
