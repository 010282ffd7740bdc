// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/cli/store_option.h
#include <cstdlib>

#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::runs_test {
namespace {

class RunsTest : public testing::Test {
 protected:
  RunsTest() { ::setenv("GPUFABRIC_STORE", (scratch_ / "store").c_str(), 1); }
  void sweep() const {
    const Captured run = exits(0, program({"sweep", "store_goodput", "-p", "bytes=4 B,8 B,16 B",
                                           "--outdir", scratch_ / "sweep"}));
  }
  std::size_t count() const {
    const fs::directory_iterator runs(scratch_ / "store/runs");
    return static_cast<std::size_t>(std::distance(runs, fs::directory_iterator()));
  }
  const ScratchDirectory scratch_;
};

TEST_F(RunsTest, ListsWhatTheStoreHolds) {
  EXPECT_THAT(program({"runs", "list"}).out, HasSubstr("0 runs, 0 B, in"));
  sweep();
  const Captured list = exits(0, program({"runs", "list"}));
  EXPECT_THAT(list.out, AllOf(HasSubstr("gpufabric run store_goodput -p 'bytes=16 B'"),
                              HasSubstr("3 runs, "), HasSubstr(scratch_ / "store")));
  EXPECT_THAT(list.out, Not(HasSubstr("--outdir"))) << "where it was made is gone";
}

TEST_F(RunsTest, WritesADatabaseOrNothing) {
  sweep();
  write_file(scratch_ / "old.sqlite", "old");
  const Captured list = exits(0, program({"runs", "list", "--sqlite", scratch_ / "old.sqlite"}));
  EXPECT_THAT(list.out, HasSubstr("3 runs, "));
  EXPECT_EQ(read_file(scratch_ / "old.sqlite").substr(0, 15), "SQLite format 3");
  EXPECT_FALSE(fs::exists(scratch_ / "old.sqlite.part"));
  EXPECT_EQ(program({"runs", "list", "--sqlite", scratch_ / "absent/new"}).code, 2);
}

TEST_F(RunsTest, RefusesADirectoryThatIsNoStore) {
  write_file(scratch_ / "mine/runs/thesis/notes", "x");
  for (const char* action : {"list", "clean"})
    for (const char* directory : {"mine", "absent"}) {
      EXPECT_THAT(exits(2, program({"runs", action, "--store", scratch_ / directory})).err,
                  AllOf(HasSubstr(directory), HasSubstr("expected a store of runs")));
    }
  EXPECT_EQ(read_file(scratch_ / "mine/runs/thesis/notes"), "x");
  EXPECT_FALSE(fs::exists(scratch_ / "mine/work"));
  EXPECT_FALSE(fs::exists(scratch_ / "absent"));
}

TEST_F(RunsTest, CleanLeavesWhatIsNoRun) {
  sweep();
  write_file(scratch_ / "store/runs/thesis/notes", "x");
  EXPECT_THAT(program({"runs", "list"}).out, AllOf(HasSubstr("3 runs, "), HasSubstr(": thesis\n")));
  EXPECT_THAT(program({"runs", "clean"}).out,
              AllOf(HasSubstr("3 runs removed\n"), HasSubstr("never removed: thesis\n")));
  EXPECT_EQ(read_file(scratch_ / "store/runs/thesis/notes"), "x");
}

TEST_F(RunsTest, ADamagedRunIsNamedAndMadeAgain) {
  sweep();
  const std::string before = read_file(scratch_ / "sweep/sweep.csv");
  const fs::path run = fs::directory_iterator(scratch_ / "store/runs")->path();
  std::string stats = read_file(run / "stats.json");
  const std::size_t digit = stats.find_first_of("123456789", stats.find("\"value\""));
  stats[digit] = stats[digit] == '1' ? '2' : '1';
  write_file(run / "stats.json", stats);
  const auto again = [&] {
    return program(
        {"sweep", "store_goodput", "-p", "bytes=4 B,8 B,16 B", "--outdir", scratch_ / "sweep"});
  };
  EXPECT_THAT(again().err, HasSubstr("gpufabric: the store had 1 damaged run, not used: " +
                                     run.filename().string() + ": stats.json was changed\n"));
  EXPECT_EQ(read_file(scratch_ / "sweep/sweep.csv"), before);
  EXPECT_EQ(again().err, "");
}

TEST_F(RunsTest, CleansDownToASize) {
  sweep();
  EXPECT_EQ(program({"runs", "clean", "--to", "1 GB"}).out, "0 runs removed\n");
  EXPECT_EQ(count(), 3u);
  const auto size = [&] {
    std::uintmax_t bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(scratch_ / "store/runs"))
      if (entry.is_regular_file()) bytes += entry.file_size();
    return bytes;
  }();
  EXPECT_EQ(program({"runs", "clean", "--to", std::to_string(size - 1) + " B"}).out,
            "1 runs removed\n");
  EXPECT_EQ(count(), 2u);
  EXPECT_EQ(program({"runs", "clean"}).out, "2 runs removed\n");
  EXPECT_EQ(count(), 0u);
}

TEST_F(RunsTest, ACommandTrimsTheStoreToItsLimit) {
  ::setenv("GPUFABRIC_STORE_LIMIT", "1 B", 1);
  sweep();
  EXPECT_EQ(count(), 3u) << "what it used itself stays";
  exits(0, program({"sweep", "store_goodput", "-p", "bytes=32 B,64 B", "--outdir",
                    scratch_ / "sweep"}));
  EXPECT_EQ(count(), 2u);
  ::setenv("GPUFABRIC_STORE_LIMIT", "much", 1);
  const Captured bad = exits(2, program({"sweep", "store_goodput", "-p", "bytes=32 B,64 B"}));
  EXPECT_THAT(bad.err, HasSubstr("GPUFABRIC_STORE_LIMIT: \"much\""));
}

TEST_F(RunsTest, SaysWhatIsWrong) {
  const auto fails = [](const std::vector<std::string>& words, const char* text) {
    const Captured run = program(words);
    EXPECT_EQ(run.code, 2) << text;
    EXPECT_THAT(run.err, HasSubstr(text));
  };
  fails({"runs"}, "expected list or clean");
  fails({"runs", "show"}, "expected list or clean");
  fails({"runs", "list", "--to", "1 GB"}, "--to needs clean");
  fails({"runs", "clean", "--sqlite", "x"}, "--sqlite needs list");
  fails({"runs", "clean", "--to", "much"}, "--to: \"much\"");
  fails({"runs", "list", "--store", ""}, "no store");
  write_file(scratch_ / "file", "");
  fails({"runs", "list", "--store", scratch_ / "file"}, "choose another one");
}

}  // namespace
}  // namespace gf::test::runs_test
