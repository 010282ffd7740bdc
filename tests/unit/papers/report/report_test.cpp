// SPDX-License-Identifier: Apache-2.0
// Holds: papers/report/figures_section.cpp papers/report/html.cpp papers/report/numbers.cpp
// Holds: papers/report/page.h papers/report/sections.cpp
#include "papers/report/report.h"

#include <gmock/gmock.h>
#include <regex>

#include "core/text/json.h"
#include "papers/report/page.h"
#include "tests/support/synthetic_experiments.h"

namespace gf::papers::report::report_test {
namespace {

using testing::HasSubstr;
using testing::Not;

Report sample() {
  Report report;
  report.version = "1.2.3";
  report.revision = "abc";
  report.selection = "demo.*";
  report.wall_seconds = 12.5;
  for (const Experiment& experiment : test::drawing_experiments())
    report.entries.push_back(
        {experiment, test::judged(experiment), true, 1.0, "runs/" + experiment.id});
  report.entries[0].result.runs = {{"t2", "the run"}};
  return report;
}

Measurement row(const std::string& quantity) {
  return {"p.e", quantity, Kind::kEmergent, 1.0, 2.0, "<u>", relative(0.1, "<why>"), "<src>", ""};
}

/// The page without what its scripts say.
std::string markup(std::string page) {
  for (std::size_t begin = 0; (begin = page.find("<script", begin)) != std::string::npos;)
    page.erase(begin, page.find("</script>", begin) + 9 - begin);
  return page;
}

TEST(Html, NeedsNoNetworkAndNoOtherFile) {
  const std::string page = html(sample());
  EXPECT_THAT(markup(page), Not(HasSubstr("http:")));
  EXPECT_THAT(markup(page), Not(HasSubstr("https:")));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("@import")));
  EXPECT_THAT(page, Not(HasSubstr("<link")));
  EXPECT_THAT(page, Not(HasSubstr("fetch(")));
}

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

TEST(Html, EveryFigureHasAThumbnailThatLeadsToIt) {
  const Report report = sample();
  const std::string page = html(report);
  for (const Entry& entry : report.entries)
    for (const Figure& figure : entry.result.figures) {
      const std::string key = figure_key(entry, figure);
      EXPECT_THAT(page, HasSubstr("<li><a href=\"#" + key + "\"><span aria-hidden=\"true\"><svg"));
      EXPECT_THAT(page, HasSubstr("<figure id=\"" + key + "\">"));
    }
}

TEST(Html, ChartsHoldTheirDataForTheScriptAndSayHowManyPointsTheyHave) {
  const std::string page = html(sample());
  EXPECT_THAT(page, HasSubstr("<script type=\"application/json\" class=\"chart-data\">{\"x\":"));
  EXPECT_THAT(page, HasSubstr("<span class=\"points\">(9 points)</span>"));
}

TEST(Html, RunsAreFolded) {
  EXPECT_THAT(html(sample()), HasSubstr("<details class=\"runs\"><summary>1 run</summary><ul><li>"
                                        "<a href=\"runs/demo.curves/t2\">the run</a>"));
}

TEST(Html, ReferenceHasAColumnOnlyWhereThereIsOne) {
  Report report = sample();
  EXPECT_THAT(html(report), HasSubstr(">reference</th>"));
  EXPECT_THAT(html(report), HasSubstr(">own arithmetic: 1.485</td>"));
  for (Entry& entry : report.entries)
    for (Measurement& m : entry.result.measurements) m.reference.clear();
  EXPECT_THAT(html(report), Not(HasSubstr(">reference</th>")));
}

TEST(Html, DeviationsHaveABadgeAFilterAndTheirRow) {
  const std::string page = html(sample());
  EXPECT_THAT(page, HasSubstr("<span class=\"badge deviates\">deviates</span></td>"));
  EXPECT_THAT(page, HasSubstr("data-filter=\"verdict\" value=\"deviates\""));
  EXPECT_THAT(page, HasSubstr("deviation DEMO-1"));
}

TEST(Html, ShowsEveryNumberFigureAndRun) {
  const Report report = sample();
  const std::string page = html(report);
  for (const Measurement* m : measurements(report)) EXPECT_THAT(page, HasSubstr(">" + m->id + "<"));
  for (const Entry& entry : report.entries)
    for (const Figure& figure : entry.result.figures)
      EXPECT_THAT(page, HasSubstr("<h5>" + figure.title + "</h5>"));
  EXPECT_THAT(page, HasSubstr("href=\"runs/demo.curves/t2\""));
  EXPECT_THAT(page, HasSubstr("1.2.3"));
  EXPECT_THAT(page, HasSubstr("12.5 s"));
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

TEST(ResultsJson, HoldsNoWallTime) {
  Report a = sample();
  Report b = sample();
  b.wall_seconds = 99;
  b.jobs = 7;
  b.entries[0].wall_seconds = 42;
  EXPECT_EQ(core::json_text(results_json(a)), core::json_text(results_json(b)));
  EXPECT_EQ(results_json(a)["generator"], kGenerator);
}

TEST(ResultsJson, CountsVerdicts) {
  Report report;
  Entry entry;
  entry.finished = true;
  entry.result.measurements = {row("q"), failed("p.e.f", "q", "r")};
  report.entries = {entry};
  EXPECT_EQ(core::json_text(results_json(report)["counts"]),
            R"({"pass":0,"deviates":0,"fail":2,"info":0,"unfinished":0})");
}

TEST(Gauge, ShowsTheShareOfTheToleranceUsed) {
  Measurement m{"p.e", "q", Kind::kExact, 100.0, 102.5, "", relative(0.05, "w"), "", ""};
  EXPECT_THAT(gauge(m), HasSubstr("+50 % of the tolerance used"));
  m.tolerance = in_range(100, 105, "w");
  EXPECT_THAT(gauge(m), HasSubstr("+0 % of the tolerance used"));
  m.tolerance = at_least(1, "w");
  EXPECT_EQ(gauge(m), "");
}

}  // namespace
}  // namespace gf::papers::report::report_test
