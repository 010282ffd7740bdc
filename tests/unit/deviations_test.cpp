// SPDX-License-Identifier: Apache-2.0
// DEVIATIONS.md: every row in form, every id once, every named test there.
#include "tests/support/deviations.h"

#include <gmock/gmock.h>

#include "tests/support/captured.h"

namespace gf::test::deviations_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

const std::filesystem::path kSource = GF_SOURCE_DIR;

std::vector<std::string> defects(const std::string& rows) {
  return defects_of(read_deviations("| id | what differs | paper | here | why | test |\n"
                                    "|---|---|---|---|---|---|\n" +
                                    rows),
                    {"Suite.Case", "pcie.table2"});
}

TEST(Deviations, EveryRowIsWholeAndItsTestExists) {
  const auto known = known_tests(kSource / "tests", kSource / "papers");
  EXPECT_THAT(defects_of(read_deviations(read_file(kSource / "DEVIATIONS.md")), known), IsEmpty());
}

TEST(Deviations, KnownTestsHoldThisOne) {
  EXPECT_THAT(known_tests(kSource / "tests", kSource / "papers"),
              Contains("Deviations.KnownTestsHoldThisOne"));
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
