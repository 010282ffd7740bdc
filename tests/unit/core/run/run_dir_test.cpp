// SPDX-License-Identifier: Apache-2.0
#include "core/run/run_dir.h"

#include <fstream>
#include <set>
#include <sstream>
#include <unistd.h>

#include "core/text/json.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/killed_moves.h"
#include "tests/support/matchers.h"

namespace gf::core::run_dir_test {
namespace {

namespace fs = std::filesystem;

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
    return test::error_of([&] { RunDirectory(path, force); }, ExitCode::kUsage);
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
  directory.commit({"gpufabric run x",
                    "x",
                    7,
                    ExitCode::kInterrupted,
                    "stopped",
                    true,
                    true,
                    {},
                    {{"max-wall", "1 h", "GPUFABRIC_MAX_WALL"}}});
  const nlohmann::json record = parse_json(test::read_file(at("run/run.json")));
  EXPECT_EQ(record["format"], 1);
  EXPECT_EQ(record["platform"], "x");
  EXPECT_EQ(record["seed"], 7);
  EXPECT_EQ(record["exit_code"], 130);
  EXPECT_EQ(record["interrupted"], true);
  EXPECT_THAT(record["date"].get<std::string>(),
              testing::MatchesRegex("20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-9:]{8}Z"));
  EXPECT_FALSE(record["host"].get<std::string>().empty());
  EXPECT_EQ(record["working_directory"], fs::current_path().string());
  EXPECT_EQ(record["defaults"][0]["option"], "max-wall");
  EXPECT_EQ(record["defaults"][0]["origin"], "GPUFABRIC_MAX_WALL");
  EXPECT_TRUE(record["inputs"].is_array());
  EXPECT_EQ(record["partial"], true);
  EXPECT_EQ(record["files"], (std::vector<std::string>{"a/b.csv", "run.json", "stats.json"}));
  EXPECT_GT(record["peak_memory_bytes"], 0);
  EXPECT_GE(record["wall_seconds"], 0);
  EXPECT_EQ(record["simulated_seconds"], 0) << "nothing was simulated here";
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
  EXPECT_THAT(error_of(at("home"), false), HasSubstr("not belong to a run"));
  EXPECT_THAT(error_of(at("home"), true), HasSubstr("not belong to a run"));
  write(at("home/run.json"), R"({"program": "another"})");
  EXPECT_THAT(error_of(at("home"), true), HasSubstr("not belong to a run"));
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
  write(directory.file("stats.json"), "{}");
  fs::create_directory(at("run"));
  write(at("run/other.txt"), "text");
  EXPECT_THAT(test::error_of([&] { directory.commit({}); }), HasSubstr("run.new"));
  EXPECT_TRUE(fs::exists(at("run/other.txt")));
  EXPECT_TRUE(fs::exists(at("run.new/stats.json")));  // and nothing that was computed is lost
}

TEST_F(RunDirectoryTest, RunThatAnotherFinishedMeanwhileNeedsForceToo) {
  RunDirectory directory(at("run"), false);
  run_once(at("other"), "other.txt");
  fs::rename(at("other"), at("run"));
  EXPECT_THAT(test::error_of([&] { directory.commit({}); }), HasSubstr("run.new"));
  EXPECT_TRUE(fs::exists(at("run/other.txt")));
}

RunRecord cut_short() {
  RunRecord record;
  record.partial = true;
  return record;
}

TEST_F(RunDirectoryTest, PartialResultsLeaveFinishedOnes) {
  run_once(at("run"), "old.txt");
  for (const char* name : {"new.txt", "newer.txt"}) {
    RunDirectory directory(at("run"), true);
    write(directory.file(name), "text");
    EXPECT_EQ(directory.commit(cut_short()), fs::path(at("run.partial")));
    EXPECT_TRUE(fs::exists(at("run/old.txt")));
    EXPECT_TRUE(fs::exists(at("run.partial") / fs::path(name)));
  }
  EXPECT_THAT(names(), UnorderedElementsAre("run", "run.partial"));
}

TEST_F(RunDirectoryTest, PartialResultsGiveWay) {
  for (int i = 0; i < 2; ++i) {
    RunDirectory directory(at("run"), true);
    EXPECT_EQ(directory.commit(cut_short()), directory.path());
    EXPECT_FALSE(is_finished_run(at("run")));
  }
  run_once(at("run"), "whole.txt", true);
  EXPECT_TRUE(is_finished_run(at("run")));
  EXPECT_THAT(names(), ElementsAre("run"));
}

TEST_F(RunDirectoryTest, PartialResultsTakeNobodysPlace) {
  run_once(at("run"), "old.txt");
  write(at("run.partial"), "a file of the user's");
  RunDirectory directory(at("run"), true);
  EXPECT_EQ(directory.commit(cut_short()), fs::path(at("run.partial2")));
}

/// "old", "new" or "both" when exactly that run's files are there; "broken" for anything else.
std::string which(const fs::path& run) {
  std::set<std::string> names;
  if (!fs::exists(run)) return "none";
  for (const auto& entry : fs::recursive_directory_iterator(run))
    names.insert(fs::relative(entry, run).string());
  if (!is_finished_run(run)) return "broken";
  if (names == std::set<std::string>{"old.txt", "run.json"}) return "old";
  return names == std::set<std::string>{"a", "a/b.txt", "c.txt", "run.json"} ? "new" : "broken";
}

void write_new_run(const std::string& path, bool force, test::KilledMoves& moves) {
  moves.step();
  RunDirectory directory(path, force, moves);
  moves.step();
  std::ofstream(directory.file("a/b.txt")) << "text";
  moves.step();
  std::ofstream(directory.file("c.txt")) << "text";
  moves.step();
  directory.commit({});
  moves.step();
}

TEST_F(RunDirectoryTest, KillAtAnyStepLeavesTheOldRunOrTheNew) {
  for (const bool can_exchange : {true, false}) {
    std::set<std::string> seen;
    bool killed = true;
    for (unsigned steps = 0; killed; ++steps) {
      fs::remove_all(at("run"));
      run_once(at("run"), "old.txt");
      killed = test::killed_at(steps, can_exchange, [&](test::KilledMoves& moves) {
        write_new_run(at("run"), true, moves);
      });
      EXPECT_TRUE(!can_exchange || which(at("run")) == "old" || which(at("run")) == "new") << steps;
      { const RunDirectory next(at("run"), true); }
      EXPECT_THAT(which(at("run")), AnyOf("old", "new")) << steps;
      EXPECT_THAT(names(), ElementsAre("run")) << steps;
      seen.insert(which(at("run")));
    }
    EXPECT_THAT(seen, ElementsAre("new", "old"));
  }
}

TEST_F(RunDirectoryTest, KillAtAnyStepOfTheFirstRunIsNoObstacle) {
  bool killed = true;
  for (unsigned steps = 0; killed; ++steps) {
    fs::remove_all(at("run"));
    killed = test::killed_at(
        steps, true, [&](test::KilledMoves& moves) { write_new_run(at("run"), false, moves); });
    EXPECT_THAT(which(at("run")), AnyOf("none", "new")) << steps;
    const bool finished = which(at("run")) == "new";
    run_once(at("run"), "old.txt", finished);
    EXPECT_EQ(which(at("run")), "old") << steps;
    EXPECT_THAT(names(), ElementsAre("run")) << steps;
  }
}

}  // namespace
}  // namespace gf::core::run_dir_test
