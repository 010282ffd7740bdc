// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/pcie/communications.h
#include <fmt/format.h>

#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/small_run.h"

namespace gf::test::run_results_test {
namespace {

using nlohmann::json;
using namespace small_run;  // NOLINT: what these tests share

TEST(Run, PrintsATableAndWritesNoFiles) {
  const Captured run = exits(0, program(kSmall));
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_THAT(run.out, HasSubstr("GB/s"));
}

TEST(Run, CopiesThatTheAnalyticModelDoesNotCoverHaveNoErrorAgainstIt) {
  const auto last_row = [](const std::string& bytes) {
    const Captured run =
        program({"run", "pcie_t2", "-q", "--workload", "pairwise:distance=4,bytes=" + bytes});
    return lines_of(run.out).back();
  };
  EXPECT_THAT(last_row("1 MiB"), testing::ContainsRegex("[+-][0-9]+\\.[0-9]$"));
  for (const char* bytes : {"1 B", "4 KiB"})
    EXPECT_THAT(last_row(bytes), Not(testing::ContainsRegex("[+-][0-9]"))) << bytes;
  const auto results = core::parse_json(program(small({"--json"})).out).at("results");
  EXPECT_FALSE(results.contains("error_max"));
}

TEST(Run, JsonHoldsTheResults) {
  const Captured run = program(small({"--json", "--seed", "7"}));
  const json out = core::parse_json(run.out);
  EXPECT_EQ(out["platform"], "pcie_t2");
  EXPECT_EQ(out["seed"], 7);
  EXPECT_EQ(out["exit_reason"], "done");
  EXPECT_EQ(out["results"]["communications"]["value"], 8);
  EXPECT_EQ(out["results"]["communications"]["unit"], "count");
  // stats.json has all bits; here a number is one of 15 digits: no 87630.00000000001.
  for (const auto& result : out["results"]) {
    const double value = result["value"];
    EXPECT_EQ(value, std::stod(fmt::format("{:.15g}", value)));
  }
}

}  // namespace
}  // namespace gf::test::run_results_test
