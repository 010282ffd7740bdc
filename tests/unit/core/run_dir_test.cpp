// SPDX-License-Identifier: Apache-2.0
#include "core/run_dir.h"

#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>

namespace gf::core::run_dir_test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A scratch directory, empty at the start, gone at the end.
class RunDirectoryTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / ("run_dir_" + std::to_string(getpid()));
    fs::create_directories(root_);
  }
  void TearDown() override {
    fs::permissions(root_, fs::perms::owner_all);
    fs::remove_all(root_);
  }
  [[nodiscard]] std::string at(const std::string& name) const { return root_ / name; }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(root_))
      found.push_back(entry.path().filename());
    return found;
  }
  std::string error_of(const std::string& path, bool force) {
    try {
      const RunDirectory directory(path, force);
    } catch (const UserError& error) {
      EXPECT_EQ(error.code(), ExitCode::kUsage);
      return error.what();
    }
    ADD_FAILURE() << "accepted: " << path;
    return "";
  }
  static void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }
  static void run_once(const std::string& path, const std::string& name, bool force = false) {
    RunDirectory directory(path, force);
    write(directory.file(name), "text");
    directory.commit({});
  }

  fs::path root_;
};

TEST_F(RunDirectoryTest, NothingUnderThePathBeforeCommit) {
  RunDirectory directory(at("run"), false);
  write(directory.file("stats.json"), "{}");
  EXPECT_FALSE(fs::exists(at("run")));
  directory.commit({});
  EXPECT_TRUE(fs::exists(at("run/stats.json")));
  EXPECT_THAT(names(), ElementsAre("run"));
}

TEST_F(RunDirectoryTest, RecordTellsHowTheRunEnded) {
  RunDirectory directory(at("run"), false);
  write(directory.file("stats.json"), "{}");
  write(directory.file("a/b.csv"), "x");
  directory.commit({"gpufabric run x", "x", 7, ExitCode::kInterrupted, "stopped", true, true});
  std::ifstream in(at("run/run.json"));
  const nlohmann::json record = nlohmann::json::parse(in);
  EXPECT_EQ(record["platform"], "x");
  EXPECT_EQ(record["seed"], 7);
  EXPECT_EQ(record["exit_code"], 130);
  EXPECT_EQ(record["interrupted"], true);
  EXPECT_EQ(record["partial"], true);
  EXPECT_EQ(record["files"], (std::vector<std::string>{"a/b.csv", "run.json", "stats.json"}));
  EXPECT_GT(record["peak_memory_bytes"], 0);
  EXPECT_GE(record["wall_seconds"], 0);
}

TEST_F(RunDirectoryTest, DiscardLeavesNothing) {
  {
    RunDirectory directory(at("a/b/run"), false);
    write(directory.file("stats.json"), "{}");
  }
  EXPECT_THAT(names(), IsEmpty());
}

TEST_F(RunDirectoryTest, ParentsOfARunStay) {
  run_once(at("a/b/run/"), "stats.json");
  EXPECT_TRUE(fs::exists(at("a/b/run/run.json")));
}

TEST_F(RunDirectoryTest, EmptyDirectoryIsTaken) {
  fs::create_directory(at("run"));
  run_once(at("run"), "stats.json");
  EXPECT_TRUE(fs::exists(at("run/stats.json")));
}

TEST_F(RunDirectoryTest, EarlierRunNeedsForce) {
  run_once(at("run"), "old.txt");
  EXPECT_THAT(error_of(at("run"), false), HasSubstr("--force"));
  run_once(at("run"), "new.txt", true);
  EXPECT_TRUE(fs::exists(at("run/new.txt")));
  EXPECT_FALSE(fs::exists(at("run/old.txt")));
  EXPECT_THAT(names(), ElementsAre("run"));
}

TEST_F(RunDirectoryTest, EarlierRunStaysUntilCommit) {
  run_once(at("run"), "old.txt");
  { const RunDirectory directory(at("run"), true); }
  EXPECT_TRUE(fs::exists(at("run/old.txt")));
}

TEST_F(RunDirectoryTest, ForeignFilesAreSafe) {
  fs::create_directory(at("home"));
  write(at("home/thesis.tex"), "years");
  EXPECT_THAT(error_of(at("home"), false), HasSubstr("something else"));
  EXPECT_THAT(error_of(at("home"), true), HasSubstr("something else"));
  write(at("home/run.json"), R"({"program": "another"})");
  EXPECT_THAT(error_of(at("home"), true), HasSubstr("something else"));
}

TEST_F(RunDirectoryTest, FilesAreNoDirectories) {
  write(at("file"), "text");
  EXPECT_THAT(error_of(at("file"), true), HasSubstr("is a file"));
  EXPECT_THAT(error_of(at("file/run"), true), HasSubstr("ot a directory"));
  EXPECT_THAT(error_of("", true), HasSubstr("has no name"));
}

TEST_F(RunDirectoryTest, UnwritableParentIsRefused) {
  EXPECT_THAT(error_of("/proc/run", false), HasSubstr("name one that can be written"));
  EXPECT_THAT(error_of("/proc/a/run", false), HasSubstr("name one that can be written"));
}

TEST_F(RunDirectoryTest, FilesOfAnotherAtCommitAreKept) {
  RunDirectory directory(at("run"), true);
  fs::create_directory(at("run"));
  write(at("run/other.txt"), "text");
  EXPECT_THROW(directory.commit({}), UserError);
  EXPECT_TRUE(fs::exists(at("run/other.txt")));
}

}  // namespace
}  // namespace gf::core::run_dir_test
