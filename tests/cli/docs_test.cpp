// SPDX-License-Identifier: Apache-2.0
// Holds: docs/examples/* docs/adding_an_experiment.md
// Example files and the files that pages show are accepted and equal.
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::docs_test {
namespace {

const std::filesystem::path kDocs = std::filesystem::path(GF_SOURCE_DIR) / "docs";

TEST(Docs, ExampleFilesAreAccepted) {
  const Captured run = program({"check", kDocs / "examples/graphs.csv", kDocs / "examples/tree.dot",
                                kDocs / "examples/tree.ini"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, AllOf(HasSubstr("2 graphs, 6 communications"),
                             HasSubstr("tree.dot: ok, PCIe tree: 6 GPUs"),
                             HasSubstr("tree.ini: ok, PCIe tree: 6 GPUs")));
}

TEST(Docs, ExampleTreesAreTheSame) {
  const auto shown = [](const char* file) {
    return program({"topology", "pcie_tree", "--topology", kDocs / "examples" / file}).out;
  };
  EXPECT_THAT(shown("tree.ini"), HasSubstr("gpu5"));
  EXPECT_EQ(shown("tree.ini"), shown("tree.dot"));
}

TEST(Docs, PagesShowTheExampleFiles) {
  const std::string page = read_file(kDocs / "workloads.md");
  for (const char* file : {"graphs.csv", "tree.ini", "tree.dot"})
    EXPECT_THAT(page, HasSubstr("```\n" + read_file(kDocs / "examples" / file) + "```\n"));
  EXPECT_THAT(read_file(kDocs / "schedules.md"),
              HasSubstr("```\n" + read_file(kDocs / "examples/schedule.csv") + "```\n"));
  EXPECT_THAT(read_file(kDocs / "schedules.md"),
              HasSubstr("```\n" + read_file(kDocs / "examples/exchange.goal") + "```\n"));
}

TEST(Docs, ExperimentPageShowsItsFileAndItsRow) {
  const std::filesystem::path paper = std::filesystem::path(GF_SOURCE_DIR) / "papers/sc16_pcie";
  const std::string page = read_file(kDocs / "adding_an_experiment.md");
  EXPECT_THAT(page, HasSubstr("```cpp\n" + read_file(paper / "efficiency.cpp") + "```\n"));
  const std::string rows = read_file(paper / "rows.csv");
  const std::size_t begin = rows.find("\npcie.efficiency,") + 1;
  ASSERT_NE(begin, 0u);
  const std::string row = rows.substr(begin, rows.find('\n', begin) + 1 - begin);
  EXPECT_THAT(page, HasSubstr("```\n" + row + "```\n"));
}

}  // namespace
}  // namespace gf::test::docs_test
