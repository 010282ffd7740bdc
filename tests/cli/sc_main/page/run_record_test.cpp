// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/page/page_recorder.h
#include <filesystem>

#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/page_files.h"
#include "tests/support/program.h"

namespace gf::test::run_record_test {
namespace {

using namespace page_files;  // NOLINT: what these tests share
using nlohmann::json;

/// Returns the text between the tags of each record in the page.
std::vector<std::string> records_in(const std::string& page) {
  std::vector<std::string> records;
  const std::string begin = "class=\"record\">";
  for (std::size_t at = 0; (at = page.find(begin, at)) != std::string::npos;) {
    at += begin.size();
    records.push_back(page.substr(at, page.find("</script>", at) - at));
  }
  return records;
}

TEST_F(PageTest, NamesDoNotEndItsRecords) {
  const std::string name = "<!--<script>";
  const std::string one = run(name, {"store_goodput"});
  const std::string two = run("two", {"store_goodput", "-p", "bytes=8 B"});
  const fs::path both = scratch_ / "both.html";
  ASSERT_EQ(program({"diff", one, two, "--page=" + both.string()}).code, 0);
  for (const auto& [page, count] :
       {std::pair(fs::path(one) / "run.html", 1u), std::pair(both, 2u)}) {
    const std::vector<std::string> records = records_in(read_file(page));
    ASSERT_EQ(records.size(), count) << page;
    EXPECT_THAT(records[0], Not(HasSubstr("<")));
    EXPECT_EQ(core::parse_json(records[0])["run"]["directory"], name);
  }
}

TEST_F(PageTest, TheSameRunHasTheSameRecord) {
  const Words words = {"pcie_t2", "--workload", "ring:bytes=64 KiB"};
  json a = record_in(run("a", words)), b = record_in(run("b", words));
  for (json* const record : {&a, &b})
    for (const char* const name : {"command", "directory"}) (*record)["run"].erase(name);
  EXPECT_EQ(a, b);
}

}  // namespace
}  // namespace gf::test::run_record_test
