// SPDX-License-Identifier: Apache-2.0
// Holds: scripts/tests_of
// Test files are compiled several as one: their helpers are named run, small, Case. And each source
// has a test that scripts/tests_of finds.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/captured.h"

namespace gf::test::test_files_test {
namespace {

/// Name of the first named namespace that `file` opens at the start of a line, or empty.
std::string namespace_of(const fs::path& file) {
  std::ifstream in(file);
  const std::string opens = "namespace ";
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(opens, 0) != 0 || line == "namespace {") continue;
    return line.substr(opens.size(), line.rfind(" {") - opens.size());
  }
  return {};
}

TEST(TestFiles, HaveNamespacesOfTheirOwn) {
  std::map<std::string, std::string> owner;
  std::vector<std::string> shared;
  const fs::path tests = fs::path(GF_SOURCE_DIR) / "tests";
  for (const auto& entry : fs::recursive_directory_iterator(tests)) {
    const std::string file = fs::relative(entry.path(), tests).string();
    if (file.size() < 9 || file.substr(file.size() - 9) != "_test.cpp") continue;
    const std::string kind = file.substr(0, file.find('/'));
    const std::string name = namespace_of(entry.path());
    const auto [first, is_new] = owner.emplace(kind + " " + name, file);
    if (!is_new) shared.push_back(file + " and " + first->second + " share '" + name + "'");
  }
  EXPECT_GT(owner.size(), 200u);
  EXPECT_THAT(shared, testing::IsEmpty())
      << "name the innermost namespace after the file: namespace gf::core::ini_test {";
}

TEST(TestFiles, ThisOneHasItsOwn) {
  EXPECT_EQ(namespace_of(fs::path(GF_SOURCE_DIR) / "tests/unit/test_files_test.cpp"),
            "gf::test::test_files_test");
}

/// Names below the root, in the strings of a source, that stand for a file that does not exist.
std::vector<std::string> absent_names(const std::string& source) {
  std::vector<std::string> names;
  for (const char* before : {"\"", ":", "="})
    for (const char* name : {"nowhere", "none", "nonexistent", "no/", "missing"}) {
      const std::string path = std::string("/") + name;
      if (source.find(before + path) != source.npos) names.push_back(path);
    }
  return names;
}

TEST(TestFiles, NameNoAbsentFileThatAMachinesRootMayHold) {
  EXPECT_THAT(absent_names("\"file:" + std::string("/nowhere.csv\"")), testing::SizeIs(1));
  const fs::path here = GF_SOURCE_DIR "/tests/unit/test_files_test.cpp";
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GF_SOURCE_DIR) / "tests")) {
    if (entry.path().extension() != ".cpp" || entry.path() == here) continue;
    EXPECT_THAT(absent_names(read_file(entry.path())), testing::IsEmpty())
        << entry.path() << ": write /proc/nowhere, which no machine has and nobody can make";
  }
}

/// A line of `scripts/tests_of --all`.
struct Held {
  std::string test, word, file;
};
std::vector<Held> all_held() {
  const Captured run = exits(0, capture({GF_SOURCE_DIR "/scripts/tests_of", "--all"}));
  std::istringstream in(run.out);
  std::vector<Held> all;
  for (Held held; std::getline(in, held.test, '\t') && std::getline(in, held.word, '\t') &&
                  std::getline(in, held.file);)
    all.push_back(held);
  return all;
}

/// Sources of the program, without their endings: header and implementation are one.
std::set<fs::path> sources() {
  std::set<fs::path> all;
  for (const char* floor : {"core", "tlm_models", "workloads", "hw", "platforms", "explain", "runs",
                            "papers", "questions", "measurements", "sc_main"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(GF_SOURCE_DIR) / floor))
      if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp")
        all.insert(fs::relative(entry.path(), GF_SOURCE_DIR).replace_extension());
  return all;
}

TEST(TestFiles, EverySourceIsHeldByATest) {
  std::set<fs::path> held;
  for (const Held& each : all_held()) held.insert(fs::path(each.file).replace_extension());
  const std::set<fs::path> all = sources();
  std::set<fs::path> alone;
  std::set_difference(all.begin(), all.end(), held.begin(), held.end(),
                      std::inserter(alone, alone.end()));
  EXPECT_GT(all.size(), 500u);
  EXPECT_THAT(alone, testing::IsEmpty())
      << "name a test after it, or the source in a line '// Holds:' of one that fails without it";
}

/// The source that a test holds by its name: tests/KIND/PATH_test.cpp holds PATH.
fs::path namesake(const std::string& test) {
  const std::size_t kind = test.find('/') + 1;
  const std::size_t path = test.find('/', kind) + 1;
  return test.substr(path, test.rfind("_test.") - path);
}

TEST(TestFiles, OfMostSourcesAreFoundByTheirPath) {
  const std::set<fs::path> all = sources();
  std::set<fs::path> found;
  for (const Held& each : all_held())
    if (all.count(namesake(each.test)) > 0) found.insert(namesake(each.test));
  EXPECT_GT(100 * found.size(), 60 * all.size())
      << found.size() << " of " << all.size() << ": name a test after the source that it holds";
}

TEST(TestFiles, HoldThreeOtherSourcesAtMost) {
  const std::set<fs::path> all = sources();
  std::map<std::string, std::set<fs::path>> others;
  for (const Held& each : all_held()) {
    if (each.test == "tests/paper/CMakeLists.txt") continue;  // each experiment tests itself
    // Files that are no source, such as those of a folder of presets, count as their glob.
    const fs::path source = fs::path(each.file).replace_extension();
    if (source == namesake(each.test)) continue;
    others[each.test].insert(all.count(source) > 0 ? source : fs::path(each.word));
  }
  for (const auto& [test, held] : others)
    EXPECT_LE(held.size(), 3u) << test << ": move cases to where the source is";
}

TEST(TestFiles, WhatIsHeldExists) {
  for (const Held& each : all_held()) {
    EXPECT_FALSE(each.word.empty()) << each.test << " says in no line '// Holds:' what it holds";
    EXPECT_FALSE(each.file.empty()) << each.test << " holds " << each.word << ", which is no file";
  }
}

TEST(TestFiles, OfASourceAreFoundByTheScript) {
  const std::string script = GF_SOURCE_DIR "/scripts/tests_of";
  EXPECT_THAT(capture({script, "hw/pcie/port/egress.cpp"}).out,
              testing::StartsWith("tests/unit/hw/pcie/port/egress_test.cpp\n"));
  const Captured none = exits(2, capture({script, "hw/pcie/none.h"}));
  EXPECT_EQ(none.err, "tests_of: no file hw/pcie/none.h\n");
}

}  // namespace
}  // namespace gf::test::test_files_test
