// SPDX-License-Identifier: Apache-2.0
#include <regex>

#include "papers/report/report.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_report.h"

namespace gf::papers::report::html_test {
namespace {

using namespace sample_report;  // NOLINT: what these tests share

TEST(Html, NeedsNoNetworkAndNoOtherFile) {
  const std::string page = html(sample());
  EXPECT_THAT(markup(page), Not(HasSubstr("http:")));
  EXPECT_THAT(markup(page), Not(HasSubstr("https:")));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("@import")));
  EXPECT_THAT(page, Not(HasSubstr("<link")));
  EXPECT_THAT(page, Not(HasSubstr("fetch(")));
}

TEST(Html, IdsAreUnique) {
  const std::string page = markup(html(sample()));
  const std::regex id(" id=\"([^\"]*)\"");
  std::set<std::string> seen;
  for (auto i = std::sregex_iterator(page.begin(), page.end(), id); i != std::sregex_iterator();
       ++i)
    EXPECT_TRUE(seen.insert((*i)[1]).second) << (*i)[1];
}

TEST(Html, TagsAreBalanced) {
  const std::string page = markup(html(sample()));
  for (const std::string tag :
       {"svg", "g",  "table", "tbody", "tr",   "td",  "article", "section",  "figure", "ul",
        "li",  "dl", "text",  "title", "main", "div", "details", "fieldset", "span",   "a"}) {
    const std::regex open("<" + tag + "[ >]");
    const std::regex close("</" + tag + ">");
    const auto count = [&page](const std::regex& what) {
      return std::distance(std::sregex_iterator(page.begin(), page.end(), what),
                           std::sregex_iterator());
    };
    EXPECT_EQ(count(open), count(close)) << tag;
  }
}

TEST(Html, NoTextBecomesMarkup) {
  Report report;
  Entry entry;
  entry.experiment = {"p.e", "<title>", "<source>", Experiment::Set::kQuick, {}};
  entry.result.measurements = {row("<script>alert(1)</script>"), failed("p.e.f", "q", "<crash>")};
  entry.result.notes = {"<note>"};
  entry.result.runs = {{"a\"b", "<run>"}};
  entry.directory = "runs/p.e";
  report.entries = {entry};
  report.selection = "<*>";
  const std::string page = html(report);
  for (const char* words :
       {"<script>alert", "<note>", "<source>", "<crash>", "<why>", "<u>", "<run>", "<*>", "a\"b"})
    EXPECT_THAT(page, Not(HasSubstr(words)));
}

}  // namespace
}  // namespace gf::papers::report::html_test
