// SPDX-License-Identifier: Apache-2.0
#include "papers/report/page.h"
#include "papers/report/report.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_report.h"

namespace gf::papers::report::numbers_test {
namespace {

using sample_report::sample;

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

TEST(Gauge, ShowsTheShareOfTheToleranceUsed) {
  Measurement m{"p.e", "q", Kind::kExact, 100.0, 102.5, "", relative(0.05, "w"), "", ""};
  EXPECT_THAT(gauge(m), HasSubstr("+50 % of the tolerance used"));
  m.tolerance = in_range(100, 105, "w");
  EXPECT_THAT(gauge(m), HasSubstr("+0 % of the tolerance used"));
  m.tolerance = at_least(1, "w");
  EXPECT_EQ(gauge(m), "");
}

}  // namespace
}  // namespace gf::papers::report::numbers_test
