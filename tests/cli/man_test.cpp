// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/cli/man.cpp sc_main/cli/man_page.*
// Manual pages say what --help says, and man(7) reads them without a complaint.
#include <filesystem>
#include <gmock/gmock.h>

#include "core/system/find_program.h"
#include "tests/support/program.h"

namespace gf::test::man_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

namespace fs = std::filesystem;

TEST(Man, ShowsTheProgramsPage) {
  const Captured run = program({"man"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, AllOf(HasSubstr(".TH GPUFABRIC 1 "), HasSubstr("\\fBsweep\\fR\n"),
                             HasSubstr("\\fBpcie_t2\\fR\n"), HasSubstr("\\fB130\\fR\n"),
                             HasSubstr("\\fBgpufabric\\-completion\\fR(1)")));
}

TEST(Man, ShowsACommandsPage) {
  const Captured run = program({"man", "run"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out,
              AllOf(HasSubstr(".TH GPUFABRIC\\-RUN 1 "),
                    HasSubstr("\\fB\\-p, \\-\\-param\\fR \\fINAME=VALUE\\fR\n"),
                    HasSubstr("\\fB\\-o, \\-\\-outdir\\fR \\fIDIR\\fR\n"),
                    HasSubstr("\n.EX\n  gpufabric run pcie_t2"), HasSubstr("\\fB4\\fR\n")));
}

TEST(Man, AnUnknownCommandIsRefused) {
  EXPECT_EQ(program({"man", "rnu"}).code, 2);
  EXPECT_EQ(program({"man", "run", "--outdir", "x"}).code, 2);
}

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
}  // namespace gf::test::man_test
