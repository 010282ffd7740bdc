// SPDX-License-Identifier: Apache-2.0
// Manual pages say what --help says, and man(7) reads them without a complaint.
#include <filesystem>

#include "core/system/find_program.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::man_page_test {
namespace {

/// What `checker` has to say of the page; nothing where it is not installed.
std::string complaints(const std::string& checker, std::vector<std::string> words,
                       const fs::path& page) {
  const auto found = core::find_program(checker);
  if (!found) return "";
  words.insert(words.begin(), found->string());
  words.push_back(page.string());
  const Captured run = capture(words);
  return (checker == "mandoc" ? run.out : "") + run.err;
}

TEST(Man, PagesOfAllCommandsAreWhatManTakes) {
  const ScratchDirectory own;
  setenv("SOURCE_DATE_EPOCH", "86400", 1);
  ASSERT_EQ(program({"man", "--outdir", (own / "man1").string()}).code, 0);
  unsigned pages = 0;
  for (const auto& page : fs::directory_iterator(own / "man1")) {
    ++pages;
    EXPECT_THAT(read_file(page.path()), HasSubstr(" 1 1970-01-02 \"gpufabric "));
    EXPECT_THAT(complaints("mandoc", {"-Tlint", "-Wwarning"}, page.path()), IsEmpty());
    EXPECT_THAT(complaints("groff", {"-man", "-ww", "-z"}, page.path()), IsEmpty());
  }
  EXPECT_GE(pages, 17u);
}

}  // namespace
}  // namespace gf::test::man_page_test
