// SPDX-License-Identifier: Apache-2.0
// Holds: runs/store_entry.h runs/store_entry.cpp
// The store: a run is there whole or not at all, whoever makes, reads or takes away runs meanwhile.
#include "runs/store.h"

#include <cstdlib>
#include <functional>
#include <sys/resource.h>

#include "runs/key.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/killed_moves.h"
#include "tests/support/matchers.h"

namespace gf::runs::store_test {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;
using test::error_of;
using test::read_file;
using test::write_file;

const std::string kFacts = "platform box\n";
const std::string kKey = key_of(kFacts);

/// Facts of a run of its own.
std::string facts(const std::string& platform) { return "platform " + platform + "\n"; }
std::string key(const std::string& platform) { return key_of(facts(platform)); }

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

std::vector<std::string> sorted(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory))
    names.push_back(entry.path().filename());
  return sorted(names);
}

class StoreTest : public testing::Test {
 protected:
  fs::path directory() const { return scratch_ / "store"; }
  /// As if it was last used `age` ago.
  void age(const std::string& platform, hours age) const {
    fs::last_write_time(run_of(platform), fs::file_time_type::clock::now() - age);
  }
  fs::path run_of(const std::string& platform) const {
    return directory() / "runs" / key(platform);
  }
  const test::ScratchDirectory scratch_;
};

TEST_F(StoreTest, FindsWhatItKept) {
  Store store(directory());
  EXPECT_EQ(store.find(kFacts), std::nullopt);
  const fs::path kept = store.keep(make(store, 0), kFacts);
  EXPECT_EQ(store.find(kFacts), kept);
  EXPECT_EQ(read_file(kept / "stats.json"), "whole");
  ASSERT_EQ(store.list().size(), 1u);
  EXPECT_EQ(store.list()[0].command, "run box");
  EXPECT_EQ(store.list()[0].wall_seconds, 2);
  EXPECT_GT(store.list()[0].size.count(), 20u);
}

TEST_F(StoreTest, ARunThatIsThereGetsWhatItLacks) {
  Store store(directory());
  const fs::path kept = store.keep(make(store, 0, "first"), kFacts);
  const fs::path more = make(store, 1, "second");
  write_file(more / "run.html", "a page");
  write_file(more / "run.json", R"({"command": "run box with a page"})");
  EXPECT_EQ(store.keep(more, kFacts), kept);
  EXPECT_EQ(read_file(kept / "run.html"), "a page");
  EXPECT_EQ(read_file(kept / "stats.json"), "first");
  EXPECT_EQ(store.list()[0].command, "run box with a page") << "it lists the files";
  EXPECT_EQ(store.keep(make(store, 2, "third"), kFacts), kept);
  EXPECT_EQ(store.list()[0].command, "run box with a page") << "nothing was lacking";
}

/// Each way in which a run that was kept can come to harm, and what find() says of it.
struct Harm {
  const char* said;
  std::function<void(const fs::path& run)> come_to;
};

void change_a_digit(const fs::path& file) {
  std::string text = read_file(file);
  text.back() = static_cast<char>(text.back() ^ 1);
  write_file(file, text);
}

const std::vector<Harm> kHarms = {
    {"run.json is missing", [](const fs::path& run) { fs::remove(run / "run.json"); }},
    {"stats.json is missing", [](const fs::path& run) { fs::remove(run / "stats.json"); }},
    {"stats.json was changed", [](const fs::path& run) { change_a_digit(run / "stats.json"); }},
    {"stats.json was changed", [](const fs::path& run) { write_file(run / "stats.json", ""); }},
    {"inputs/a.csv was changed", [](const fs::path& run) { change_a_digit(run / "inputs/a.csv"); }},
    {"key.txt was changed", [](const fs::path& run) { change_a_digit(run / "key.txt"); }},
    {"sums.txt was changed", [](const fs::path& run) { change_a_digit(run / "sums.txt"); }},
    {"sums.txt was changed", [](const fs::path& run) { write_file(run / "sums.txt", ""); }},
    {"sums.txt is missing", [](const fs::path& run) { fs::remove(run / "sums.txt"); }},
    {"key.txt is missing",
     [](const fs::path& run) {
       fs::remove(run / "key.txt");
       fs::create_directory(run / "key.txt");
     }},
    {"key.txt is missing",
     [](const fs::path& run) {
       fs::remove(run / "key.txt");
       fs::create_symlink("key.txt", run / "key.txt");
     }},
    {"key.txt is missing",
     [](const fs::path& run) {
       fs::remove_all(run);
       write_file(run, "a file");
     }},
};

TEST_F(StoreTest, ADamagedRunIsNotUsedAndMakesPlace) {
  for (const Harm& harm : kHarms) {
    Store store(directory());
    const fs::path made = make(store, 0);
    write_file(made / "inputs/a.csv", "1,2");
    const fs::path kept = store.keep(made, kFacts);
    ASSERT_EQ(store.find(kFacts), kept) << harm.said;
    harm.come_to(kept);
    EXPECT_EQ(store.find(kFacts), std::nullopt) << harm.said;
    EXPECT_THAT(store.damaged(), ElementsAre(kKey + ": " + harm.said));
    EXPECT_EQ(store.keep(make(store, 1), kFacts), kept);
    EXPECT_EQ(store.find(kFacts), kept) << harm.said;
    EXPECT_EQ(store.trim(core::Bytes(0)), 0u);
    fs::remove_all(kept);
  }
}

TEST_F(StoreTest, WhatIsNotTheStoresIsNeverRemoved) {
  write_file(directory() / "runs/thesis/notes", "mine");
  write_file(directory() / "runs/renamed/key.txt", kFacts);
  write_file(directory() / "runs/file", "mine");
  write_file(directory() / "inputs/data/mine.csv", "1,2");
  fs::last_write_time(directory() / "inputs/data", fs::file_time_type::clock::now() - hours(99));
  write_file(directory() / "runs" / kKey / "notes", "in the place of a run, which it is not");
  {
    Store store(directory());
    store.keep(make(store, 0), facts("other"));
    EXPECT_EQ(store.find(kFacts), std::nullopt);
    store.keep(make(store, 0), kFacts);
  }
  Store store(directory());
  EXPECT_EQ(store.list().size(), 2u);
  EXPECT_THAT(sorted(store.others()), ElementsAre(kKey + ".damaged", "file", "renamed", "thesis"));
  EXPECT_EQ(store.trim(core::Bytes(0)), 2u);
  EXPECT_THAT(names_in(directory() / "runs"),
              ElementsAre(kKey + ".damaged", "file", "renamed", "thesis"));
  EXPECT_EQ(read_file(directory() / "runs/thesis/notes"), "mine");
  EXPECT_EQ(read_file(directory() / "inputs/data/mine.csv"), "1,2");
}

TEST_F(StoreTest, IsKnownByItsFolders) {
  EXPECT_FALSE(is_store(directory()));
  write_file(directory() / "runs/thesis/notes", "mine");
  EXPECT_FALSE(is_store(directory()));
  { const Store store(directory()); }
  EXPECT_TRUE(is_store(directory()));
}

/// As long as it lives, this process can open no more files.
class NoMoreFiles {
 public:
  NoMoreFiles() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit none = before_;
    none.rlim_cur = 0;
    ::setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoMoreFiles() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  NoMoreFiles(const NoMoreFiles&) = delete;
  NoMoreFiles& operator=(const NoMoreFiles&) = delete;

 private:
  rlimit before_{};
};

TEST_F(StoreTest, ARunThatCannotBeReadNowStays) {
  Store store(directory());
  const fs::path kept = store.keep(make(store, 0), kFacts);
  {
    const NoMoreFiles none;
    EXPECT_EQ(store.find(kFacts), std::nullopt);
  }
  EXPECT_THAT(store.damaged(), IsEmpty());
  EXPECT_EQ(store.find(kFacts), kept);
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
    store.keep(make(store, 0), kFacts);
  }
  ReadOnlyMoves moves;
  Store store(directory(), moves);
  EXPECT_EQ(store.trim(core::Bytes(0)), 0u);
  fs::remove(run_of("box") / "stats.json");
  EXPECT_THAT(error_of([&] { (void)store.find(kFacts); }), HasSubstr("Permission denied"));
  EXPECT_THAT(names_in(directory() / "runs"), ElementsAre(kKey));
}

TEST_F(StoreTest, ADroppedRunIsGoneAndCanBeKeptAgain) {
  Store store(directory());
  store.keep(make(store, 0, "damaged"), kFacts);
  store.drop(kKey);
  EXPECT_EQ(store.find(kFacts), std::nullopt);
  EXPECT_EQ(read_file(store.keep(make(store, 0), kFacts) / "stats.json"), "whole");
}

/// What a process does that finds a damaged run, makes it again and keeps it.
void replace(const fs::path& directory, core::Moves& moves) {
  Store store(directory, moves);
  const fs::path made = make(store, 0);
  EXPECT_EQ(store.find(kFacts), std::nullopt);
  store.keep(made, kFacts);
}

TEST_F(StoreTest, KilledAtAnyStepTheRunIsWholeOrNotThere) {
  bool killed = true;
  unsigned absent = 0;
  for (unsigned steps = 0; killed; ++steps) {
    fs::remove_all(directory());
    write_file(run_of("box") / "key.txt", kFacts);
    write_file(run_of("box") / "run.json", "{}");
    killed = test::killed_at(steps, true,
                             [&](test::KilledMoves& moves) { replace(directory(), moves); });
    Store store(directory());
    const auto found = store.find(kFacts);
    if (!found) ++absent;
    if (found) {
      EXPECT_EQ(read_file(*found / "stats.json"), "whole") << steps;
    }
    EXPECT_TRUE(found || killed) << "it came to its end";
    EXPECT_EQ(names_in(directory() / "work").size(), 1u) << "only this process's own";
  }
  EXPECT_GE(absent, 3u) << "each name that it changes is a step";
}

TEST_F(StoreTest, KilledWhileARunGetsItsPageItIsWhole) {
  bool killed = true;
  for (unsigned steps = 0; killed; ++steps) {
    fs::remove_all(directory());
    {
      Store store(directory());
      store.keep(make(store, 0, "first"), kFacts);
    }
    killed = test::killed_at(steps, true, [&](test::KilledMoves& moves) {
      Store store(directory(), moves);
      const fs::path more = make(store, 0, "second");
      write_file(more / "run.html", "a page");
      write_file(more / "run.json", R"({"command": "run box with a page"})");
      store.keep(more, kFacts);
    });
    Store store(directory());
    EXPECT_TRUE(store.find(kFacts)) << steps << testing::PrintToString(store.damaged());
  }
}

TEST_F(StoreTest, WhoComesSecondFindsTheFirst) {
  Store store(directory());
  const fs::path made = make(store, 0, "second");
  in_process([&] {
    Store other(directory());
    other.keep(make(other, 0, "first"), kFacts);
  });
  EXPECT_EQ(read_file(store.keep(made, kFacts) / "stats.json"), "first");
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
    for (const char* one : {"a", "b", "c", "d"})
      store.keep(make(store, 0, std::string(1000, 'x')), facts(one));
  }
  age("a", hours(3));
  age("b", hours(4));
  age("c", hours(2));
  age("d", hours(1));
  Store store(directory());
  ASSERT_TRUE(store.find(facts("b")));  // was the oldest; is in use now
  EXPECT_EQ(store.trim(core::Bytes(100'000)), 0u);
  EXPECT_EQ(store.trim(core::Bytes(3'000)), 2u);
  EXPECT_THAT(names_in(directory() / "runs"), ElementsAreArray(sorted({key("b"), key("d")})));
  EXPECT_EQ(store.trim(core::Bytes(0)), 1u);
  EXPECT_THAT(names_in(directory() / "runs"), ElementsAre(key("b")));
}

TEST_F(StoreTest, TrimTakesNothingThatAnotherLivingProcessUses) {
  {
    Store store(directory());
    store.keep(make(store, 0), facts("found"));
  }
  constexpr pid_t kLivesForEver = 1;
  std::optional<Store> other;
  other.emplace(directory(), core::Moves::real(), kLivesForEver);
  ASSERT_TRUE(other->find(facts("found")));
  other->keep(make(*other, 0), facts("kept"));
  Store store(directory());
  EXPECT_EQ(store.trim(core::Bytes(0)), 0u);
  EXPECT_THAT(names_in(directory() / "runs"),
              ElementsAreArray(sorted({key("found"), key("kept")})));
  other.reset();
  EXPECT_EQ(store.trim(core::Bytes(0)), 2u);
}

TEST_F(StoreTest, WhatAProcessUsedThatIsGoneCanBeTaken) {
  Store store(directory());
  in_process([&] {
    auto* left = new Store(directory());
    left->keep(make(*left, 0), kFacts);
  });
  EXPECT_EQ(store.trim(core::Bytes(0)), 1u);
}

TEST_F(StoreTest, ADamagedRunCountsAsTheOldest) {
  {
    Store store(directory());
    for (const char* one : {"bad", "odd", "whole"})
      store.keep(make(store, 0, std::string(1000, 'x')), facts(one));
  }
  write_file(run_of("bad") / "run.json", "{");
  write_file(run_of("odd") / "run.json", R"({"command": 7})");
  age("whole", hours(3));
  Store store(directory());
  const std::vector<StoredRun> all = store.list();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].key, key("whole"));
  EXPECT_TRUE(all[1].damaged && all[2].damaged);
  EXPECT_THAT(all[2].command, HasSubstr("damaged"));
  EXPECT_EQ(store.trim(core::Bytes(1'500)), 2u);
  EXPECT_THAT(names_in(directory() / "runs"), ElementsAre(key("whole")));
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
  for (const std::string one : {"one", "two"}) {
    const fs::path made = make(store, 0);
    write_file(made / "inputs" / "graphs.csv", "a,b\n");
    write_file(made / "inputs" / "own.csv", one);
    const fs::path run = store.keep(made, facts(one));
    EXPECT_TRUE(fs::equivalent(run / "inputs" / "graphs.csv", input));
    EXPECT_EQ(read_file(run / "inputs" / "own.csv"), one);
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
