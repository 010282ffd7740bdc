// SPDX-License-Identifier: Apache-2.0
// Test files are compiled several as one: their helpers are named run, small, Case.
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <map>

namespace gf::test::test_files_test {
namespace {

namespace fs = std::filesystem;

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

}  // namespace
}  // namespace gf::test::test_files_test
