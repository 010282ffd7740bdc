// SPDX-License-Identifier: Apache-2.0
#include "papers/published_ledger.h"

#include "core/base/error.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::papers::published_ledger_test {
namespace {

std::vector<Experiment> one(Value published, Experiment::Set set = Experiment::Set::kQuick) {
  Measurement row{"p.e.a", "q", Kind::kEmergent, std::move(published), {}, "", equal("w"), "", ""};
  Experiment experiment{"p.e", "title", "[P20]", set, {}};
  experiment.rows = {row};
  return {experiment};
}

std::string refusal(const std::vector<Experiment>& experiments, const std::string& rows,
                    const std::string& deviations = "") {
  return test::refusal_of(
      [&] { check_ledger(experiments, "id,set,published\n" + rows, deviations); },
      core::ExitCode::kBadInput);
}

TEST(PublishedLedger, ARowThatStaysPasses) {
  EXPECT_EQ(refusal(one(1.5), "p.e.a,quick,1.5\n"), "");
  EXPECT_EQ(refusal(one(std::string("at most, 2")), "p.e.a,quick,\"at most, 2\"\n"), "");
}

TEST(PublishedLedger, ARowThatNoLongerPublishesIsRefused) {
  EXPECT_EQ(refusal(one({}), "p.e.a,quick,1.5\n"),
            "papers/published.csv:2: p.e.a no longer publishes 1.5; say why in a dated line of "
            "DEVIATIONS.md: - YYYY-MM-DD: `p.e.a`: ...");
  EXPECT_THAT(refusal({}, "p.e.a,quick,1.5\n"), HasSubstr("no longer publishes"));
}

TEST(PublishedLedger, ARowThatMovesOrChangesIsRefused) {
  EXPECT_THAT(refusal(one(1.5, Experiment::Set::kFull), "p.e.a,quick,1.5\n"),
              HasSubstr("p.e.a moved from the quick to the full set"));
  EXPECT_THAT(refusal(one(1.6), "p.e.a,quick,1.5\n"), HasSubstr("publishes 1.6 in place of 1.5"));
}

TEST(PublishedLedger, ADatedLineThatNamesTheRowExplainsIt) {
  EXPECT_EQ(refusal(one({}), "p.e.a,quick,1.5\n", "- 2026-11-29: `p.b`, `p.e.*`: why\n"), "");
  EXPECT_NE(refusal(one({}), "p.e.a,quick,1.5\n", "- 2026-11-29: `p.b.*`: why\n"), "");
  EXPECT_NE(refusal(one({}), "p.e.a,quick,1.5\n", "- lately: `p.e.*`: why\n"), "");
}

TEST(PublishedLedger, APublishedRowNeedsItsLine) {
  EXPECT_EQ(refusal(one(1.5), ""), "papers/published.csv:1: lacks a row; add p.e.a,quick,1.5");
}

}  // namespace
}  // namespace gf::papers::published_ledger_test
