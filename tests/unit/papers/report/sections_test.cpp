// SPDX-License-Identifier: Apache-2.0
#include "papers/report/report.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_report.h"

namespace gf::papers::report::sections_test {
namespace {

using namespace sample_report;  // NOLINT: what these tests share

TEST(Html, ScoreComesFirstThenFiguresThenNumbers) {
  const std::string page = html(sample());
  std::size_t last = 0;
  for (const char* id : {"score", "figures", "numbers", "experiments", "meaning", "environment"}) {
    const std::size_t at = page.find("<section id=\"" + std::string(id) + "\">");
    ASSERT_NE(at, std::string::npos) << id;
    EXPECT_GT(at, last) << id;
    last = at;
  }
}

TEST(Html, RunsAreFolded) {
  EXPECT_THAT(html(sample()), HasSubstr("<details class=\"runs\"><summary>1 run</summary><ul><li>"
                                        "<a href=\"runs/demo.curves/t2\">the run</a>"));
}

TEST(Html, RunIsLinkedToItsPageOrSaysHowToMakeIt) {
  Report report = sample();
  report.entries[0].result.runs = {{"k1", "one", "", "gpufabric run a -p 'x=<1>'", true},
                                   {"k2", "two", "", "gpufabric run b -p 'x=<2>'", false}};
  const std::string page = markup(html(report));
  EXPECT_THAT(page, HasSubstr("/k1/run.html\""));
  EXPECT_THAT(page, Not(HasSubstr("gpufabric run a")));
  EXPECT_THAT(page, Not(HasSubstr("/k2/run.html")));
  EXPECT_THAT(page, HasSubstr("<pre>gpufabric run b -p &#39;x=&lt;2&gt;&#39;</pre>"));
}

TEST(Html, PartialReportSaysSo) {
  Report report = sample();
  EXPECT_THAT(html(report), Not(HasSubstr("Partial report")));
  report.interrupted = true;
  report.entries.back().finished = false;
  EXPECT_THAT(html(report), HasSubstr("Partial report: interrupted with 1 of 6 experiments"));
}

}  // namespace
}  // namespace gf::papers::report::sections_test
