// SPDX-License-Identifier: Apache-2.0
// The store: a run is there whole or not at all, whoever makes, reads or takes away runs meanwhile.
#include "runs/store.h"

#include <cstdlib>
#include <gmock/gmock.h>

#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/killed_moves.h"

namespace gf::runs::store_test {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;
using test::error_of;
using test::read_file;
using test::write_file;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kFacts = "platform box\n";

/// A finished run in the store's place of work.
fs::path make(Store& store, std::size_t number, const std::string& stats = "whole") {
  const fs::path run = store.work(number) / "run";
  write_file(run / "stats.json", stats);
  write_file(run / "run.json", R"({"command": "run box", "wall_seconds": 2})");
  return run;
}

/// `act` in a process of its own, which ends without tidying up.
template <class Act>
void in_process(const Act& act) {
  EXPECT_FALSE(test::killed_at(~0u, true, [&](test::KilledMoves&) { act(); }));
}

std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory))
    names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

class StoreTest : public testing::Test {
 protected:
  fs::path directory() const { return scratch_ / "store"; }
  /// As if it was last used `age` ago.
  void age(const std::string& key, hours age) const {
    fs::last_write_time(directory() / "runs" / key, fs::file_time_type::clock::now() - age);
  }
  const test::ScratchDirectory scratch_;
};

TEST_F(StoreTest, FindsWhatItKept) {
  Store store(directory());
  EXPECT_EQ(store.find("k", kFacts), std::nullopt);
  const fs::path kept = store.keep(make(store, 0), "k", kFacts);
  EXPECT_EQ(store.find("k", kFacts), kept);
  EXPECT_EQ(read_file(kept / "stats.json"), "whole");
  ASSERT_EQ(store.list().size(), 1u);
  EXPECT_EQ(store.list()[0].command, "run box");
  EXPECT_EQ(store.list()[0].wall_seconds, 2);
  EXPECT_GT(store.list()[0].size.count(), 20u);
}

TEST_F(StoreTest, ARunThatIsThereGetsWhatItLacks) {
  Store store(directory());
  const fs::path kept = store.keep(make(store, 0, "first"), "k", kFacts);
  const fs::path more = make(store, 1, "second");
  write_file(more / "run.html", "a page");
  write_file(more / "run.json", R"({"command": "run box with a page"})");
  EXPECT_EQ(store.keep(more, "k", kFacts), kept);
  EXPECT_EQ(read_file(kept / "run.html"), "a page");
  EXPECT_EQ(read_file(kept / "stats.json"), "first");
  EXPECT_EQ(store.list()[0].command, "run box with a page") << "it lists the files";
  EXPECT_EQ(store.keep(make(store, 2, "third"), "k", kFacts), kept);
  EXPECT_EQ(store.list()[0].command, "run box with a page") << "nothing was lacking";
}

TEST_F(StoreTest, ADamagedRunIsTakenAway) {
  Store store(directory());
  for (const char* file : {"key.txt", "run.json"}) {
    const fs::path kept = store.keep(make(store, 0), "k", kFacts);
    fs::remove(kept / file);
    EXPECT_EQ(store.find("k", kFacts), std::nullopt) << file;
    EXPECT_FALSE(fs::exists(kept)) << file;
  }
  const fs::path kept = store.keep(make(store, 0), "k", kFacts);
  EXPECT_EQ(store.find("k", "platform other\n"), std::nullopt) << "two facts of one key";
  EXPECT_FALSE(fs::exists(kept));
}

TEST_F(StoreTest, ARunThatCannotBeReadNowStays) {
  Store store(directory());
  const fs::path facts = store.keep(make(store, 0), "k", kFacts) / "key.txt";
  fs::remove(facts);
  fs::create_symlink("key.txt", facts);  // reading it fails, for root too
  EXPECT_EQ(store.find("k", kFacts), std::nullopt);
  EXPECT_TRUE(fs::is_symlink(facts));
}

/// A file system that lets nothing be moved.
class ReadOnlyMoves : public core::Moves {
 public:
  void rename(const fs::path& from, const fs::path& to) override {
    throw fs::filesystem_error("rename", from, to, std::make_error_code(std::errc(EACCES)));
  }
};

TEST_F(StoreTest, WhatCannotBeTakenAwayIsNotCounted) {
  {
    Store store(directory());
    store.keep(make(store, 0), "k", kFacts);
  }
  ReadOnlyMoves moves;
  Store store(directory(), moves);
  EXPECT_EQ(store.trim(core::Bytes(0)), 0u);
  EXPECT_THAT(error_of([&] { (void)store.find("k", "platform other\n"); }),
              HasSubstr("Permission denied"));
  EXPECT_THAT(names_in(directory() / "runs"), ElementsAre("k"));
}

TEST_F(StoreTest, ADroppedRunIsGoneAndCanBeKeptAgain) {
  Store store(directory());
  store.keep(make(store, 0, "damaged"), "k", kFacts);
  store.drop("k");
  EXPECT_EQ(store.find("k", kFacts), std::nullopt);
  EXPECT_EQ(read_file(store.keep(make(store, 0), "k", kFacts) / "stats.json"), "whole");
}

/// What a process does that finds a damaged run, makes it again and keeps it.
void replace(const fs::path& directory, core::Moves& moves) {
  Store store(directory, moves);
  const fs::path made = make(store, 0);
  EXPECT_EQ(store.find("k", kFacts), std::nullopt);
  store.keep(made, "k", kFacts);
}

TEST_F(StoreTest, KilledAtAnyStepTheRunIsWholeOrNotThere) {
  bool killed = true;
  unsigned absent = 0;
  for (unsigned steps = 0; killed; ++steps) {
    fs::remove_all(directory());
    write_file(directory() / "runs/k/key.txt", "that are not those of a run");
    write_file(directory() / "runs/k/run.json", "{}");
    killed = test::killed_at(steps, true,
                             [&](test::KilledMoves& moves) { replace(directory(), moves); });
    Store store(directory());
    const auto found = store.find("k", kFacts);
    if (!found) ++absent;
    if (found) {
      EXPECT_EQ(read_file(*found / "stats.json"), "whole") << steps;
    }
    EXPECT_TRUE(found || killed) << "it came to its end";
    EXPECT_EQ(names_in(directory() / "work").size(), 1u) << "only this process's own";
  }
  EXPECT_GE(absent, 3u) << "each name that it changes is a step";
}

TEST_F(StoreTest, WhoComesSecondFindsTheFirst) {
  Store store(directory());
  const fs::path made = make(store, 0, "second");
  in_process([&] {
    Store other(directory());
    other.keep(make(other, 0, "first"), "k", kFacts);
  });
  EXPECT_EQ(read_file(store.keep(made, "k", kFacts) / "stats.json"), "first");
  EXPECT_TRUE(fs::exists(made)) << "it is the caller's";
}

TEST_F(StoreTest, WorkOfProcessesThatAreGoneGoes) {
  std::string host;
  in_process([&] {
    auto* left = new Store(directory());  // as after a kill: nobody tidies up
    write_file(left->work(3) / "run/half", "");
  });
  {
    const auto left = names_in(directory() / "work");
    ASSERT_EQ(left.size(), 1u);
    host = left[0].substr(0, left[0].rfind('.'));
  }
  fs::create_directories(directory() / "work" / (host + ".1"));  // lives
  fs::create_directories(directory() / "work/elsewhere.1");      // who knows
  const std::string longer = host + ".cluster.4711";             // a host of another name
  fs::create_directories(directory() / "work" / longer);
  const std::string own = host + "." + std::to_string(::getpid());
  {
    const Store store(directory());
    EXPECT_THAT(names_in(directory() / "work"),
                testing::UnorderedElementsAre(own, host + ".1", "elsewhere.1", longer));
  }
  EXPECT_THAT(names_in(directory() / "work"),
              testing::UnorderedElementsAre(host + ".1", "elsewhere.1", longer));
}

TEST_F(StoreTest, TrimTakesWhatWasNotUsedForLongestAndNothingInUse) {
  {
    Store store(directory());
    for (const char* key : {"a", "b", "c", "d"})
      store.keep(make(store, 0, std::string(1000, 'x')), key, kFacts);
  }
  age("a", hours(3));
  age("b", hours(4));
  age("c", hours(2));
  age("d", hours(1));
  Store store(directory());
  ASSERT_TRUE(store.find("b", kFacts));  // was the oldest; is in use now
  EXPECT_EQ(store.trim(core::Bytes(100'000)), 0u);
  EXPECT_EQ(store.trim(core::Bytes(2'500)), 2u);
  EXPECT_THAT(names_in(directory() / "runs"), ElementsAre("b", "d"));
  EXPECT_EQ(store.trim(core::Bytes(0)), 1u);
  EXPECT_THAT(names_in(directory() / "runs"), ElementsAre("b"));
}

TEST_F(StoreTest, TrimTakesNothingThatAnotherLivingProcessUses) {
  {
    Store store(directory());
    store.keep(make(store, 0), "found", kFacts);
  }
  constexpr pid_t kLivesForEver = 1;
  std::optional<Store> other;
  other.emplace(directory(), core::Moves::real(), kLivesForEver);
  ASSERT_TRUE(other->find("found", kFacts));
  other->keep(make(*other, 0), "kept", kFacts);
  Store store(directory());
  EXPECT_EQ(store.trim(core::Bytes(0)), 0u);
  EXPECT_THAT(names_in(directory() / "runs"), ElementsAre("found", "kept"));
  other.reset();
  EXPECT_EQ(store.trim(core::Bytes(0)), 2u);
}

TEST_F(StoreTest, WhatAProcessUsedThatIsGoneCanBeTaken) {
  Store store(directory());
  in_process([&] {
    auto* left = new Store(directory());
    left->keep(make(*left, 0), "k", kFacts);
  });
  EXPECT_EQ(store.trim(core::Bytes(0)), 1u);
}

TEST_F(StoreTest, ADamagedRunCountsAsTheOldest) {
  {
    Store store(directory());
    for (const char* key : {"bad", "odd", "whole"})
      store.keep(make(store, 0, std::string(1000, 'x')), key, kFacts);
  }
  write_file(directory() / "runs/bad/run.json", "{");
  write_file(directory() / "runs/odd/run.json", R"({"command": 7})");
  age("whole", hours(3));
  Store store(directory());
  const std::vector<StoredRun> all = store.list();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].key, "whole");
  EXPECT_TRUE(all[1].damaged && all[2].damaged);
  EXPECT_THAT(all[2].command, HasSubstr("damaged"));
  EXPECT_EQ(store.trim(core::Bytes(1'500)), 2u);
  EXPECT_THAT(names_in(directory() / "runs"), ElementsAre("whole"));
}

TEST_F(StoreTest, InputsAreKeptByContentForADay) {
  Store store(directory());
  const fs::path one = store.input("graphs.csv", "a,b\n");
  EXPECT_EQ(read_file(one), "a,b\n");
  EXPECT_EQ(one.filename(), "graphs.csv");
  EXPECT_EQ(store.input("graphs.csv", "a,b\n"), one);
  const fs::path other = store.input("graphs.csv", "a,c\n");
  EXPECT_NE(other, one);
  write_file(one, "a");  // damaged
  EXPECT_EQ(read_file(store.input("graphs.csv", "a,b\n")), "a,b\n");
  write_file(one, "a,x\n");  // of the same size
  EXPECT_EQ(read_file(store.input("graphs.csv", "a,b\n")), "a,b\n");
  fs::last_write_time(other.parent_path(), fs::file_time_type::clock::now() - hours(25));
  store.trim(core::Bytes(0));
  EXPECT_TRUE(fs::exists(one));
  EXPECT_FALSE(fs::exists(other));
}

TEST_F(StoreTest, RunsShareTheInputsThatWereMadeForThem) {
  Store store(directory());
  const fs::path input = store.input("graphs.csv", "a,b\n");
  for (const std::string key : {"one", "two"}) {
    const fs::path made = make(store, 0);
    write_file(made / "inputs" / "graphs.csv", "a,b\n");
    write_file(made / "inputs" / "own.csv", key);
    const fs::path run = store.keep(made, key, kFacts);
    EXPECT_TRUE(fs::equivalent(run / "inputs" / "graphs.csv", input));
    EXPECT_EQ(read_file(run / "inputs" / "own.csv"), key);
  }
  EXPECT_EQ(fs::hard_link_count(input), 3u);
}

TEST_F(StoreTest, RefusesADirectoryThatCannotBeUsed) {
  write_file(scratch_ / "file", "");
  EXPECT_THAT(error_of([&] { const Store store(scratch_ / "file"); }),
              AllOf(HasSubstr("--store"), HasSubstr("file"), HasSubstr("choose another one")));
}

/// Sets a variable of the environment and puts it back.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* const old = std::getenv(name)) old_ = old;
    ::setenv(name, value, 1);
  }
  ~Variable() { old_ ? ::setenv(name_, old_->c_str(), 1) : ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

TEST(DefaultStore, IsWhereTheEnvironmentSays) {
  const Variable home("HOME", "/h"), cache("XDG_CACHE_HOME", "/c"), store("GPUFABRIC_STORE", "/s");
  EXPECT_EQ(default_store(), "/s");
  const Variable no_store("GPUFABRIC_STORE", "");
  EXPECT_EQ(default_store(), "/c/gpufabric");
  const Variable no_cache("XDG_CACHE_HOME", "");
  EXPECT_EQ(default_store(), "/h/.cache/gpufabric");
  const Variable no_home("HOME", "");
  EXPECT_EQ(default_store(), "");
}

TEST(DefaultStore, HasALimit) {
  const Variable none("GPUFABRIC_STORE_LIMIT", "");
  EXPECT_EQ(store_limit().count(), 4'000'000'000u);
  const Variable less("GPUFABRIC_STORE_LIMIT", "5 MB");
  EXPECT_EQ(store_limit().count(), 5'000'000u);
  const Variable bad("GPUFABRIC_STORE_LIMIT", "much");
  EXPECT_THAT(error_of([] { (void)store_limit(); }), HasSubstr("GPUFABRIC_STORE_LIMIT: \"much\""));
}

}  // namespace
}  // namespace gf::runs::store_test
