// SPDX-License-Identifier: Apache-2.0
// Holds: core/system/text_file.cpp
// Files are opened to be read in one place, which refuses pipes, devices, directories and what is
// too large.
#include <filesystem>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>

#include "tests/support/captured.h"

namespace gf::open_files_test {
namespace {

namespace fs = std::filesystem;

/// Lines of `file` that open a file other than to write it.
std::vector<std::string> openings(const fs::path& file) {
  static const std::regex form(
      R"(std::(basic_)?i?fstream\b|std::(basic_)?filebuf\b|\bf(re)?open\(|)"
      R"((^|[^\w])::open(at)?\(|\bmmap\(|ParseFrom(Istream|FileDescriptor)\()");
  std::vector<std::string> found;
  std::istringstream in(test::read_file(file));
  for (std::string line; std::getline(in, line);)
    if (std::regex_search(line, form)) found.push_back(file.string() + ": " + line);
  return found;
}

TEST(OpenFiles, AreReadThroughOneGate) {
  // The gate itself; /dev/null in place of a stream that is closed; a directory as a lock.
  const std::set<std::string> others{"core/system/text_file.cpp",
                                     "core/system/standard_streams.cpp",
                                     "papers/report/report_directory.cpp"};
  std::set<std::string> used;
  for (const char* floor : {"core", "tlm_models", "workloads", "hw", "platforms", "explain", "runs",
                            "papers", "sc_main"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(GF_SOURCE_DIR) / floor)) {
      const std::string ending = entry.path().extension();
      if (ending != ".cpp" && ending != ".h") continue;
      const std::string name = fs::relative(entry.path(), GF_SOURCE_DIR).string();
      const std::vector<std::string> found = openings(entry.path());
      if (others.count(name) == 0) {
        EXPECT_EQ(found, std::vector<std::string>()) << "read it by core/system/text_file.h";
      } else if (!found.empty()) {
        used.insert(name);
      }
    }
  }
  EXPECT_EQ(used, others);
}

}  // namespace
}  // namespace gf::open_files_test
