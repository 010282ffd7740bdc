// SPDX-License-Identifier: Apache-2.0
// Holds: papers/gate.cpp
// The claims as data: what rows.csv may say, and what it may not.
#include "papers/rows.h"

#include "core/base/error.h"
#include "papers/experiment_registry.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::papers::rows_test {
namespace {

constexpr const char* kHead =
    "id,quantity,published,reads_as,reference,unit,kind,gate,deviation,why,source\n";

Measurement row(const std::string& line) { return read_rows(kHead + line, "rows.csv").at(0); }

std::string refusal(const std::string& line) {
  return test::refusal_of([&] { row(line); }, core::ExitCode::kBadInput);
}

Verdict verdict(const std::string& line, Value simulated) {
  Measurement claim = row(line);
  claim.simulated = std::move(simulated);
  return verdict_of(claim);
}

TEST(Rows, EachColumnIsRead) {
  const Measurement m =
      row("p.a,\"a, b\",> 97 %,>= 97,,%,emergent,>= 98,,why so,\"[SC16], Fig. 6\"\n");
  EXPECT_EQ(m.quantity, "a, b");
  EXPECT_EQ(std::get<std::string>(m.published), "> 97 %");
  EXPECT_EQ(m.kind, Kind::kEmergent);
  EXPECT_EQ(m.tolerance.low, 98);
  EXPECT_EQ(m.source, "[SC16], Fig. 6");
}

TEST(Rows, EveryGateOfTheGrammarJudges) {
  EXPECT_EQ(verdict("p,q,100,,,,exact,rel 5 %,,w,\n", 105.0), Verdict::kPass);
  EXPECT_EQ(verdict("p,q,100,,,,exact,rel 5 %,,w,\n", 105.1), Verdict::kFail);
  EXPECT_EQ(verdict("p,q,100,,,,exact,abs 1,,w,\n", 99.0), Verdict::kPass);
  EXPECT_EQ(verdict("p,q,100,,,,exact,abs 1,,w,\n", 98.9), Verdict::kFail);
  EXPECT_EQ(verdict("p,q,100,,,,exact,>= 90,,w,\n", 90.0), Verdict::kPass);
  EXPECT_EQ(verdict("p,q,100,,,,exact,<= 110,,w,\n", 110.5), Verdict::kFail);
  EXPECT_EQ(verdict("p,q,0->1,,,,exact,equal,,w,\n", "0->1"), Verdict::kPass);
  EXPECT_EQ(verdict("p,q,,,,,exact,-,,w,\n", 3.0), Verdict::kInfo);
}

TEST(Rows, AReferenceIsHeldAgainstWhereTheSourceIsSilent) {
  const char* line = "p,q,,,BookSim2: 112.7,cycles,emergent,abs 1,,w,\n";
  EXPECT_EQ(verdict(line, 113.6), Verdict::kPass);
  EXPECT_EQ(verdict(line, 113.8), Verdict::kFail);
  EXPECT_EQ(std::get<double>(target_of(row(line))), 112.7);
}

TEST(Rows, AKnownMissDeviatesWithinItsBandAndFailsBeyond) {
  const char* line = "p,q,5.3,,,x,emergent,14 ... 15,PROACT-15,w,\n";
  EXPECT_EQ(verdict(line, 14.6), Verdict::kDeviates);
  EXPECT_EQ(verdict(line, 13.9), Verdict::kFail);
  EXPECT_EQ(verdict(line, 5.3), Verdict::kFail);  // who closes the gap must change the row
}

TEST(Rows, APassWhoseGateExcludesWhatIsPublishedIsRefused) {
  EXPECT_THAT(refusal("p,q,5.3,,,x,emergent,14 ... 15,,w,\n"),
              HasSubstr("rows.csv:2: p has a gate that excludes what is published"));
  EXPECT_THAT(refusal("p,q,> 97 %,>= 97,,%,emergent,<= 95,,w,\n"), HasSubstr("excludes"));
  EXPECT_THAT(refusal("p,q,5.3,,,x,emergent,5 ... 15,PROACT-15,w,\n"),
              HasSubstr("its band contains what is published"));
  EXPECT_THAT(refusal("p,q,5.3,,,x,emergent,-,,w,\n"), HasSubstr("no gate"));
  EXPECT_THAT(refusal("p,q,,,,x,emergent,1 ... 2,PROACT-15,w,\n"),
              HasSubstr("deviates, but no value"));
}

TEST(Rows, AQuantityThatNeedsTheRowAboveIsRefused) {
  EXPECT_THAT(
      refusal("p,\"the same, 4 KiB\",1,,,x,emergent,abs 1,,w,\n"),
      HasSubstr("rows.csv:2: p has a quantity that only the row above explains (\"the same, "
                "4 KiB\")"));
  EXPECT_THAT(refusal("p,100 MHz: the same,1,,,x,emergent,abs 1,,w,\n"), HasSubstr("row above"));
  EXPECT_EQ(refusal("p,time of the same copies,1,,,x,emergent,abs 1,,w,\n"), "");
}

TEST(Rows, AGateWiderThanThePrintedWordsIsRefused) {
  EXPECT_THAT(refusal("p,q,never worse,>= 1,,x,emergent,>= 0.99,,w,\n"),
              HasSubstr("rows.csv:2: p has a gate that is wider than the published words"));
  EXPECT_THAT(refusal("p,q,between 10% and 15%,10 ... 15,,%,emergent,5 ... 20,,w,\n"),
              HasSubstr("wider than the published words"));
  EXPECT_THAT(refusal("p,q,three,3 ... 3,,,emergent,<= 3,,w,\n"),
              HasSubstr("wider than the published words"));
  EXPECT_EQ(refusal("p,q,between 10% and 15%,10 ... 15,,%,emergent,10 ... 15,,w,\n"), "");
  EXPECT_EQ(refusal("p,q,never worse,>= 1,,x,emergent,>= 1.02,,w,\n"), "");
  EXPECT_EQ(refusal("p,q,never worse,>= 1,,x,emergent,0.98 ... 0.99,P-1,w,\n"), "");
}

TEST(Rows, BadTablesAreRefusedWithTheirLine) {
  EXPECT_THAT(refusal("p,q,1,,,,guess,equal,,w,\n"), HasSubstr("rows.csv:2: kind \"guess\""));
  EXPECT_THAT(refusal("p,q,1,,,,exact,about 5,,w,\n"), HasSubstr("rows.csv:2: gate \"about 5\""));
  EXPECT_THAT(refusal("p,q,1\n"), HasSubstr("rows.csv:2: 3 cells; expected 11"));
  EXPECT_THAT(refusal("p,q,1,,,,exact,equal,,,\n"), HasSubstr("no reason"));
}

/// The refusal of a table with the column `number`; empty: it is accepted.
std::string refusal_of_table(const std::string& rows) {
  std::string head = kHead;
  head.insert(head.size() - 1, ",number");
  return test::refusal_of([&] { read_rows(head + rows, "rows.csv"); }, core::ExitCode::kBadInput);
}

TEST(Rows, AnIdThatOccursTwiceIsRefusedWithBothLines) {
  EXPECT_EQ(refusal_of_table("p.a,q,1,,,,exact,equal,,w,,\np.b,r,1,,,,exact,equal,,w,,\n"
                             "p.a,s,1,,,,exact,equal,,w,,\n"),
            "rows.csv:4: p.a occurs twice; first in line 2");
}

TEST(Rows, ANumberIsOneThatARowPublishes) {
  const std::string first = "p.a,q,1,,,,exact,equal,,w,,\np.own,o,,,,,exact,-,,w,,\n";
  EXPECT_EQ(refusal_of_table(first + "p.b,r,1,,,,exact,equal,,w,,p.a\n"), "");
  EXPECT_EQ(refusal_of_table(first + "p.b,r,1,,,,exact,equal,,w,,p.z\n"),
            "rows.csv:4: p.b reads number p.z, which is no row");
  EXPECT_EQ(refusal_of_table(first + "p.b,r,1,,,,exact,equal,,w,,p.own\n"),
            "rows.csv:4: p.b reads number p.own, which publishes nothing");
  EXPECT_EQ(refusal_of_table(first + "p.b,r,,,,,exact,-,,w,,p.a\n"),
            "rows.csv:4: p.b reads number p.a but publishes nothing");
  EXPECT_THAT(refusal_of_table(first + "p.b,r,1,,,,exact,equal,,w,,p.a\n"
                                       "p.c,s,1,,,,exact,equal,,w,,p.b\n"),
              HasSubstr("rows.csv:5: p.c reads number p.b, which is itself a reading of p.a"));
}

TEST(Rows, EveryClaimOfTheProgramIsOneThatARunCanHold) {
  std::size_t rows = 0;
  for (const Experiment& experiment : all_experiments()) {
    EXPECT_FALSE(experiment.rows.empty()) << experiment.id << " claims nothing";
    EXPECT_FALSE(experiment.paper.empty()) << experiment.id;
    rows += experiment.rows.size();
  }
  EXPECT_GT(rows, 300u);
}

}  // namespace
}  // namespace gf::papers::rows_test
