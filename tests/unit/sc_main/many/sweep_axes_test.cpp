// SPDX-License-Identifier: Apache-2.0
#include "sc_main/many/sweep_axes.h"

#include <set>

#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::app::sweep_axes_test {
namespace {

using test::error_of;

TEST(SweepAxis, IsToldFromASingleValue) {
  for (const char* axis :
       {"a=1,2", "a=1..9/lin:5", "a=10 ns..1 us/log:3", "a=1..9", "a=-1..1", "a=\"x,y\"", "*.b=1,"})
    EXPECT_TRUE(is_axis(axis)) << axis;
  for (const char* single : {"a=1", "a=", "a", "graphs=../g.csv", "a=1.5", "graphs=g..csv"})
    EXPECT_FALSE(is_axis(single)) << single;
}

TEST(SweepAxis, AListHasItsValuesAsTheyAreWritten) {
  const SweepAxis axis = parse_axis("gpu.*.rate=1 GB/s, 2.50 GB/s,x=y");
  EXPECT_EQ(axis.name, "gpu.*.rate");
  EXPECT_THAT(axis.values, ElementsAre("1 GB/s", "2.50 GB/s", "x=y"));
  EXPECT_THAT(parse_axis("a=\"repeats=1,matrix=m.mtx\",spmv").values,
              ElementsAre("repeats=1,matrix=m.mtx", "spmv"));
}

TEST(SweepAxis, ARangeKeepsItsUnitAndItsEnds) {
  EXPECT_THAT(parse_axis("a=10 ns..1000 ns/log:3").values,
              ElementsAre("10 ns", "100 ns", "1000 ns"));
  EXPECT_THAT(parse_axis("a=1..9/lin:5").values, ElementsAre("1", "3", "5", "7", "9"));
  EXPECT_THAT(parse_axis("a=0.1..0.3/lin:3").values, ElementsAre("0.1", "0.2", "0.3"));
  EXPECT_THAT(parse_axis("a=1..10/log:3").values, ElementsAre("1", "3.16228", "10"));
  EXPECT_THAT(parse_axis("a=1234567..1234569/lin:3").values,
              ElementsAre("1234567", "1234568", "1234569"));
  EXPECT_THAT(parse_axis("a=1000000..100000000/log:3").values, Contains("10000000"))
      << "no exponent: parameters that count things take none";
  EXPECT_THAT(parse_axis("a=9..1/lin:3").values, ElementsAre("9", "5", "1"));
}

TEST(SweepAxis, RefusesWithNameValueAndLegalRange) {
  const auto error = [](const std::string& setting) {
    return error_of([&] { (void)parse_axis(setting); });
  };
  EXPECT_THAT(error("hop=1,,2"), AllOf(HasSubstr("-p hop = 1,,2"), HasSubstr("a value is empty"),
                                       HasSubstr("A,B,C or FROM..TO/log:N")));
  EXPECT_THAT(error("hop="), HasSubstr("a value is empty"));
  EXPECT_THAT(error("hop=\"1,2"), HasSubstr("a quote does not close"));
  EXPECT_THAT(error("=1,2"), HasSubstr("name the parameter"));
  EXPECT_THAT(error("hop=1..2"), HasSubstr("add /log:5 or /lin:5"));
  EXPECT_THAT(error("hop=1..2/cubic:5"), HasSubstr("add /log:5 or /lin:5"));
  EXPECT_THAT(error("hop=1..2/lin:x"), HasSubstr("add /log:5 or /lin:5"));
  EXPECT_THAT(error("hop=1..2/lin:1"), HasSubstr("N is 2 ... 10000"));
  EXPECT_THAT(error("hop=1..2/lin:10001"), HasSubstr("N is 2 ... 10000"));
  EXPECT_THAT(error("hop=1 ns..2 us/lin:3"), HasSubstr("both ends in the same unit"));
  EXPECT_THAT(error("hop=0..2/log:3"), HasSubstr("a log range needs ends above 0"));
  EXPECT_THAT(error("hop=1..x/lin:3"), HasSubstr("\"x\" is not a number"));
  std::string many = "hop=0";
  for (int i = 1; i <= 10'000; ++i) many += "," + std::to_string(i);
  EXPECT_THAT(error(many), HasSubstr("at most 10000"));
}

std::vector<std::string> texts_of(const std::vector<SweepPoint>& points) {
  std::vector<std::string> texts;
  for (const SweepPoint& point : points) {
    texts.emplace_back();
    for (const std::string& value : point.values) texts.back() += value + " ";
    texts.back() += std::to_string(point.seed);
  }
  return texts;
}

TEST(SweepGrid, LastAxisIsTheFastestAndSeedsFasterStill) {
  const std::vector<SweepAxis> axes = {{"a", {"1", "2"}}, {"b", {"x", "y"}}};
  EXPECT_THAT(texts_of(grid(axes, 1, 1)), ElementsAre("1 x 1", "1 y 1", "2 x 1", "2 y 1"));
  EXPECT_THAT(texts_of(grid({{"a", {"1", "2"}}}, 7, 2)), ElementsAre("1 7", "1 8", "2 7", "2 8"));
}

TEST(SweepGrid, AMillionPointsAreTheMost) {
  const SweepAxis axis{"a", std::vector<std::string>(1000, "1")};
  EXPECT_EQ(grid({axis, axis}, 1, 1).size(), 1'000'000u);
  EXPECT_THAT(error_of([&] { (void)grid({axis, axis}, 1, 2); }), HasSubstr("at most 1000000"));
}

TEST(SweepDraw, IsTheSameForTheSameSeed) {
  const std::vector<SweepAxis> axes = {{"a", {"1", "2", "3"}}, {"b", {"x", "y"}}};
  const auto first = texts_of(draw(axes, 50, 4, 1));
  EXPECT_EQ(first, texts_of(draw(axes, 50, 4, 1)));
  EXPECT_NE(first, texts_of(draw(axes, 50, 5, 1)));
  EXPECT_EQ(std::set<std::string>(first.begin(), first.end()).size(), 6u) << "all are drawn";
  EXPECT_EQ(draw(axes, 3, 4, 2).size(), 6u);
}

TEST(SweepList, HasAColumnAParameterAndALineAPoint) {
  const test::ScratchDirectory scratch;
  const std::string file = scratch / "points.csv";
  test::write_file(file, "# chosen by hand\na, b\n1, 10 ns\n2,\"x,y\"\n");
  const std::vector<SweepAxis> axes = read_list(file);
  ASSERT_EQ(axes.size(), 2u);
  EXPECT_EQ(axes[1].name, "b");
  EXPECT_THAT(axes[1].values, ElementsAre("10 ns", "x,y"));
  EXPECT_THAT(texts_of(rows(axes, 3, 2)),
              ElementsAre("1 10 ns 3", "1 10 ns 4", "2 x,y 3", "2 x,y 4"));
  test::write_file(file, "a,b\n");
  EXPECT_THAT(error_of([&] { (void)read_list(file); }), HasSubstr("points.csv: no point"));
  test::write_file(file, "a,b\n1\n");
  EXPECT_THAT(error_of([&] { (void)read_list(file); }), HasSubstr("points.csv:2: 1 cells"));
  EXPECT_THAT(error_of([&] { (void)read_list(scratch / "none.csv"); }), HasSubstr("none.csv"));
}

}  // namespace
}  // namespace gf::app::sweep_axes_test
