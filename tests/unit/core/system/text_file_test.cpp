// SPDX-License-Identifier: Apache-2.0
#include "core/system/text_file.h"

#include <fstream>
#include <sys/stat.h>
#include <utility>

#include "core/base/error.h"
#include "core/system/scratch_directory.h"
#include "tests/support/matchers.h"

namespace gf::core::text_file_test {
namespace {

/// Code and text of the error that reading `file` ends with.
std::pair<ExitCode, std::string> error_of(const std::string& file,
                                          std::uint64_t most_bytes = kMostTextBytes) {
  try {
    read_text_file(file, "a poem", most_bytes);
  } catch (const UserError& error) {
    return {error.code(), error.what()};
  }
  ADD_FAILURE() << "accepted: " << file;
  return {};
}

class ReadTextFile : public testing::Test {
 protected:
  std::string with(const std::string& text) {
    const std::string file = directory_ / "file";
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }
  ScratchDirectory directory_;
};

TEST_F(ReadTextFile, GivesEveryByte) {
  std::string text = "roses\r\n";
  text += '\0';
  text.append(300'000, 'x');
  EXPECT_EQ(read_text_file(with(text), "a poem"), text);
  EXPECT_EQ(read_text_file(with(""), "a poem"), "");
}

TEST_F(ReadTextFile, LeavesOutAByteOrderMark) {
  const std::string file = with("\xEF\xBB\xBFroses\xEF\xBB\xBF");
  EXPECT_EQ(read_text_file(file, "a poem"), "roses\xEF\xBB\xBF");
  EXPECT_EQ(TextFile(file, "a poem").text(), "roses\xEF\xBB\xBF");
  EXPECT_EQ(read_file(file, "a poem"), "\xEF\xBB\xBFroses\xEF\xBB\xBF");
}

TEST_F(ReadTextFile, ReadsFilesOfUnknownSize) {
  EXPECT_THAT(read_text_file("/proc/self/status", "a status"), HasSubstr("Pid:"));
}

TEST_F(ReadTextFile, FileThatIsNotThereIsAnErrorOfUse) {
  for (const std::string& file : {std::string(directory_ / "none"), with("") + "/below"}) {
    const auto [code, text] = error_of(file);
    EXPECT_EQ(code, ExitCode::kUsage);
    EXPECT_EQ(text, file + ": no such file; expected a poem");
  }
  EXPECT_THAT(error_of("").second, HasSubstr("\"\": no such file"));
}

TEST_F(ReadTextFile, OfALongNameTheEndIsQuoted) {
  const std::string text = error_of(directory_ / (std::string(5000, 'x') + ".ini")).second;
  EXPECT_LT(text.size(), 300u);
  EXPECT_THAT(text, AllOf(testing::StartsWith("...xxx"), HasSubstr("xxx.ini (50")));
}

TEST_F(ReadTextFile, WhatIsNoRegularFileIsBadInput) {
  const std::string pipe = directory_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& file : {pipe, std::string("/dev/zero"), std::string("/dev/null")}) {
    const auto [code, text] = error_of(file);
    EXPECT_EQ(code, ExitCode::kBadInput);
    EXPECT_THAT(text, AllOf(HasSubstr(file + ": is a pipe or a device"), HasSubstr("a poem")));
  }
  const auto [code, text] = error_of(directory_.path());
  EXPECT_EQ(code, ExitCode::kBadInput);
  EXPECT_THAT(text, HasSubstr("is a directory"));
}

TEST_F(ReadTextFile, FailedReadIsNotTheEndOfTheFile) {
  const auto [code, text] = error_of("/proc/self/mem");  // its first page is never mapped
  EXPECT_EQ(code, ExitCode::kBadInput);
  EXPECT_THAT(text, HasSubstr("reading it failed (Input/output error)"));
}

TEST_F(ReadTextFile, HasALimit) {
  EXPECT_EQ(read_text_file(with("12345678"), "a poem", 8), "12345678");
  const auto [code, text] = error_of(with("123456789"), 8);
  EXPECT_EQ(code, ExitCode::kBadInput);
  EXPECT_THAT(text, HasSubstr("more than 8 bytes"));
  EXPECT_THAT(error_of("/proc/self/status", 8).second, HasSubstr("more than 8 bytes"));
}

TEST_F(ReadTextFile, StreamGivesTheSame) {
  TextFile in(with("a\nb"), "a poem");
  EXPECT_EQ(in.text(), "a\nb");
  std::string first, second;
  EXPECT_TRUE(std::getline(in, first) && std::getline(in, second));
  EXPECT_EQ(first + second, "ab");
  EXPECT_TRUE(in.eof());
  EXPECT_THROW(TextFile(directory_ / "none", "a poem"), UserError);
}

}  // namespace
}  // namespace gf::core::text_file_test
