// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>

#include "tests/support/matchers.h"
#include "tests/support/profile_command.h"
#include "tests/support/program.h"

namespace gf::test::whole_file_test {
namespace {

using profile_command::small;

TEST(Profile, TriesTheFileBeforeItRuns) {
  const ScratchDirectory scratch;
  write_file(scratch / "file", "");
  std::filesystem::create_directories(scratch / "directory");
  for (const char* name : {"file/best.ini", "none/best.ini", "directory"}) {
    const Captured run = program(small(scratch, {"--out", scratch / name}));
    EXPECT_EQ(run.code, 2) << name;
    EXPECT_THAT(run.err, AllOf(HasSubstr("(--out)"), HasSubstr("cannot be written")));
    std::error_code none;
    EXPECT_EQ(std::filesystem::directory_iterator(scratch / "store/runs", none),
              std::filesystem::directory_iterator())
        << name;
  }
}

TEST(Profile, ReplacesAFileOnceAllIsWritten) {
  const ScratchDirectory scratch;
  std::ofstream(scratch / "best.ini") << "# an older one\n";
  std::vector<std::string> words = {"--mechanisms", "inline", "--out", scratch / "best.ini"};
  ASSERT_EQ(program(small(scratch, words)).code, 0);
  EXPECT_THAT(read_file(scratch / "best.ini"), Not(HasSubstr("older")));
  EXPECT_FALSE(std::filesystem::exists(scratch / "best.ini.part"));
  words.back() = "/dev/full";
  const Captured full = exits(2, program(small(scratch, words)));
  EXPECT_THAT(full.err, HasSubstr("/dev/full: the best configuration (--out) cannot be written"));
  EXPECT_FALSE(std::filesystem::is_regular_file("/dev/full"));
}

}  // namespace
}  // namespace gf::test::whole_file_test
