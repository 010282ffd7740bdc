// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::list_test {
namespace {

using nlohmann::json;

TEST(List, TableAndJsonAgree) {
  const Captured table = exits(0, program({"list"}));
  const json list = core::parse_json(program({"list", "--json"}).out);
  ASSERT_GE(list.size(), 3u);
  for (const json& entry : list) {
    EXPECT_THAT(table.out, HasSubstr(entry["name"].get<std::string>()));
    EXPECT_THAT(entry["source"], testing::AnyOf(StartsWith("["), "none"));
  }
}

}  // namespace
}  // namespace gf::test::list_test
