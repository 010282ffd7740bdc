// SPDX-License-Identifier: Apache-2.0
#include "runs/result.h"

#include <cmath>

#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::runs::result_test {
namespace {

class ResultTest : public testing::Test {
 protected:
  void stats(const std::string& text) { test::write_file(scratch_ / "run/stats.json", text); }
  Result result() const { return Result(scratch_ / "run"); }
  std::string failure() const {
    try {
      const Result read = result();
    } catch (const RunError& error) {
      return error.what();
    }
    ADD_FAILURE() << "no error";
    return "";
  }
  const test::ScratchDirectory scratch_;
};

TEST_F(ResultTest, HoldsNumbersByName) {
  stats(
      R"({"results": {"time": {"value": 2.5, "unit": "s"}, "none": {"value": null, "unit": ""}}})");
  EXPECT_EQ(result().value("time"), 2.5);
  EXPECT_EQ(result().numbers().at("time").unit, "s");
  EXPECT_TRUE(std::isnan(result().value("none"))) << "a rate over no time";
  EXPECT_TRUE(result().has("time"));
  EXPECT_FALSE(result().has("tim"));
}

TEST_F(ResultTest, NamesTheNearest) {
  stats(R"({"results": {"time": {"value": 1, "unit": "s"}, "goodput": {"value": 1, "unit": ""}}})");
  try {
    (void)result().value("tine");
    FAIL();
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("no result \"tine\""), HasSubstr("nearest: time")));
  }
}

TEST_F(ResultTest, RefusesWhatIsNoStatistics) {
  EXPECT_THAT(failure(), HasSubstr("stats.json"));
  for (const char* text : {"", "{", "[]", R"({"results": {"a": 1}})", R"({"results": {"a": {}}})",
                           R"({"results": {"a": {"value": "x", "unit": ""}}})"}) {
    stats(text);
    EXPECT_THAT(failure(), HasSubstr("is damaged: ")) << text;
  }
}

TEST_F(ResultTest, ReadsItsTables) {
  stats(R"({"results": {}})");
  test::write_file(scratch_ / "run/tasks.csv", "task,bytes\na,5\n");
  EXPECT_EQ(result().csv("tasks.csv").numbers("bytes"), std::vector<double>{5});
  EXPECT_THROW((void)result().csv("other.csv"), RunError);
  test::write_file(scratch_ / "run/tasks.csv", "task,bytes\na\n");
  EXPECT_THAT(test::error_of([&] { (void)result().csv("tasks.csv"); }),
              HasSubstr("tasks.csv:2: 1 cells"));
}

}  // namespace
}  // namespace gf::runs::result_test
