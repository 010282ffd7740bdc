// SPDX-License-Identifier: Apache-2.0
// Holds: DEVIATIONS.md papers/rows.h papers/*_*/rows.csv
// DEVIATIONS.md: every row in form, every id once, every named test there.
#include "tests/support/deviations.h"

#include <algorithm>
#include <iterator>
#include <sstream>

#include "papers/experiment_registry.h"
#include "tests/support/captured.h"
#include "tests/support/matchers.h"

namespace gf::test::deviations_test {
namespace {

const std::filesystem::path kSource = GF_SOURCE_DIR;

std::vector<std::string> defects(const std::string& rows) {
  return defects_of(read_deviations("| id | what differs | paper | here | why | test |\n"
                                    "|---|---|---|---|---|---|\n" +
                                    rows),
                    {"Suite.Case", "pcie.table2"});
}

/// Names of tests and ids of claims.
std::vector<std::string> known() {
  std::vector<std::string> names = known_tests(kSource / "tests");
  for (const papers::Experiment& experiment : papers::all_experiments())
    for (const papers::Measurement& claim : experiment.rows) names.push_back(claim.id);
  return names;
}

std::vector<Deviation> table() { return read_deviations(read_file(kSource / "DEVIATIONS.md")); }

TEST(Deviations, EveryRowIsWholeAndItsTestExists) {
  EXPECT_THAT(defects_of(table(), known()), IsEmpty());
}

TEST(Deviations, EveryClaimThatDeviatesIsNamedByItsRow) {
  std::vector<std::string> wrong;
  for (const papers::Experiment& experiment : papers::all_experiments())
    for (const papers::Measurement& claim : experiment.rows) {
      if (claim.deviation.empty()) continue;
      bool named = false;
      for (const Deviation& row : table())
        if (row.id == claim.deviation)
          named = std::find(row.tests.begin(), row.tests.end(), claim.id) != row.tests.end();
      if (!named) wrong.push_back(claim.deviation + " does not name " + claim.id);
    }
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Deviations, AClaimThatIsNamedExcludesWhatIsPublished) {
  std::vector<std::string> wrong;
  for (const papers::Experiment& experiment : papers::all_experiments())
    for (const papers::Measurement& claim : experiment.rows)
      for (const Deviation& row : table())
        if (std::find(row.tests.begin(), row.tests.end(), claim.id) != row.tests.end() &&
            claim.deviation.empty() && !std::holds_alternative<std::monostate>(claim.published))
          wrong.push_back(row.id + ": " + claim.id + " passes with what is published");
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Deviations, ARowHasAtMostSixtyWords) {
  std::vector<std::string> long_rows;
  for (const Deviation& row : table()) {
    std::istringstream words(row.id + " " + row.what + " " + row.paper + " " + row.here + " " +
                             row.why);
    const auto count = std::distance(std::istream_iterator<std::string>(words), {});
    if (count > 60) long_rows.push_back(row.id + " has " + std::to_string(count));
  }
  EXPECT_THAT(long_rows, IsEmpty());
}

TEST(Deviations, KnownTestsHoldThisOne) {
  EXPECT_THAT(known(), Contains("Deviations.KnownTestsHoldThisOne"));
}

TEST(Deviations, GoodRowPasses) {
  EXPECT_THAT(defects("| PCIE-1 | w | p | h | y | `Suite.Case`, `pcie.table2` |\n"), IsEmpty());
}

TEST(Deviations, WrongRowsAreNamed) {
  EXPECT_THAT(defects("| PCIE-1 | w | p | h | y | `Suite.Gone` |\n"),
              ElementsAre("PCIE-1: no test Suite.Gone"));
  EXPECT_THAT(defects("| PCIE-1 | w | p | h | y | by eye |\n"),
              ElementsAre("PCIE-1: names no test"));
  EXPECT_THAT(defects("| PCIE-1 | w | p |  | y | `Suite.Case` |\n"),
              ElementsAre("PCIE-1: an empty column"));
  EXPECT_THAT(defects("| pcie1 | w | p | h | y | `Suite.Case` |\n"),
              ElementsAre("pcie1: not an id such as PCIE-1"));
  EXPECT_THAT(defects("| PCIE-1 | w | p | h | y | `Suite.Case` |\n"
                      "| PCIE-1 | w | p | h | y | `Suite.Case` |\n"),
              ElementsAre("PCIE-1: occurs twice"));
  EXPECT_THROW(defects("| PCIE-1 | w | p | h |\n"), std::runtime_error);
}

}  // namespace
}  // namespace gf::test::deviations_test
