// SPDX-License-Identifier: Apache-2.0
// Holds: papers/report/score_section.cpp
#include "papers/report/score.h"

#include "papers/report/page.h"
#include "tests/support/matchers.h"

namespace gf::papers::report::score_test {
namespace {

Measurement row(const std::string& id, Kind kind, Value published, double simulated) {
  return {id, "q", kind, std::move(published), simulated, "", in_range(0.9, 1.1, "why"), "", ""};
}

Entry entry_of(const std::string& id, const std::string& paper, std::vector<Measurement> rows) {
  Entry entry;
  entry.experiment = {id, "title", "[ONE20], Fig. 1", Experiment::Set::kQuick, {}};
  entry.experiment.paper = paper;
  entry.result.measurements = std::move(rows);
  entry.finished = true;
  return entry;
}

Report two_papers() {
  Measurement known = row("one.b.known", Kind::kEmergent, 3.0, 1);
  known.deviation = "ONE-1";
  Measurement order = row("one.b.order", Kind::kEmergent, std::string("D 16kB, not I"), 1);
  order.reads_as = ">= 1";
  order.deviation = "ONE-2";
  Measurement share = row("one.b.set", Kind::kCalibrated, std::string("about 1"), 1);
  share.reads_as = "0.9 ... 1.1";
  Report report;
  report.entries = {
      entry_of("one.a", "ONE20",
               {row("one.a.in", Kind::kEmergent, 1.0, 1), row("one.a.out", Kind::kExact, 1.0, 2)}),
      entry_of("one.b", "ONE20",
               {known, order, share, row("one.b.own", Kind::kDerived, {}, 1),
                row("one.b.off", Kind::kCalibrated, std::string("lower"), 2)}),
      entry_of("two.a", "", {row("two.a", Kind::kDerived, 1.0, 1)})};
  return report;
}

TEST(Score, CountsByPaperAndKind) {
  const std::vector<PaperScore> all = scores(two_papers());
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].paper, "one");
  EXPECT_EQ(all[0].name, "[ONE20]");
  EXPECT_EQ(all[0].all.rows, 7u);
  EXPECT_EQ(all[0].all.published, 4u);
  EXPECT_EQ(tally(all[0], Kind::kEmergent).published, 2u);
  EXPECT_EQ(tally(all[0], Kind::kEmergent).inside, 1u);
  EXPECT_EQ(tally(all[0], Kind::kEmergent).deviates, 2u);
  EXPECT_EQ(tally(all[0], Kind::kEmergent).known, 1u);
  EXPECT_EQ(tally(all[0], Kind::kExact).fail, 1u);
  EXPECT_EQ(all[1].name, "two");
}

TEST(Score, APassWithoutAPublishedNumberIsNotInside) {
  const std::vector<PaperScore> all = scores(two_papers());
  EXPECT_EQ(tally(all[0], Kind::kDerived).pass, 1u);
  EXPECT_EQ(tally(all[0], Kind::kDerived).inside, 0u);
}

TEST(Score, WordsThatAreReadAsAnOrderAreNoPublishedNumber) {
  const auto published = [](const std::string& words, const std::string& reads_as) {
    Measurement m = row("p.e", Kind::kEmergent, words, 1);
    m.reads_as = reads_as;
    Report report;
    report.entries = {entry_of("p.e", "P", {m})};
    return scores(report)[0].all.published;
  };
  EXPECT_EQ(published("D 16kB 256 CDP", ">= 1"), 0u);
  EXPECT_EQ(published("50 % less", "<= 0"), 0u);
  EXPECT_EQ(published("two of 3", ""), 0u);
  EXPECT_EQ(published("lower", "0.4 ... 0.6"), 0u);
  EXPECT_EQ(published("50 % lower", "0.45 ... 0.55"), 1u);
  EXPECT_EQ(published("more than 97 %", ">= 97"), 1u);
}

TEST(Score, ANumberWithTwoRowsCountsOnceAndIsInsideWhenBothAre) {
  const auto counted = [](Kind kind, double simulated, const std::string& deviation) {
    Measurement second = row("p.e.second", kind, 1.0, simulated);
    second.number = "p.e.first";
    second.deviation = deviation;
    Report report;
    report.entries = {entry_of("p.e", "P", {row("p.e.first", Kind::kEmergent, 1.0, 1), second})};
    return headline(scores(report)[0]);
  };
  EXPECT_THAT(counted(Kind::kEmergent, 1, ""), HasSubstr("numbers: 1; emergent and inside 1;"));
  EXPECT_THAT(counted(Kind::kCalibrated, 1, ""),
              HasSubstr("numbers: 1; emergent and inside 0; calibrated 1;"));
  EXPECT_THAT(counted(Kind::kEmergent, 1, "P-1"), HasSubstr("inside 0; calibrated 0; derived 0; "
                                                            "exact 0; deviate 1; fail 0"));
  EXPECT_THAT(counted(Kind::kEmergent, 2, "P-1"), HasSubstr("deviate 0; fail 1"));
}

TEST(Score, RowsWithALabelAreCalledByIt) {
  Report report = two_papers();
  for (Entry& entry : report.entries) entry.experiment.paper = "OWN";
  report.entries.back().experiment.label = "predictions";
  const std::vector<PaperScore> all = scores(report);
  EXPECT_EQ(all[0].name, "[OWN]");
  EXPECT_EQ(all[1].name, "predictions");
  EXPECT_THAT(score_section(report), HasSubstr("predictions <span class=\"muted\">two</span>"));
}

TEST(Score, PartsOfTheHeadlineAddUpToThePublishedNumbers) {
  for (const PaperScore& score : scores(two_papers())) {
    unsigned parts = 0;
    for (const ScoreTally& kind : score.kinds) {
      EXPECT_EQ(kind.inside + kind.known + kind.missed, kind.published);
      parts += kind.inside;
    }
    EXPECT_EQ(parts + score.all.known + score.all.missed, score.all.published);
  }
}

TEST(Score, HeadlineOfAPaper) {
  EXPECT_EQ(headline(scores(two_papers())[0]),
            "published numbers: 4; emergent and inside 1; calibrated 1; derived 0; exact 0; "
            "deviate 1; fail 1");
}

TEST(Score, SectionLinksToTheNumbersBehindEachCount) {
  const std::string section = score_section(two_papers());
  EXPECT_THAT(section, HasSubstr("<a href=\"#numbers\" data-paper=\"one\" data-kind=\"emergent\">"
                                 "<b>1</b> of 2</a>"));
  EXPECT_THAT(section, HasSubstr("data-paper=\"one\" data-verdict=\"deviates\""));
  EXPECT_THAT(section, HasSubstr("1 unpublished"));
}

TEST(Verdict, AnExplainedDifferenceDeviatesOnlyWithinItsBand) {
  Measurement m = row("p.e", Kind::kEmergent, 3.0, 1);
  EXPECT_EQ(verdict_of(m), Verdict::kPass);
  m.deviation = "P-1";
  EXPECT_EQ(verdict_of(m), Verdict::kDeviates);
  EXPECT_EQ(to_text(Verdict::kDeviates), "deviates");
  m.simulated = 1.2;
  EXPECT_EQ(verdict_of(m), Verdict::kFail);
}

}  // namespace
}  // namespace gf::papers::report::score_test
