// SPDX-License-Identifier: Apache-2.0
// list, params, topology: what there is, before anything runs.
#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::params_test {
namespace {

using nlohmann::json;

TEST(Params, EveryParameterHasMeaningAndSource) {
  const json rows = core::parse_json(program({"params", "pcie_t2", "--json"}).out);
  ASSERT_GT(rows.size(), 100u);
  for (const json& row : rows) {
    EXPECT_NE(row["meaning"], "") << row["path"];
    EXPECT_NE(row["source"], "") << row["path"];
  }
}

TEST(Params, MarkdownPage) {
  EXPECT_THAT(program({"params", "pcie_t1", "--markdown"}).out,
              AllOf(StartsWith("# Parameters of pcie_t1\n"), HasSubstr("| Parameter |")));
  EXPECT_EQ(program({"params", "pcie_t1", "--markdown", "--json"}).code, 2);
}

}  // namespace
}  // namespace gf::test::params_test
