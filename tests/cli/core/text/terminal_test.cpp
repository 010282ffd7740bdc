// SPDX-License-Identifier: Apache-2.0
// Holds: core/text/text_table.h core/text/progress.h
// Tables on a terminal fit it; elsewhere each row is one line. What a terminal does not obey it is
// not sent.
#include <algorithm>
#include <pty.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::terminal_test {
namespace {

/// Execs `gpufabric ARGUMENTS...` as a user of an xterm does, with COLUMNS set to `columns` if that
/// is not empty, and `variable` ("TERM=dumb") besides.
[[noreturn]] void become_program(std::vector<std::string> arguments, const std::string& columns,
                                 std::string variable) {
  if (columns.empty())
    unsetenv("COLUMNS");
  else
    setenv("COLUMNS", columns.c_str(), 1);
  setenv("TERM", "xterm", 1);
  unsetenv("NO_COLOR");
  if (!variable.empty()) putenv(variable.data());
  arguments.insert(arguments.begin(), GF_PROGRAM);
  std::vector<char*> words;
  for (std::string& word : arguments) words.push_back(word.data());
  words.push_back(nullptr);
  execv(words[0], words.data());
  _exit(127);
}

/// What the program writes on a terminal of `width` columns.
std::string text_on_terminal(unsigned short width, const std::string& columns,
                             const std::vector<std::string>& arguments,
                             const std::string& variable = "", int code = 0) {
  const winsize size{50, width, 0, 0};
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) become_program(arguments, columns, variable);
  std::string text;
  char piece[4096];
  for (ssize_t got = 0; (got = read(terminal, piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<std::size_t>(got));
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), code);
  return text;
}

std::vector<std::string> lines_on_terminal(unsigned short width, const std::string& columns,
                                           const std::vector<std::string>& arguments) {
  std::string text = text_on_terminal(width, columns, arguments, "NO_COLOR=1");
  text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::size_t longest(const std::vector<std::string>& lines) {
  std::size_t most = 0;
  for (const std::string& line : lines) most = std::max(most, line.size());
  return most;
}

TEST(Terminal, TablesFitItsWidth) {
  for (const unsigned short width : {80, 120, 200})
    for (const auto& words : {std::vector<std::string>{"list"},
                              {"params", "pcie_t2"},
                              {"params", "proact"},
                              {"workloads"},
                              {"help", "torus"},
                              {"help", "diff"},
                              {"run", "pcie_t2", "--quiet", "--workload", "ring:bytes=64 KiB"}}) {
      const auto lines = lines_on_terminal(width, "", words);
      EXPECT_GT(lines.size(), 4u);
      EXPECT_LE(longest(lines), width) << words[0];
    }
}

/// Those of tables: cells are two blanks apart.
std::vector<std::string> rows_of(std::vector<std::string> lines) {
  const auto is_text = [](const std::string& line) { return line.find("  ") == line.npos; };
  lines.erase(std::remove_if(lines.begin(), lines.end(), is_text), lines.end());
  return lines;
}

TEST(Terminal, TablesOfManyNumbersFitItsWidth) {
  for (const auto& words :
       {std::vector<std::string>{"workloads", "bfs"},
        {"run", "proact", "--quiet", "-p", "workload=microbenchmark", "-p", "app.bytes=1 MiB"}}) {
    const auto rows = rows_of(lines_on_terminal(80, "", words));
    EXPECT_GT(rows.size(), 8u);
    EXPECT_LE(longest(rows), 80u) << words[0];
    EXPECT_GT(longest(rows_of(lines_on_terminal(200, "", words))), 80u) << words[0];
  }
}

/// What was written on the line that is rewritten while runs are under way, each time.
std::vector<std::string> progress_in(const std::string& text) {
  const std::string clear = "\r\x1b[K";
  std::vector<std::string> shown;
  for (std::size_t at = 0; (at = text.find(clear, at)) != text.npos;) {
    at += clear.size();
    const std::string line = text.substr(at, text.find_first_of("\r\n", at) - at);
    if (line.find(" done, ") != line.npos) shown.push_back(line);
  }
  return shown;
}

TEST(Terminal, ProgressStaysOnItsLine) {
  const ScratchDirectory scratch;
  const std::vector<std::string> words{"reproduce",       "pcie.table1", "--store",
                                       scratch / "store", "--outdir",    scratch / "report"};
  const auto shown = progress_in(text_on_terminal(20, "", words));
  EXPECT_FALSE(shown.empty());
  EXPECT_LT(longest(shown), 20u);
}

constexpr const char* kEscape = "\x1b[";

TEST(Terminal, HeadsAndErrorsAreColoured) {
  EXPECT_THAT(text_on_terminal(80, "", {"list"}), HasSubstr("\x1b[1mplatform"));
  EXPECT_THAT(text_on_terminal(80, "", {"lst"}, "", 2), HasSubstr("\x1b[1;31mgpufabric:\x1b[0m"));
  EXPECT_THAT(
      text_on_terminal(80, "", {"run", "torus", "-q", "-p", "x=2", "-p", "y=2", "-p", "z=1"}),
      HasSubstr("\x1b[1mresult"));
}

TEST(Terminal, ColourGoesWhereItIsNotWanted) {
  for (const char* variable : {"NO_COLOR=1", "TERM=dumb", "TERM="})
    EXPECT_THAT(text_on_terminal(80, "", {"list"}, variable), Not(HasSubstr(kEscape))) << variable;
  EXPECT_THAT(text_on_terminal(80, "", {"list", "--color", "never"}), Not(HasSubstr(kEscape)));
  EXPECT_THAT(text_on_terminal(80, "", {"list"}, "NO_COLOR="), HasSubstr(kEscape));
}

TEST(Terminal, APipeHasColourOnlyWhenAsked) {
  EXPECT_THAT(program({"list"}).out, Not(HasSubstr(kEscape)));
  EXPECT_THAT(program({"list", "--color", "always"}).out, HasSubstr(kEscape));
}

TEST(Terminal, ADumbOneGetsNoLineThatIsRewritten) {
  const ScratchDirectory scratch;
  const std::string text = text_on_terminal(
      80, "", {"reproduce", "pcie.table1", "--store", scratch / "s", "--outdir", scratch / "r"},
      "TERM=dumb");
  EXPECT_THAT(text, Not(HasSubstr(kEscape)));
  EXPECT_THAT(text, HasSubstr("pcie.table1"));
}

TEST(Terminal, ColumnsOfTheEnvironmentAreItsWidth) {
  EXPECT_LE(longest(lines_on_terminal(200, "90", {"params", "pcie_t2"})), 90u);
  EXPECT_GT(longest(lines_on_terminal(200, "none", {"params", "pcie_t2"})), 90u);
}

TEST(Terminal, ElsewhereARowIsALine) {
  const std::string list = program({"list"}).out;
  EXPECT_THAT(list,
              HasSubstr("any PCIe tree: a preset, a generated tree, or an INI or DOT file\n"));
}

}  // namespace
}  // namespace gf::test::terminal_test
