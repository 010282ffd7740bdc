// SPDX-License-Identifier: Apache-2.0
#include "core/text/ini.h"

#include <sstream>

#include "core/base/error.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::ini_test {
namespace {

std::vector<IniEntry> read(const std::string& text) {
  std::istringstream in(text);
  return read_ini(in, "x.ini");
}

std::string error_of(const std::string& text) {
  return test::error_of([&] { read(text); }, ExitCode::kBadInput);
}

std::string only_value(const std::string& text) {
  const std::vector<IniEntry> entries = read(text);
  EXPECT_EQ(entries.size(), 1u);
  return entries.at(0).value;
}

TEST(ReadIni, SectionsPrefixKeys) {
  const std::vector<IniEntry> entries =
      read("a = 1\n[plx_a]\nx=2  # two\n\n; comment\n[]\n*.lanes = 3\n[ b.c ]\ny =\r\n");
  ASSERT_EQ(entries.size(), 4u);
  EXPECT_EQ(entries[0].key, "a");
  EXPECT_EQ(entries[1].key, "plx_a.x");
  EXPECT_EQ(entries[1].value, "2");
  EXPECT_EQ(entries[1].line, 3u);
  EXPECT_EQ(entries[2].key, "*.lanes");
  EXPECT_EQ(entries[3].key, "b.c.y");
  EXPECT_EQ(entries[3].section() + "|" + entries[3].name(), "b.c|y");
  EXPECT_EQ(entries[0].section() + "|" + entries[0].name(), "|a");
  EXPECT_EQ(entries[3].value, "");
}

TEST(ReadIni, CommentsNeedABlankBefore) {
  EXPECT_EQ(only_value("a = b#c"), "b#c");
  EXPECT_EQ(only_value("a = b #c"), "b");
  EXPECT_EQ(only_value("a = \"b #c\" ; d"), "b #c");
}

TEST(ReadIni, KeepsTheCommentBehindAValue) {
  const std::vector<IniEntry> entries =
      read("# above\na = 1  #  [P], Table I: 2 # 3 \nb = \"x # y\" ; z\nc = 4\n");
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].comment, "[P], Table I: 2 # 3");
  EXPECT_EQ(entries[1].comment, "z");
  EXPECT_EQ(entries[2].comment, "");
}

TEST(ReadIni, NamesFileAndLine) {
  EXPECT_THAT(error_of("a = 1\nnonsense\n"),
              AllOf(HasSubstr("x.ini:2:"), HasSubstr("key = value")));
  EXPECT_THAT(error_of("[open\n"), HasSubstr("x.ini:1: not a section"));
  EXPECT_THAT(error_of("a b = 1\n"), HasSubstr("x.ini:1:"));
  EXPECT_THAT(error_of("= 1\n"), HasSubstr("x.ini:1:"));
  EXPECT_THAT(error_of("a = \"b\n"), HasSubstr("does not end"));
  EXPECT_THAT(error_of("a = \"b\" c\n"), HasSubstr("after a quoted value"));
  for (const char* escape : {"\\y", "\\x", "\\x1", "\\x1g", "\\x-1"})
    EXPECT_THAT(error_of("a = \"" + std::string(escape) + "\"\n"), HasSubstr("unknown escape"));
  EXPECT_THAT(error_of(std::string("a = \x01\n")), HasSubstr("control character"));
}

TEST(ReadIniFile, MissingFileIsAnErrorOfUseABadOneOfInput) {
  test::error_of([] { read_ini_file("no/such.ini"); }, ExitCode::kUsage);
  test::error_of([] { read_ini_file("/"); }, ExitCode::kBadInput);
  test::error_of([] { read_ini_file("/proc/self/mem"); }, ExitCode::kBadInput);
}

TEST(IniText, ReadsBack) {
  for (const std::string value : {"", "64 GB/s", "a#b", "a # b", "# a", ";", " a ", "\"", "a\"b",
                                  "\\", "a\nb", "\t", "\x01", "a\x1b[0m", "\v", "\x7f", "\r"})
    EXPECT_EQ(only_value("key = " + ini_text(value) + "  # comment"), value);
  EXPECT_EQ(ini_text("64 GB/s"), "64 GB/s");
}

}  // namespace
}  // namespace gf::core::ini_test
