// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/page/web_files.h
#include <cstring>
#include <filesystem>

#include "tests/support/matchers.h"
#include "tests/support/page_files.h"
#include "tests/support/program.h"

namespace gf::test::page_test {
namespace {

using page_files::PageTest;

TEST_F(PageTest, ARunHasItsPageAndOneWithoutHasNone) {
  const std::string with = run("with", {"store_goodput"});
  const std::string page = read_file(fs::path(with) / "run.html");
  EXPECT_THAT(page, HasSubstr("class=\"record\">"));
  EXPECT_THAT(page, Not(HasSubstr("<!--records-->")));
  EXPECT_LT(page.size(), 1'000'000u);
  const std::string without = run("without", {"store_goodput", "--no-page"});
  EXPECT_FALSE(fs::exists(fs::path(without) / "run.html"));
  EXPECT_FALSE(fs::exists(fs::path(without) / "record.json"));
  EXPECT_EQ(read_file(fs::path(with) / "stats.csv"), read_file(fs::path(without) / "stats.csv"));
}

TEST_F(PageTest, SaysWhatIsMissing) {
  EXPECT_THAT(exits(2, program({"page", scratch_ / "nowhere"})).err, HasSubstr("no run directory"));
  const std::string without = run("without", {"store_goodput", "--no-page"});
  EXPECT_THAT(exits(2, program({"page", without})).err,
              HasSubstr("--config " + without + "/config.resolved.ini"));
  const std::string with = run("with", {"store_goodput"});
  write_file(fs::path(with) / "record.json", "{}");
  EXPECT_EQ(program({"page", with}).code, 5);
  write_file(fs::path(with) / "record.json", "{\"format\":");
  EXPECT_EQ(program({"page", with}).code, 5) << "cut off";
  write_file(fs::path(with) / "record.json", R"({"format":7,"version":"x"})");
  EXPECT_EQ(program({"page", with}).code, 5) << "entries of other types";
  write_file(fs::path(with) / "record.json", R"({"format":"gpufabric record","version":99})");
  const Captured newer = exits(5, program({"page", with}));
  EXPECT_THAT(newer.err, HasSubstr("version 99"));
}

TEST_F(PageTest, ARunOfAnotherFormIsRefusedWithTheVersionThatMadeIt) {
  const std::string other = run("other", {"store_goodput"});
  std::string record = read_file(fs::path(other) / "run.json");
  for (const auto& [from, to] : {std::pair("\"format\": 1,", "\"format\": 7,"),
                                 std::pair("\"version\": \"", "\"version\": \"9.")})
    record.replace(record.find(from), std::strlen(from), to);
  write_file(fs::path(other) / "run.json", record);
  for (const Words& words :
       {Words{"page", other}, Words{"why", other}, Words{"diff", other, other}}) {
    const Captured refused = program(words);
    EXPECT_EQ(refused.code, 5) << words.front();
    EXPECT_THAT(refused.err, ContainsRegex("gpufabric 9[0-9.]+ made this run in form 7"));
    EXPECT_THAT(refused.err, HasSubstr("gpufabric run store_goodput --config"));
  }
}

}  // namespace
}  // namespace gf::test::page_test
