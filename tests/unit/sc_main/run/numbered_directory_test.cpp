// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/numbered_directory.h"

#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::app::numbered_directory_test {
namespace {

namespace fs = std::filesystem;

/// A test in an empty working directory.
class NumberedDirectoryTest : public testing::Test {
 protected:
  NumberedDirectoryTest() { fs::current_path(scratch_.path()); }
  ~NumberedDirectoryTest() override { fs::current_path("/"); }
  test::ScratchDirectory scratch_;
};

TEST_F(NumberedDirectoryTest, CountsUpFromTheLargest) {
  const NumberedDirectory one("box");
  EXPECT_EQ(one.path(), "out/box-1");
  EXPECT_TRUE(fs::is_directory("out/box-1"));
  for (const char* other : {"out/box-9.partial", "out/box-x", "out/box2-30", "out/abox-40"})
    fs::create_directory(other);
  EXPECT_EQ(NumberedDirectory::next("box"), "out/box-10");
  EXPECT_FALSE(fs::exists("out/box-10"));
}

TEST_F(NumberedDirectoryTest, TwoAtATimeGetTwo) {
  const NumberedDirectory one("box"), two("box");
  EXPECT_NE(one.path(), two.path());
}

TEST_F(NumberedDirectoryTest, AnEmptyOneGoes) {
  { const NumberedDirectory one("box"); }
  EXPECT_FALSE(fs::exists("out"));
  {
    const NumberedDirectory one("box");
    test::write_file(one.path() / "run.json", "{}");
  }
  { const NumberedDirectory two("box"); }
  EXPECT_TRUE(fs::exists("out/box-1/run.json"));
  EXPECT_FALSE(fs::exists("out/box-2"));
}

TEST_F(NumberedDirectoryTest, WhatAKilledRunLeftGoesWithTheNextOne) {
  const pid_t gone = ::fork();
  if (gone == 0) ::_exit(0);
  ::waitpid(gone, nullptr, 0);
  const std::string partial = ".partial-" + std::to_string(gone);
  fs::create_directories("out/box-1");
  test::write_file("out/box-1" + partial + "/stats.json", "{}");
  fs::create_directories("out/box-2");  // of a run that begins just now
  test::write_file("out/box-3/run.json", "{}");
  test::write_file("out/box-3" + partial + "/stats.json", "{}");
  const NumberedDirectory next("box");
  EXPECT_EQ(next.path(), "out/box-4");
  EXPECT_FALSE(fs::exists("out/box-1"));
  EXPECT_FALSE(fs::exists("out/box-1" + partial));
  EXPECT_TRUE(fs::exists("out/box-2"));
  EXPECT_TRUE(fs::exists("out/box-3/run.json"));
}

TEST_F(NumberedDirectoryTest, APlaceThatTakesNoneIsNamed) {
  test::write_file(scratch_ / "out", "a file");
  EXPECT_THAT(test::error_of([] { const NumberedDirectory none("box"); }),
              HasSubstr("output directory out"));
}

}  // namespace
}  // namespace gf::app::numbered_directory_test
