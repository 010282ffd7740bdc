// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/doubted_claims.h"

#include "core/text/csv.h"
#include "core/text/json.h"
#include "core/text/terminal.h"
#include "tests/support/matchers.h"

namespace gf::app::doubted_claims_test {
namespace {

using papers::Measurement;
using papers::Outcome;

Measurement row(const std::string& id, double simulated) {
  Measurement made;
  made.id = id;
  made.quantity = "speed-up";
  made.published = 2.0;
  made.simulated = simulated;
  made.unit = "x";
  made.tolerance = papers::relative(0.1, "a tenth");
  made.source = "[A]";
  return made;
}

Outcome outcome(std::vector<Measurement> rows) {
  Outcome made;
  made.result.measurements = std::move(rows);
  made.finished = true;
  return made;
}

/// "a" is 2.0, and 1.9, 2.1, 3 in samples; "b" deviates; "c" is not gated.
std::vector<DoubtedClaim> claims() {
  Measurement deviates = row("b", 4);
  deviates.deviation = "A-1";
  deviates.tolerance = papers::in_range(3, 5, "a band");
  Measurement open = row("c", 1);
  open.published = {};
  open.tolerance = papers::not_gated("nothing is published");
  std::vector<std::vector<Outcome>> samples;
  for (const double value : {1.9, 2.1, 3.0})
    samples.push_back({outcome({row("a", value), deviates})});
  samples.push_back({outcome({papers::failed("a", "speed-up", "deadlock"), deviates})});
  return doubted_claims({outcome({row("a", 2), deviates, open})}, samples);
}

TEST(DoubtedClaims, CountInHowManySamplesTheGateHolds) {
  const auto found = claims();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].samples, 3u);
  EXPECT_EQ(found[0].holds, 2u);
  EXPECT_EQ(found[0].failed, 1u);
  EXPECT_NEAR(found[0].share(), 2.0 / 3, 1e-12);
  EXPECT_EQ(with_range(found[0]), "2 (1.92 ... 2.91)");
  EXPECT_EQ(DoubtedClaim{}.share(), 0);
}

TEST(DoubtedClaims, TheTableShowsWhatPassesOrAllOfIt) {
  const std::string few = claims_table(claims(), false, core::kAnyColumns);
  EXPECT_THAT(few, AllOf(HasSubstr("a "), HasSubstr("67 %"), Not(HasSubstr("deviates"))));
  EXPECT_THAT(claims_table(claims(), true, core::kAnyColumns), HasSubstr("deviates"));
  EXPECT_EQ(claims_summary(claims()),
            "emergent: 0 of 1 passing rows also pass in at least 95 % of the samples\n");
}

TEST(DoubtedClaims, TheFilesHoldAllOfIt) {
  const core::CsvTable csv(claims_csv(claims()), "claims.csv");
  EXPECT_EQ(csv.rows(), 2u);
  EXPECT_EQ(csv.text(0, "holds"), "2");
  EXPECT_EQ(csv.text(1, "verdict"), "deviates");
  EXPECT_THAT(
      claims_markdown(claims()),
      AllOf(HasSubstr("| `a` | emergent | 2 | 2 (1.92 ... 2.91) x |"), Not(HasSubstr("`b`"))));
  const auto json = core::parse_json(claims_json(claims()));
  EXPECT_EQ(json[0]["values"].size(), 3u);
  EXPECT_EQ(json[0]["failed"], 1);
}

}  // namespace
}  // namespace gf::app::doubted_claims_test
