// SPDX-License-Identifier: Apache-2.0
// Holds: docs/house.md
// Includes point down the floors, and nothing in the hardware knows the analytic models.
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <sstream>

namespace gf::includes_test {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;

const std::vector<std::string>& floors() {
  // runs and papers stand beside the floors; what they may not see has a test of its own.
  static const std::vector<std::string> names = {"core", "tlm_models", "hw",     "platforms",
                                                 "runs", "papers",     "sc_main"};
  return names;
}

/// Number of the floor that `path`, relative to the project, lies on; the top one if on none.
std::size_t floor_of(const std::string& path) {
  for (std::size_t i = 0; i < floors().size(); ++i) {
    if (path.rfind(floors()[i] + "/", 0) == 0) return i;
  }
  return floors().size();
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
  for (std::size_t i = 0; i < floors().size(); ++i) {
    const unsigned seen =
        for_each_include(floors()[i], [&](const auto& file, const auto& included) {
          // What protobuf makes of a schema lies in the build tree, on no floor.
          const bool made = included.find(".pb.h") != std::string::npos;
          if (!made && floor_of(included) > i) wrong.push_back(file + " includes " + included);
        });
    EXPECT_GT(seen, 0u) << "nothing read in " << floors()[i];
  }
  EXPECT_THAT(wrong, IsEmpty());
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

TEST(Includes, RunsAndPapersKnowTheProgramAndNoHardware) {
  EXPECT_THAT(trespasses("runs", {"tlm_models", "hw", "platforms", "papers", "sc_main"}),
              IsEmpty());
  EXPECT_THAT(trespasses("papers", {"hw", "platforms", "sc_main"}), IsEmpty());
  EXPECT_THAT(trespasses("papers/report", {"runs", "tlm_models"}), IsEmpty());
  for (const char* floor : {"core", "tlm_models", "hw", "platforms"})
    EXPECT_THAT(trespasses(floor, {"runs", "papers"}), IsEmpty());
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
