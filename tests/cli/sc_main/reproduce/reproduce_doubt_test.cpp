// SPDX-License-Identifier: Apache-2.0
#include "core/text/csv.h"
#include "tests/support/doubt_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::reproduce_doubt_test {
namespace {

TEST_F(DoubtTest, ReproduceSaysInHowManySamplesAGateHolds) {
  const std::vector<std::string> words = {"reproduce", "pcie.efficiency",  "--doubt", "--runs", "2",
                                          "--outdir",  scratch_ / "claims"};
  EXPECT_THAT(exits(0, program(words)).out,
              AllOf(HasSubstr("pcie.efficiency"), HasSubstr("holds in"), HasSubstr("derived: "),
                    HasSubstr("in 2 samples")));
  const core::CsvTable table(file("claims/claims.csv"), "claims.csv");
  ASSERT_GT(table.rows(), 0u);
  EXPECT_EQ(table.text(0, "samples"), "2");
  EXPECT_EQ(table.text(0, "failed"), "0");
  const std::string csv = file("claims/claims.csv"), json = file("claims/claims.json");
  EXPECT_EQ(program(words).code, 0);  // from the store
  EXPECT_EQ(file("claims/claims.csv"), csv);
  EXPECT_EQ(file("claims/claims.json"), json);
}

}  // namespace
}  // namespace gf::test::reproduce_doubt_test
