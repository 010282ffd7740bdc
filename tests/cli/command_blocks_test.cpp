// SPDX-License-Identifier: Apache-2.0
// Holds: README.md docs/*.md docs/tutorials/*.md
// Every command that a page shows is run as it stands there, in a directory that has the files of
// the repository which it names, and gives the output that the page shows. Git ignores what the
// first pages leave there, so that a reader who types it in a clone finds the clone unchanged.
#include "tests/support/command_blocks.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <regex>

#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tlm_models/import/readers/xml_tree.h"
#include "workloads/schedule/chakra/chakra_reader.h"

namespace gf::test::command_blocks_test {
namespace {

const fs::path kSource = GF_SOURCE_DIR;

/// README and the pages of docs/ that show commands, by name.
std::vector<std::string> pages() {
  std::vector<std::string> found;
  const auto add = [&](const fs::path& page) {
    if (page.extension() == ".md" && !command_blocks(read_file(page)).empty())
      found.push_back(fs::relative(page, kSource));
  };
  add(kSource / "README.md");
  for (const auto& entry : fs::recursive_directory_iterator(kSource / "docs")) add(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

/// A reader of a page: a shell in a clone of what pages name, which stays where it went.
class Reader {
 public:
  Reader() {
    for (const char* name : {"docs", "platforms", "waveforms", ".gitignore"})
      fs::copy(kSource / name, clone_ / name, fs::copy_options::recursive);
    EXPECT_EQ(git("init --quiet && git add .").code, 0);
    const std::string path = std::getenv("PATH");
    setenv("PATH", (fs::path(GF_PROGRAM).parent_path().string() + ":" + path).c_str(), 1);
  }
  Captured type(const std::string& command) {
    write_file(notes_ / "script",
               fmt::format("cd '{}'\n{{ {}\n}} 2>&1\ncode=$?\npwd > '{}'\nexit $code\n",
                           where_.string(), command, (notes_ / "where").string()));
    Captured ran = capture({"/bin/bash", notes_ / "script"});
    where_ = read_file(notes_ / "where");
    where_ = where_.string().substr(0, where_.string().find('\n'));
    return ran;
  }
  /// Lists the files that git would offer to commit.
  [[nodiscard]] std::string left() const {
    return git("ls-files --others --modified --exclude-standard").out;
  }

 private:
  [[nodiscard]] Captured git(const std::string& arguments) const {
    return capture(
        {"/bin/bash", "-c", fmt::format("cd '{}' && git {}", clone_.path().string(), arguments)});
  }

  ScratchDirectory clone_, notes_;
  fs::path where_ = clone_.path();
};

/// docs/tutorials/pcie.md -> tutorials_pcie.
std::string test_name(const std::string& page) {
  std::string name = fs::path(page).replace_extension().string();
  if (name.rfind("docs/", 0) == 0) name.erase(0, 5);
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

bool is_of_the_first_hours(const std::string& page) {
  return page == "README.md" || page == "docs/first_hour.md" || page == "docs/tour.md" ||
         page.rfind("docs/tutorials/", 0) == 0;
}

/// Without the lines of progress that a run on a busy machine writes every 30 seconds.
std::string without_progress(const std::string& output) {
  static const std::regex line("[^\n]*: [0-9]+ %, [0-9:]+ elapsed[^\n]*\n");
  return std::regex_replace(output, line, "");
}

class Page : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Docs, Page, testing::ValuesIn(pages()),
                         [](const auto& info) { return test_name(info.param); });

TEST_P(Page, ShowsWhatItsCommandsDo) {
  if (GetParam() == "docs/traces.md" && !model::reads_chakra())
    GTEST_SKIP() << "built without protobuf (Debian: libprotobuf-dev)";
  if (GetParam() == "docs/import.md" && !model::reads_xml())
    GTEST_SKIP() << "built without pugixml (Debian: libpugixml-dev)";
  Reader reader;
  for (const CommandBlock& block : command_blocks(read_file(kSource / GetParam()))) {
    if (!block.not_run.empty()) continue;
    for (const PageCommand& one : block.commands) {
      const Captured ran = reader.type(one.command);
      EXPECT_TRUE(one.output.empty() ? ran.code == 0
                                     : shows(one.output, without_progress(ran.out), block.compared))
          << GetParam() << ':' << one.line << ": " << one.command << "\nexit code " << ran.code
          << ", output:\n"
          << ran.out;
    }
  }
  if (is_of_the_first_hours(GetParam())) {
    EXPECT_EQ(reader.left(), "") << GetParam() << " writes what .gitignore does not cover";
  }
}

TEST(CommandBlocks, NoCommandStandsElsewhere) {
  for (const std::string& page : pages())
    EXPECT_THAT(stray_commands(read_file(kSource / page)), IsEmpty()) << page;
}

TEST(CommandBlocks, ProgressOfASlowRunIsNoOutput) {
  EXPECT_EQ(without_progress("cluster: 95 %, 0:30 elapsed, ETA 0:02\ntime 3 us\n"), "time 3 us\n");
}

TEST(CommandBlocks, AreReadAsTheyAreWritten) {
  const auto blocks = command_blocks(
      "```console\n$ a \\\n    b\nout\n$ c\n```\n<!-- not run: slow -->\n```console\n$ d\n```\n"
      "```\n$ e\n```\n```console\n$ f\n```\n");
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[0].commands[0].command, "a \\\n    b");
  EXPECT_THAT(blocks[0].commands[0].output, ElementsAre("out"));
  EXPECT_EQ(blocks[0].commands[1].command, "c");
  EXPECT_EQ(blocks[0].commands[1].line, 5u);
  EXPECT_EQ(blocks[1].not_run, "slow");
  EXPECT_THAT(blocks[2].not_run, IsEmpty());
  EXPECT_THROW((void)command_blocks("```console\nno prompt\n```\n"), std::logic_error);
  EXPECT_THROW((void)command_blocks("```console\n$ a\n"), std::logic_error);
}

TEST(CommandBlocks, StrayCommandsAreSeen) {
  EXPECT_THAT(stray_commands("text\n\n    $ a\n    gpufabric list\n\n```\nscripts/run\n```\n"
                             "```console\n$ b\n```\ngpufabric lists platforms\n"),
              ElementsAre("    $ a", "    gpufabric list", "scripts/run"));
}

TEST(CommandBlocks, OutputIsComparedButForDots) {
  EXPECT_TRUE(shows({"a", "b"}, "a\nb\n"));
  EXPECT_FALSE(shows({"a", "b"}, "a\nc\n"));
  EXPECT_FALSE(shows({"a"}, "a\nb\n"));
  EXPECT_TRUE(shows({"a", "..."}, "a\nb\nc\n"));
  EXPECT_TRUE(shows({"...", "c"}, "a\nb\nc\n"));
  EXPECT_FALSE(shows({"...", "b"}, "a\nb\nc\n"));
  EXPECT_TRUE(shows({"took ... s, done"}, "took 0.3 s, done\n"));
  EXPECT_FALSE(shows({"took ... s, done"}, "took 0.3 s\n"));
  EXPECT_TRUE(shows({"..."}, ""));
}

TEST(CommandBlocks, SayWhatIsCompared) {
  const auto blocks =
      command_blocks("<!-- compared: 3 digits -->\n```console\n$ a\n```\n```console\n$ b\n```\n");
  EXPECT_EQ(blocks.at(0).compared, "3 digits");
  EXPECT_EQ(blocks.at(1).compared, "");
  EXPECT_THROW((void)shows({"a"}, "a\n", "rows 1"), std::logic_error);
}

TEST(CommandBlocks, NumbersAreComparedByTheirFirstDigits) {
  const auto three = [](const std::string& shown, const std::string& output) {
    return shows({shown}, output, "3 digits");
  };
  EXPECT_TRUE(three("took 53.511 us, +1.1 %", "took 53.512 us, +1.2 %"));
  EXPECT_FALSE(shows({"took 53.511 us"}, "took 53.512 us"));
  EXPECT_FALSE(three("took 53.511 us", "took 53.62 us"));
  EXPECT_FALSE(three("+1.1 %", "+1.3 %")) << "more than the last digit that is shown";
  EXPECT_FALSE(three("+1.1 %", "-1.1 %"));
  EXPECT_FALSE(three("3 of 4.00", "2 of 4.00")) << "counts are exact";
  EXPECT_FALSE(three("1.00 us", "1.00 ns"));
  EXPECT_TRUE(three("a    999.996  b", "a   1000.001  b"));
  EXPECT_TRUE(three("-------  0.000", "--------  0.000"));
  EXPECT_FALSE(three("1.00 2.00", "1.00"));
}

TEST(CommandBlocks, ColumnsAreComparedWhereTheyAreNamed) {
  const std::vector<std::string> shown = {"graph  src  end us", "-----  ---  ------",
                                          "alone    0  22.327", "..."};
  const auto graph_and_source = [&](const std::string& row) {
    return shows(shown, "graph  src  end us\n-----  ---  -------\n" + row + "\nend\n",
                 "columns graph, src");
  };
  EXPECT_TRUE(graph_and_source("alone    0  122.327"));
  EXPECT_FALSE(graph_and_source("alone    1   22.327"));
  EXPECT_FALSE(graph_and_source("other    0   22.327"));
}

}  // namespace
}  // namespace gf::test::command_blocks_test
