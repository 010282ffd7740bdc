// SPDX-License-Identifier: Apache-2.0
#include "papers/report/page.h"
#include "papers/report/report.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_report.h"

namespace gf::papers::report::figures_section_test {
namespace {

using sample_report::sample;

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

}  // namespace
}  // namespace gf::papers::report::figures_section_test
