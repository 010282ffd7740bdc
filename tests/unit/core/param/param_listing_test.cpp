// SPDX-License-Identifier: Apache-2.0
// Holds: core/param/param_fold.cpp core/text/json.h
#include "core/param/param_listing.h"

#include <fstream>
#include <sstream>

#include "core/text/json.h"
#include "tests/support/matchers.h"

namespace gf::core::param_listing_test {
namespace {

ParamRow row(const std::string& path, const std::string& value) {
  return {path, "integer", value, "16", "1 ... 32", "width", "assumed", "default"};
}

std::vector<std::string> folded(const std::vector<ParamRow>& rows) {
  std::vector<std::string> texts;
  for (const auto& [row, instances] : fold(rows))
    texts.push_back(row.path + "=" + row.value + " x" + std::to_string(instances));
  return texts;
}

TEST(Fold, AlikeInstancesBecomeAGlob) {
  EXPECT_THAT(folded({row("k80_0.lanes", "16"), row("k80_1.lanes", "16")}),
              ElementsAre("k80_*.lanes=16 x2"));
  EXPECT_THAT(folded({row("plx.up.lanes", "8"), row("k80.up.lanes", "8")}),
              ElementsAre("*.up.lanes=8 x2"));
}

TEST(Fold, OddOnesFollowTheMany) {
  EXPECT_THAT(folded({row("a.lanes", "8"), row("b.lanes", "16"), row("c.lanes", "16")}),
              ElementsAre("*.lanes=16 x2", "a.lanes=8 x1"));
}

TEST(Fold, AllDifferentStayApart) {
  EXPECT_THAT(folded({row("a.lanes", "8"), row("b.lanes", "16"), row("lanes", "1")}),
              ElementsAre("a.lanes=8 x1", "b.lanes=16 x1", "lanes=1 x1"));
}

TEST(PrintParams, AlignedTable) {
  std::ostringstream out;
  print_params(out, {row("a_0.lanes", "8"), row("a_1.lanes", "8"), row("graphs", "")});
  EXPECT_EQ(out.str(),
            "parameter  default  value  legal     meaning     source\n"
            "---------  -------  -----  --------  ----------  -------\n"
            "a_*.lanes  16       8      1 ... 32  width (x2)  assumed\n"
            "graphs     16       \"\"     1 ... 32  width       assumed\n");
}

TEST(PrintParams, MarkdownAndJson) {
  std::ostringstream page;
  ParamRow odd = row("dev.policy", "a");
  odd.legal = "a|b";
  print_params_markdown(page, "pcie_t1", {row("lanes", "8"), odd});
  EXPECT_THAT(page.str(), AllOf(HasSubstr("# pcie_t1\n"), HasSubstr("## `dev`"),
                                HasSubstr("| `policy` | 16 | a\\|b | width | assumed |")));
  ParamRow free = row("dev.count", "3");
  free.legal = "";
  print_params_markdown(page, "pcie_t1", {free});
  EXPECT_THAT(page.str(), HasSubstr("| `count` | 16 | 0 or more | width | assumed |"));
  std::ostringstream json;
  print_params_json(json, {row("lanes", "8")});
  EXPECT_EQ(parse_json(json.str())[0]["default"], "16");
}

TEST(WriteResolvedIni, ReadsBackToTheSameValues) {
  const std::string file = testing::TempDir() + "resolved_test.ini";
  std::string text = "a # b";
  unsigned lanes = 4;
  const auto declare = [&](ParamRegistry& registry) {
    registry.root().add("text", text, "meaning", "assumed");
    registry.root().child("dev_0").add("lanes", lanes, "width", "assumed");
  };
  ParamRegistry first;
  declare(first);
  std::ofstream out(file);
  write_resolved_ini(out, "title", first.rows());
  out.close();

  text = "other";
  lanes = 1;
  ParamRegistry second;
  second.add_ini_file(file);
  declare(second);
  EXPECT_NO_THROW(second.check_all_used());
  EXPECT_EQ(text, "a # b");
  EXPECT_EQ(lanes, 4u);
  EXPECT_EQ(second.rows()[1].origin, file + ":7");
}

}  // namespace
}  // namespace gf::core::param_listing_test
