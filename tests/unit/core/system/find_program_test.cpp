// SPDX-License-Identifier: Apache-2.0
// Holds: core/trace/fst.h
#include "core/system/find_program.h"

#include <cstdlib>
#include <gmock/gmock.h>

#include "core/base/error.h"
#include "core/trace/fst.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"

namespace gf::core::find_program_test {
namespace {

namespace fs = std::filesystem;

class FindProgramTest : public testing::Test {
 protected:
  FindProgramTest() : path_(std::getenv("PATH")) {
    fs::create_directories(scratch_ / "a/tool");
    fs::create_directories(scratch_ / "b");
    setenv("PATH", ((scratch_ / "a").string() + ":" + (scratch_ / "b").string()).c_str(), 1);
  }
  ~FindProgramTest() override { setenv("PATH", path_.c_str(), 1); }
  fs::path make(const std::string& name, const std::string& script) {
    test::write_file(scratch_ / "b" / name, "#!/bin/sh\n" + script + "\n");
    fs::permissions(scratch_ / "b" / name, fs::perms::owner_all);
    return scratch_ / "b" / name;
  }
  const std::string path_;
  const test::ScratchDirectory scratch_;
};

TEST_F(FindProgramTest, TakesTheFirstThatCanBeRun) {
  EXPECT_EQ(find_program("tool"), std::nullopt) << "a directory is none";
  const fs::path tool = make("tool", "true");
  EXPECT_EQ(find_program("tool"), tool);
  fs::permissions(tool, fs::perms::owner_read);
  EXPECT_EQ(find_program("tool"), std::nullopt) << "one that nobody may run";
}

TEST_F(FindProgramTest, AnEmptyPlaceIsTheWorkingDirectoryLastToo) {
  make("tool", "true");
  const fs::path before = fs::current_path();
  fs::current_path(scratch_ / "b");
  for (const std::string path : {":/proc/nowhere", "/proc/nowhere::/proc/none", "/proc/nowhere:"}) {
    setenv("PATH", path.c_str(), 1);
    EXPECT_EQ(find_program("tool"), "./tool") << path;
  }
  fs::current_path(before);
}

TEST_F(FindProgramTest, NamesThePackageOfAMissingConverter) {
  EXPECT_THAT(test::error_of([] { find_vcd2fst(); }, ExitCode::kUsage),
              testing::HasSubstr("package gtkwave"));
}

TEST_F(FindProgramTest, AConverterThatFailsLeavesTheWaveform) {
  test::write_file(scratch_ / "waves.vcd", "waves");
  const fs::path fst = scratch_ / "waves.fst";
  EXPECT_FALSE(convert_to_fst(make("bad", ": > \"$2\"; exit 3"), scratch_ / "waves.vcd", fst));
  EXPECT_TRUE(fs::exists(scratch_ / "waves.vcd"));
  EXPECT_FALSE(fs::exists(fst));
  setenv("PATH", path_.c_str(), 1);
  EXPECT_TRUE(convert_to_fst(make("good", "cp \"$1\" \"$2\""), scratch_ / "waves.vcd", fst));
  EXPECT_FALSE(fs::exists(scratch_ / "waves.vcd"));
  EXPECT_EQ(test::read_file(fst), "waves");
}

}  // namespace
}  // namespace gf::core::find_program_test
