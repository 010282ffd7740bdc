// SPDX-License-Identifier: Apache-2.0
// Holds: core/system/text_file.h core/run/run_inputs.h
// Every option that takes a file: one that is not there is exit 2, one that is no use exit 5, and
// none is waited for.
#include <sys/stat.h>

#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::input_files_test {
namespace {

/// A command line whose word "FILE" stands for the file's name, also within a word.
struct Reader {
  const char* name;
  std::vector<std::string> words;
};

void PrintTo(const Reader& reader, std::ostream* out) { *out << reader.name; }

Captured read_by(const Reader& reader, const std::string& file) {
  std::vector<std::string> words = reader.words;
  for (std::string& word : words)
    if (const std::size_t at = word.find("FILE"); at != word.npos) word.replace(at, 4, file);
  return program(words);
}

class InputFile : public testing::TestWithParam<Reader> {
 protected:
  /// That the program returns `code` and names the file in its message.
  void expect(const std::string& file, int code) const {
    const Captured run = read_by(GetParam(), file);
    EXPECT_EQ(run.code, code) << file << ": " << run.err;
    EXPECT_THAT(run.err + run.out, HasSubstr(file));
    EXPECT_LT((run.err + run.out).size(), 1000u);
  }
  ScratchDirectory scratch_;
};

TEST_P(InputFile, ThatIsNotThereIsAnErrorOfUse) {
  expect(scratch_ / "none.ini", 2);
  write_file(scratch_ / "file", "");
  expect((scratch_ / "file").string() + "/below.dot", 2);
}

TEST_P(InputFile, ThatIsNoFileIsBadInput) {
  std::filesystem::create_directory(scratch_ / "directory.ini");
  expect(scratch_ / "directory.ini", 5);
  expect("/dev/zero", 5);
}

TEST_P(InputFile, ThatIsAPipeIsNotWaitedFor) {
  const std::string pipe = scratch_ / "pipe.ini";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  expect(pipe, 5);
}

TEST_P(InputFile, ThatHoldsOneEndlessWordIsBadInput) {
  const std::string file = scratch_ / "word.ini";
  write_file(file, std::string(1 << 20, 'x') + "\x1b[31m\n");
  expect(file, 5);
  const Captured run = read_by(GetParam(), file);
  EXPECT_EQ((run.err + run.out).find('\x1b'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    All, InputFile,
    testing::Values(
        Reader{"Config", {"run", "pcie_t2", "--config", "FILE"}},
        Reader{"ConfigOfParams", {"params", "pcie_t2", "--config", "FILE"}},
        Reader{"Graphs", {"run", "pcie_t2", "--graphs", "FILE"}},
        Reader{"AnalyticGraphs", {"analytic", "pcie", "--graphs", "FILE"}},
        Reader{"Tree", {"run", "pcie_tree", "--topology", "FILE"}},
        Reader{"TreeOfAnalytic", {"analytic", "pcie", "--topology", "FILE", "--halo", "2d"}},
        Reader{"Packets", {"run", "torus", "--traffic", "file", "--packets", "FILE"}},
        Reader{"Workload", {"run", "nvlink_node", "--workload", "file:FILE"}},
        Reader{"WorkloadSummary", {"workloads", "file:FILE"}},
        Reader{"MatrixOfSuite", {"workloads", "spmv", "--options", "matrix=FILE"}},
        Reader{"MatrixOfProact", {"run", "proact", "--workload", "pagerank", "--matrix", "FILE"}},
        Reader{"Map", {"run", "proact", "--map", "FILE"}},
        Reader{"CheckConfig", {"check", "--kind", "config", "FILE"}},
        Reader{"CheckGraphs", {"check", "--kind", "graphs", "FILE"}},
        Reader{"CheckTree", {"check", "--kind", "tree", "FILE"}},
        Reader{"CheckSignals", {"check", "--kind", "signals", "FILE"}},
        Reader{"CheckWorkload", {"check", "--kind", "workload", "FILE"}},
        Reader{"CheckByItsEnding", {"check", "FILE"}}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace gf::test::input_files_test
