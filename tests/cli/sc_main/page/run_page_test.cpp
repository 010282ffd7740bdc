// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <gmock/gmock.h>

#include "tests/support/page_files.h"
#include "tests/support/program.h"

namespace gf::test::run_page_test {
namespace {

using page_files::PageTest;

TEST_F(PageTest, IsMadeAgainFromTheRecord) {
  const std::string directory = run("a", {"store_goodput"});
  const fs::path page = fs::path(directory) / "run.html";
  const std::string before = read_file(page);
  fs::remove(page);
  EXPECT_EQ(program({"page", directory}).code, 0);
  EXPECT_EQ(read_file(page), before);
  EXPECT_EQ(program({"page", directory, "--to", scratch_ / "other.html"}).code, 0);
  EXPECT_EQ(read_file(scratch_ / "other.html"), before);
}

TEST_F(PageTest, TwoRunsOnOnePage) {
  const std::string a = run("a", {"store_goodput"});
  const std::string b = run("b", {"store_goodput", "-p", "bytes=8 B"});
  exits(0, program({"diff", a, b, "--page=" + (scratch_ / "both.html").string()}));
  const std::string page = read_file(scratch_ / "both.html");
  std::size_t records = 0;
  for (std::size_t at = 0; (at = page.find("class=\"record\">", at)) != std::string::npos; ++at)
    ++records;
  EXPECT_EQ(records, 2u);
}

}  // namespace
}  // namespace gf::test::run_page_test
