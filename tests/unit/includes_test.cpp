// SPDX-License-Identifier: Apache-2.0
// Holds: docs/house.md
// Includes point down the floors, and nothing in the hardware knows the analytic models.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "tests/support/matchers.h"

namespace gf::includes_test {
namespace {

namespace fs = std::filesystem;

/// Floors from the lowest to the highest. Those of one number may include each other; folders that
/// stand beside the floors have tests of their own for what they may not see.
const std::vector<std::pair<std::string, unsigned>>& floors() {
  static const std::vector<std::pair<std::string, unsigned>> all = {
      {"core", 1},      {"tlm_models", 2},   {"workloads", 2}, {"hw", 3},
      {"platforms", 4}, {"explain", 4},      {"runs", 4},      {"papers", 4},
      {"questions", 4}, {"measurements", 4}, {"sc_main", 5}};
  return all;
}

/// Number of the floor that `path`, relative to the project, lies on; above the top one if on none.
unsigned floor_of(const std::string& path) {
  for (const auto& [name, number] : floors()) {
    if (path.rfind(name + "/", 0) == 0) return number;
  }
  return floors().back().second + 1;
}

/// Calls `use(file, included)` for each #include "..." of the sources of `floor`.
template <class Use>
unsigned for_each_include(const std::string& floor, const Use& use) {
  unsigned count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GF_SOURCE_DIR) / floor)) {
    const std::string extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      if (line.rfind("#include \"", 0) != 0) continue;
      const std::string included = line.substr(10, line.find('"', 10) - 10);
      use(fs::relative(entry.path(), GF_SOURCE_DIR).string(), included);
      ++count;
    }
  }
  return count;
}

TEST(Includes, PointDownTheFloors) {
  std::vector<std::string> wrong;
  for (const auto& [floor, number] : floors()) {
    const unsigned mine = number;
    const unsigned seen = for_each_include(floor, [&](const auto& file, const auto& included) {
      // What protobuf makes of a schema lies in the build tree, on no floor.
      const bool made = included.find(".pb.h") != std::string::npos;
      if (!made && floor_of(included) > mine) wrong.push_back(file + " includes " + included);
    });
    EXPECT_GT(seen, 0u) << "nothing read in " << floor;
  }
  EXPECT_THAT(wrong, IsEmpty());
}

std::string folder_of(const std::string& path) { return fs::path(path).parent_path().string(); }

/// For each folder those that its files include.
std::map<std::string, std::set<std::string>> arrows_between_folders() {
  std::map<std::string, std::set<std::string>> arrows;
  for (const auto& [floor, number] : floors())
    for_each_include(floor, [&](const auto& file, const auto& included) {
      if (folder_of(file) != folder_of(included))
        arrows[folder_of(file)].insert(folder_of(included));
    });
  return arrows;
}

/// Folders that lie on a circle: what is left when folders that include none of the rest, or that
/// none of the rest includes, are taken away again and again.
std::vector<std::string> circles(std::map<std::string, std::set<std::string>> arrows) {
  for (bool less = true; less;) {
    less = false;
    std::set<std::string> from;
    std::set<std::string> to;
    for (const auto& [folder, others] : arrows) {
      from.insert(folder);
      to.insert(others.begin(), others.end());
    }
    for (auto folder = arrows.begin(); folder != arrows.end();) {
      auto& others = folder->second;
      for (auto other = others.begin(); other != others.end();)
        other = from.count(*other) == 0 ? others.erase(other) : std::next(other);
      const bool open = others.empty() || to.count(folder->first) == 0;
      less |= open;
      folder = open ? arrows.erase(folder) : std::next(folder);
    }
  }
  std::vector<std::string> left;
  for (const auto& [folder, others] : arrows) left.push_back(folder);
  return left;
}

TEST(Includes, FoldersHaveNoCircle) { EXPECT_THAT(circles(arrows_between_folders()), IsEmpty()); }

TEST(Includes, ACircleIsSeen) {
  EXPECT_THAT(circles({{"a", {"b"}}, {"b", {"c"}}, {"c", {"d"}}}), IsEmpty());
  EXPECT_THAT(circles({{"a", {"b"}}, {"b", {"c"}}, {"c", {"b", "d"}}}),
              testing::ElementsAre("b", "c"));
}

TEST(Includes, FoldersAreNoHallsAndNamesOfHeadersAreUnique) {
  std::map<std::string, unsigned> files;
  std::set<std::string> with_sources;  // a folder of data alone is a table
  std::map<std::string, std::string> headers;
  std::vector<std::string> twice;
  for (const auto& [floor, number] : floors()) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(GF_SOURCE_DIR) / floor)) {
      if (!entry.is_regular_file()) continue;
      const std::string path = fs::relative(entry.path(), GF_SOURCE_DIR).string();
      ++files[folder_of(path)];
      if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
        with_sources.insert(folder_of(path));
      if (entry.path().extension() != ".h") continue;
      const auto [known, is_new] = headers.emplace(entry.path().filename().string(), path);
      if (!is_new) twice.push_back(known->second + " and " + path);
    }
  }
  EXPECT_GT(headers.size(), 500u);
  EXPECT_THAT(twice, IsEmpty());
  EXPECT_GT(with_sources.size(), 50u);
  for (const std::string& folder : with_sources) EXPECT_LE(files[folder], 40u) << folder;
}

/// Sources of `room` that include something of one of `closed`.
std::vector<std::string> trespasses(const std::string& room,
                                    const std::vector<std::string>& closed) {
  std::vector<std::string> wrong;
  const unsigned seen = for_each_include(room, [&](const auto& file, const auto& included) {
    for (const std::string& other : closed)
      if (included.rfind(other + "/", 0) == 0) wrong.push_back(file + " includes " + included);
  });
  EXPECT_GT(seen, 0u) << "nothing read in " << room;
  return wrong;
}

TEST(Includes, WhatStandsBesideTheFloorsKnowsNoHardware) {
  EXPECT_THAT(trespasses("runs", {"tlm_models", "workloads", "hw", "platforms", "explain", "papers",
                                  "sc_main"}),
              IsEmpty());
  for (const char* folder : {"papers", "questions", "measurements"})
    EXPECT_THAT(trespasses(folder, {"hw", "platforms", "explain", "sc_main"}), IsEmpty());
  EXPECT_THAT(trespasses("papers/report", {"runs", "tlm_models"}), IsEmpty());
  EXPECT_THAT(trespasses("explain", {"tlm_models", "workloads", "hw", "runs", "papers", "sc_main"}),
              IsEmpty());
  for (const char* floor : {"core", "tlm_models", "workloads", "hw", "platforms"})
    EXPECT_THAT(trespasses(floor, {"explain", "runs", "papers"}), IsEmpty());
}

TEST(Includes, HardwareDoesNotKnowTheAnalyticModels) {
  std::vector<std::string> wrong;
  for_each_include("hw", [&](const auto& file, const auto& included) {
    if (included.find("analytic") != std::string::npos) wrong.push_back(file);
  });
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Includes, HardwareHasNoTauNorFairShare) {
  // The answers of [SC16]'s model must come out of the hardware, not stand in it.
  std::vector<std::string> wrong;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GF_SOURCE_DIR) / "hw")) {
    const std::string extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    for (const char* word : {"tau", "fair_share", "congestion_factor"}) {
      if (text.str().find(word) != std::string::npos) {
        wrong.push_back(entry.path().string() + " has " + word);
      }
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Includes, TheEyeSeesAWrongOne) {
  EXPECT_GT(floor_of("hw/pcie/port/tlp.h"), floor_of("core/base/units.h"));
  EXPECT_GT(floor_of("tests/support/run.h"), floor_of("sc_main/cli/command.h"));
}

}  // namespace
}  // namespace gf::includes_test
